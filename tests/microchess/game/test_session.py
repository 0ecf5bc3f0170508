"""Sessions kept in a file: all of it comes back, and nothing damaged is believed."""

from __future__ import annotations

import json
from pathlib import Path

import chess
import pytest

from emu.files import writing
from emu.notation import Poke
from microchess.errors import SaveError
from microchess.game import session as save
from microchess.game.game import Game
from microchess.game.session import Session
from microchess.machine.player import janus


@pytest.fixture(scope="module")
def game() -> Game:
    game = Game(janus(), chess.WHITE)
    game.answer()
    game.play(game.parse("e5"))
    game.answer()
    game.poke(Poke(0x6F, 0x43))
    game.play(game.parse("d5"))
    game.undo()
    return game


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "session.json"
    save.write(path, Session.of(game, "ours", {"speed": 10}))
    return path


def test_a_session_comes_back_with_ram_past_and_future(game: Game, file: Path) -> None:
    session = save.read(file)
    assert session is not None
    assert session.settings == {"speed": 10}
    other = Game(janus(), chess.BLACK)
    session.put_into(other)
    assert other.bridge.machine.snapshot() == game.bridge.machine.snapshot()
    assert other.board == game.board
    assert other.computer == game.computer
    assert [str(g) for g in other.pgn()] == [str(g) for g in game.pgn()]
    assert other.redo() == 1
    assert other.board.peek() == chess.Move.from_uci("d7d5")
    other.undo()
    other.undo()
    other.undo()
    assert other.board.fullmove_number == 1
    assert other.bridge.machine.peek(0x6F) == 0x63


def test_no_file_is_no_session(tmp_path: Path) -> None:
    assert save.read(tmp_path / "none") is None


def test_any_changed_character_is_noticed(file: Path) -> None:
    text = file.read_text()
    for place in range(3, len(text), len(text) // 40):
        if text[place].isspace():
            continue
        file.write_text(text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :])
        with pytest.raises(SaveError):
            save.read(file)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("version", 2, "version 2"),
        ("format", "else", "no saved session"),
        ("past", [{}], "damaged"),
        ("now", None, "damaged"),
        ("player", None, "damaged"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(
    file: Path, field: str, value: object, reason: str
) -> None:
    contents = json.loads(file.read_text())
    contents[field] = value
    contents["sha256"] = save.digest({k: v for k, v in contents.items() if k != "sha256"})
    file.write_text(json.dumps(contents))
    with pytest.raises(SaveError, match=reason):
        save.read(file)


def test_a_damaged_file_is_set_aside_under_a_new_name(file: Path) -> None:
    first = writing.set_aside(file)
    file.write_text("again")
    second = writing.set_aside(file)
    assert first != second
    assert (first.exists(), second.read_text(), file.exists()) == (True, "again", False)


def test_a_failed_write_leaves_the_old_file(
    game: Game, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "disk full")))
    with pytest.raises(OSError, match="disk full"):
        save.write(file, Session.of(game, "ours", {}))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]
