"""What the library gives out can be copied and pickled; a copy leads a life of its own."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import chess
import pytest

from emu.watch.debug import DebugMachine
from microchess.engine.state import EngineState
from microchess.machine.player import janus, original
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.shortcuts.starting import boot_kim1, boot_microchess, new_game
from tests import synthetic

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
