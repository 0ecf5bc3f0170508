"""A machine, a running MicroChess, a game: each by one call, and copies that live by themselves."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import pytest

from emu.errors import ProgramFileError
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program
from emu.watch.debug import DebugMachine
from microchess.engine.state import EngineState
from microchess.errors import FenError, ImageError, MoveError, PgnError, PositionError
from microchess.machine.player import janus, original
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.shortcuts.starting import boot_kim1, boot_microchess, new_game, players
from tests import synthetic

STORE = bytes.fromhex("A9 42 85 10 4C 00 1C")
"""Puts $42 at $10 and goes back to the monitor."""


def test_a_copy_of_the_original_becomes_the_default_player() -> None:
    assert players() == ("rom", "python", "literal")
    synthetic.keep()
    assert players() == ("original", "rom", "python", "literal")
    bridge = boot_microchess()
    for key in ("C", "PC"):
        bridge.machine.press(key)
        bridge.settle()
    assert bridge.machine.settled_readout().text == "0F1323"


def test_what_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        boot_kim1(tmp_path / "gone.ptp")
    with pytest.raises(ImageError, match=r"\$1C00"):
        boot_kim1(Program.from_bytes_map("rom", {0x1C00: 0}))


def test_what_cannot_be_played_is_told() -> None:
    with pytest.raises(ImageError, match=r"python has no KIM-1.*ask\(position, level, 'python'\)"):
        new_game("python")
    with pytest.raises(ImageError, match=r"python has no KIM-1 to boot; EngineState\(\)"):
        boot_microchess("python")
    with pytest.raises(ImageError, match="no player 'deep blue'"):
        boot_microchess("deep blue")
    with pytest.raises(ImageError, match="microchess image add"):
        new_game("original")
    with pytest.raises(FenError):
        new_game(position="e4")
    with pytest.raises(PositionError):
        new_game(position="4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")


def test_a_move_is_given_as_text_as_well() -> None:
    game = new_game("rom", chess.BLACK, Level.SUPER_BLITZ)
    for text in ("e4", "d2d4", "6343"):
        game.play(text)
        assert game.board.peek().uci() in ("e2e4", "d2d4")
        game.undo()
    wrong: Any
    for wrong in (5, None, b"e4"):
        with pytest.raises(TypeError, match="expected text such as e4"):
            game.play(wrong)
    with pytest.raises(MoveError, match="Ke4 is not legal"):
        game.play("Ke4")


def test_a_game_has_a_pgn_for_each_part_with_the_date_asked_for() -> None:
    game = new_game("rom", chess.BLACK, Level.SUPER_BLITZ)
    game.play("e4")
    (one,) = game.pgn("2026.11.??")
    assert one.headers["Date"] == "2026.11.??"
    assert str(one).endswith("1. e4 *")
    wrong: Any
    for wrong in ("today", 'x"]', 2026, "2026-11-27"):
        with pytest.raises(PgnError, match=r"expected YYYY\.MM\.DD"):
            game.pgn(wrong)


def test_a_program_runs_from_a_file_and_a_raw_binary_needs_an_address(tmp_path: Path) -> None:
    file, raw = tmp_path / "store.ptp", tmp_path / "store.bin"
    file.write_text(write_paper_tape(Program.from_bytes_map("x", dict(enumerate(STORE, 0x200)))))
    raw.write_bytes(b"\xd8" + STORE)
    with pytest.raises(ProgramFileError, match="give the address"):
        boot_kim1(raw)
    expanded = boot_kim1(raw, 0x2000)  # expansion memory comes with the program
    for kim, start in ((boot_kim1(file), 0x200), (boot_kim1(str(file)), 0x200), (expanded, 0x2000)):
        kim.go(start)
        assert kim.peek(0x10) == 0x42


Copy = Callable[[Any], Any]


@pytest.fixture(
    params=[copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))],
    ids=["copy", "deepcopy", "pickle"],
)
def copied(request: pytest.FixtureRequest) -> Copy:
    return request.param  # type: ignore[no-any-return]


def test_a_copied_game_goes_on_by_itself_with_its_past(copied: Copy) -> None:
    game = new_game("rom", chess.BLACK, Level.SUPER_BLITZ)
    game.play(game.parse("e4"))
    game.answer()
    twin, before = copied(game), game.bridge.machine.snapshot()
    assert twin.board == game.board
    assert twin.bridge.machine.snapshot() == before
    twin.play(twin.parse("d4"))
    answer = twin.answer()
    assert game.bridge.machine.snapshot() == before
    assert game.board.ply() == 2
    game.play(game.parse("d4"))
    assert game.answer() == answer
    twin.undo()
    twin.undo()
    assert twin.board == chess.Board()


def test_a_copied_machine_runs_by_itself(copied: Copy) -> None:
    machine = boot_kim1()
    machine.press("1")
    heard: list[object] = []
    machine.listeners.append(heard.append)
    twin = copied(machine)
    assert twin.snapshot() == machine.snapshot()
    twin.press("2")
    assert not heard
    assert twin.settled_readout().text != machine.settled_readout().text


def test_a_copied_bridge_and_engine_have_memory_of_their_own(copied: Copy) -> None:
    bridge, engine = boot_microchess("rom"), EngineState()
    for one, twin in ((bridge, copied(bridge)), (engine, copied(engine))):
        memory = twin.machine if one is bridge else twin
        memory.poke(TABLE, 0x44)
        assert twin.table[0] == 0x44
        assert one.table[0] != 0x44


def test_breakpoints_the_kind_of_machine_and_players_are_copied_too(copied: Copy) -> None:
    machine = janus().boot(build=DebugMachine).machine
    machine.breakpoints = frozenset({0x1F1F})  # type: ignore[attr-defined]
    twin = copied(machine)
    assert type(twin) is DebugMachine
    assert twin.breakpoints == {0x1F1F}
    for player in (janus(), original(synthetic.program())):
        again = copied(player).boot()
        assert again.machine.snapshot() == player.boot().machine.snapshot()
