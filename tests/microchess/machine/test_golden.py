"""The program in the machine against all that the original was seen to do."""

from statistics import median

import pytest

from microchess.machine import script
from microchess.machine.player import Player, janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable
from tests.golden import answers_as_the_original, sound_replies, transcripts

CHUNKS = 8
"""Tests for the replies and for the sessions, so that several processes can share them."""


@pytest.fixture(scope="module")
def solver(player: Player) -> MachineSolver:
    return MachineSolver(player)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_replies_tables_and_every_candidate_are_the_originals(
    solver: MachineSolver, player: Player, chunk: int, slow: bool
) -> None:
    for golden in sound_replies()[chunk :: CHUNKS if slow else 5 * CHUNKS]:
        counted = ("cycles", "instructions") if player.key == "original" else ()
        answers_as_the_original(solver, golden, ("reply", "after", "candidates", *counted))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_key_leaves_the_originals_digits_and_table(
    player: Player, chunk: int, slow: bool
) -> None:
    for session in transcripts()[:: 1 if slow else 2][chunk::CHUNKS]:
        bridge = player.boot()
        bridge.level = Level.named(session["level"])
        steps = script.parse(step["key"] for step in session["steps"])
        ignored = set() if player.key == "original" else {"cycles"}
        for done, golden in zip(script.run(bridge, steps), session["steps"], strict=True):
            seen = {name: value for name, value in done.as_json().items() if name not in ignored}
            told = {name: value for name, value in golden.items() if name not in ignored}
            assert seen == told, session["name"]


@pytest.mark.parametrize("level", Level)
def test_janus_needs_at_most_a_third_of_the_originals_cycles(level: Level) -> None:
    solver = MachineSolver(janus())
    golden = [
        one for one in sound_replies() if one["level"] == level.title and one["kind"] == "position"
    ]
    ratios = []
    for one in golden[::10]:
        cycles = solver.solve(Request(PieceTable.from_hex(one["table"]), level)).cycles
        assert cycles is not None
        ratios.append(cycles / one["cycles"])
    assert median(ratios) <= (1 / 10 if level is Level.NORMAL else 1 / 3)
