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
    save.write(path, KeptSession.of(game, "ours", {"speed": 10}))
    return path


def test_the_digits_of_a_state_come_back_with_it(tmp_path: Path) -> None:
    """Right after a key the eye still sees the picture before: not so in a state of rest."""
    game = Game(janus(), chess.BLACK)
    shown = []
    for san in ("e4", "d5"):
        game.play(game.parse(san))
        shown.append(game.bridge.machine.readout())
    save.write(tmp_path / "session.json", KeptSession.of(game, "ours", {}))
    session = save.read(tmp_path / "session.json")
    assert session is not None
    resumed = Game(janus(), chess.BLACK)
    session.put_into(resumed)
    for one in (game, resumed):
        assert one.bridge.machine.readout() == shown[1]
        one.undo()
        assert one.bridge.machine.readout() == shown[0]


def test_who_moved_which_side_comes_back(tmp_path: Path) -> None:
    game, path = Game(janus(), chess.BLACK), tmp_path / "session.json"
    game.play(game.parse("e4"))
    game.play(game.parse("e5"))
    save.write(path, KeptSession.of(game, "ours", {}))
    session = save.read(path)
    assert session is not None
    resumed = Game(janus(), chess.BLACK)
    session.put_into(resumed)
    assert resumed.state.headers() == game.state.headers()


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


def test_settings_that_are_no_text_come_back(game: Game, tmp_path: Path) -> None:
    odd = {"file": "games\udcff.pgn"}
    save.write(tmp_path / "session.json", KeptSession.of(game, "ours", odd))
    session = save.read(tmp_path / "session.json")
    assert session is not None
    assert session.settings == odd


def test_the_program_listens_again_after_a_session_kept_while_a_tape_is_written() -> None:
    game, again = Game(janus()), Game(janus())
    for key in ("ST", *saving(0x0000, 0x03FF, 1)):
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
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(
    file: Path, field: str, value: object, reason: str
) -> None:
    rewrite(file, lambda contents: contents.update({field: value}))
    with pytest.raises(SaveError, match=reason):
        save.read(file)


def rewrite(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what the file says, and make its hash right again."""
    contents = json.loads(file.read_text())
    del contents["sha256"]
    change(contents)
    file.write_text(json.dumps({"sha256": save.digest(contents), **contents}))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("settings",), [["a", 1]]),
        (("past",), {"a": 1}),
        (("past", 0), []),
        (("past", 0), {}),
        (("now",), None),
        (("player",), None),
        (("now", "start"), 5),
        (("now", "moves"), [1]),
        (("now", "moves"), "e2e4"),
        (("now", "comments"), []),
        (("now", "comments"), {"x": "y"}),
        (("now", "comments"), {"1": 2}),
        (("now", "comments"), {"9" * 5000: "y"}),
        (("now", "plies"), True),
        (("now", "plies"), 10**30),
        (("now", "chapters"), [5]),
        (("now", "chapters"), ["1. e4 (exf4) e5) Nf3 Kf6 *"]),
        (("now", "reasons"), ["one too many"]),
        (("now", "ending"), []),
        (("now", "table"), 3),
        (("now", "computer"), 0),
        (("now", "computer"), []),
        (("now", "restores_level"), "no"),
        (("now", "left"), "no"),
        (("player",), ["rom"]),
        (("now", "machine", "cycles"), 10**30),
        (("now", "machine", "expansions"), [{"address": 0x2000, "size": 256, "writable": True}]),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_a_value_of_a_wrong_kind_is_refused_though_the_hash_is_right(
    file: Path, path: tuple[Any, ...], value: object
) -> None:
    def change(contents: Any) -> None:
        for name in path[:-1]:
            contents = contents[name]
        contents[path[-1]] = value

    rewrite(file, change)
    with pytest.raises(SaveError, match="damaged"):
        save.read(file)


def test_packed_memories_are_not_unpacked_beyond_what_a_machine_has(file: Path) -> None:
    bomb = base64.b64encode(zlib.compress(bytes(1 << 28))).decode()

    def change(contents: dict[str, Any]) -> None:
        contents["now"]["machine"]["memory"] = bomb
        contents["past"] = [contents["now"]] * 10

    rewrite(file, change)
    tracemalloc.start()
    try:
        with pytest.raises(SaveError, match="more than"):
            save.read(file)
        assert tracemalloc.get_traced_memory()[1] < 1 << 29
    finally:
        tracemalloc.stop()
