"""Settings of a user."""

from pathlib import Path

import pytest

from tui.screen.keymap import KeymapError, read_keymap


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
