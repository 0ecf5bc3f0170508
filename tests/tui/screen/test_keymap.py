"""Settings of a user, and the page that is served."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tui.cli.main import main
from tui.screen.keymap import KeymapError, read_keymap
from tui.screen.web import ServeError, own_page, warning


def test_without_a_file_nothing_is_changed(tmp_path: Path) -> None:
    assert read_keymap(tmp_path / "none.json") == {}


def test_keys_are_read(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text('{"game.undo": "z"}')
    assert read_keymap(path) == {"game.undo": "z"}


@pytest.mark.parametrize("text", ["[", "[]", '{"a": 1}'])
def test_a_wrong_file_of_keys_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    with pytest.raises(KeymapError, match=r"keys\.json"):
        read_keymap(path)


def test_the_page_served_asks_no_other_host() -> None:
    server = pytest.importorskip("textual_serve.server")
    page = Path(server.__file__).parent / "templates" / "app_index.html"
    own = own_page(page.read_text(encoding="utf-8"))
    assert "googleapis" not in own
    assert "RobotoMono-VariableFont_wght.ttf" in own


def test_a_page_that_would_ask_another_host_is_refused() -> None:
    with pytest.raises(ServeError, match="another host"):
        own_page('<script src="https://example.org/a.js"></script>')


def test_serving_says_plainly_that_there_is_no_password() -> None:
    assert "No password" in warning("127.0.0.1")
    assert "other computers" in warning("0.0.0.0")


def test_without_textual_serve_the_way_to_get_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    assert main(["serve", "--port", str(free_port())]) == 1
    assert "pip install 'kim1-microchess[web]'" in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 1
    err = capsys.readouterr().err
    assert f"cannot listen on 127.0.0.1:{port}" in err
    assert err.count("\n") == 1


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
