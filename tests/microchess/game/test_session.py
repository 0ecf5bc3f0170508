"""Sessions kept in a file: all of it comes back, and nothing damaged is believed."""

import base64
import json
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import pytest

from emu.cassette.monitor_keys import saving
from emu.notation import Poke
from microchess.errors import SaveError
from microchess.game import session as save
from microchess.game.game import Game
from microchess.game.session import KeptSession
from microchess.machine.player import janus
from tests.cases import cases, put


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
    save.write(path, KeptSession.of(game, "ours", {"file": "games\udcff.pgn"}))
    return path


def read(path: Path) -> KeptSession:
    session = save.read(path)
    assert session is not None
    return session


def test_the_digits_of_a_state_and_who_moved_come_back_with_it(tmp_path: Path) -> None:
    """Right after a key the eye still sees the picture before: not so in a state of rest."""
    game = Game(janus(), chess.BLACK)
    shown = []
    for san in ("e4", "d5"):
        game.play(game.parse(san))
        shown.append(game.bridge.machine.readout())
    save.write(tmp_path / "session.json", KeptSession.of(game, "ours", {}))
    resumed = Game(janus(), chess.BLACK)
    read(tmp_path / "session.json").put_into(resumed)
    assert resumed.state.headers() == game.state.headers()
    for one in (game, resumed):
        assert one.bridge.machine.readout() == shown[1]
        one.undo()
        assert one.bridge.machine.readout() == shown[0]


def test_a_session_comes_back_with_ram_past_and_future(game: Game, file: Path) -> None:
    session = read(file)
    assert session.settings == {"file": "games\udcff.pgn"}, "a name that is no text"
    other = Game(janus(), chess.BLACK)
    session.put_into(other)
    assert other.bridge.machine.snapshot() == game.bridge.machine.snapshot()
    assert other.board == game.board
    assert other.computer == game.computer
    assert [str(g) for g in other.pgn()] == [str(g) for g in game.pgn()]
    assert other.redo() == 1
    assert other.board.peek() == chess.Move.from_uci("d7d5")
    for _ in range(3):
        other.undo()
    assert other.board.fullmove_number == 1
    assert other.bridge.machine.peek(0x6F) == 0x63


def test_the_program_listens_again_after_a_session_kept_while_a_tape_is_written() -> None:
    game, again = Game(janus()), Game(janus())
    for key in ("ST", *saving(0x0000, 0x00FF, 1)):
        game.bridge.machine.press(key)
    KeptSession.of(game, "ours", {}).put_into(again)
    assert not again.bridge.listening()
    again.hand.resume()
    assert again.bridge.listening()
    assert again.bridge.table == game.bridge.table


def test_no_file_is_no_session(tmp_path: Path) -> None:
    assert save.read(tmp_path / "none") is None


def test_any_changed_character_is_noticed(file: Path) -> None:
    text = file.read_text()
    for place in range(3, len(text), len(text) // 15):
        if text[place].isspace():
            continue
        file.write_text(text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :])
        with pytest.raises(SaveError):
            save.read(file)


def rewrite(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what the file says, and make its hash right again."""
    contents = json.loads(file.read_text())
    del contents["sha256"]
    change(contents)
    file.write_text(json.dumps({"sha256": save.digest(contents), **contents}))


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [*cases("refused_sessions"), ("now.comments", json.dumps({"9" * 5000: "y"}), "damaged")],
)
def test_what_cannot_be_used_is_refused_though_the_hash_is_right(
    file: Path, path: str, value: str, reason: str
) -> None:
    rewrite(file, lambda contents: put(contents, path, value))
    with pytest.raises(SaveError, match=reason):
        save.read(file)


def test_packed_memories_are_not_unpacked_beyond_what_a_machine_has(file: Path) -> None:
    bomb = base64.b64encode(zlib.compress(bytes(1 << 27))).decode()

    def change(contents: dict[str, Any]) -> None:
        contents["now"]["machine"]["memory"] = bomb
        contents["past"] = [contents["now"]] * 10

    rewrite(file, change)
    tracemalloc.start()
    try:
        with pytest.raises(SaveError, match="more than"):
            save.read(file)
        assert tracemalloc.get_traced_memory()[1] < 1 << 28
    finally:
        tracemalloc.stop()
