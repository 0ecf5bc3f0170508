"""What is said before anything is served."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

import tui.page
from tui.cli.main import main
from tui.session.autosave import VISITORS, forget_old_visitors

pytest.importorskip("aiohttp", reason="needs aiohttp")


@pytest.fixture(autouse=True)
def _a_page(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Something to serve, whether or not the page was made."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copy(Path(tui.page.__file__).parent / "front" / "index.html", folder)
    for name in ("page.js", "page.css", "favicon.svg"):
        (folder / name).touch()
    monkeypatch.setattr("tui.serve.static.BUILT", folder)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--fen", "x"], "x"),
        (["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
        (["--opening", "none-such"], "none-such"),
        (["--image", "no-such-file"], "no-such-file"),
        (["--url", "play.example"], "play.example"),
        (["--url", "ftp://play.example"], "ftp"),
        (["--host", "no such host"], "no such host"),
    ],
    ids=" ".join,
)
def test_what_no_game_can_start_from_is_told_before_listening(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", *options]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.count("\n") == 1


def test_without_aiohttp_the_way_to_get_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "aiohttp" else found(name, package)

    monkeypatch.setattr("tui.serve.static.find_spec", without)
    assert main(["serve", "--port", "0"]) == 1
    assert "pip install '.[web]'" in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 1
    err = capsys.readouterr().err
    assert f"cannot listen on 127.0.0.1:{port}" in err
    assert err.count("\n") == 1


def test_without_the_page_the_way_to_make_it_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.serve.static.BUILT", tmp_path)
    assert main(["serve", "--port", "0"]) == 1
    assert "make page makes it" in capsys.readouterr().err
    (tmp_path / "index.html").write_text("<html>")
    for name in ("page.js", "page.css", "favicon.svg"):
        (tmp_path / name).touch()
    assert main(["serve", "--port", "0"]) == 1
    assert "no page of ours" in capsys.readouterr().err


def test_of_visitors_sessions_only_the_latest_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MICROCHESS_DATA", str(tmp_path))
    (tmp_path / VISITORS).mkdir()
    for number in range(5):
        path = tmp_path / VISITORS / f"{number}.json"
        path.write_text("{}")
        os.utime(path, (number, number))
    forget_old_visitors(2)
    assert {one.name for one in (tmp_path / VISITORS).iterdir()} == {"3.json", "4.json"}
