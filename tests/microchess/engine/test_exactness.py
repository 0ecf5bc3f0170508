"""The Python engine against all that the original was seen to do, poked tables included."""

from __future__ import annotations

import random

import pytest

from microchess.engine.state import EngineState, think
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver, PythonSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable
from tests.golden import (
    answers_as_the_original,
    keys_do_as_in_the_original,
    replies,
    transcripts,
)

CHUNKS = 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_reply_table_candidate_and_counter_is_the_originals(chunk: int) -> None:
    for golden in replies()[chunk::CHUNKS]:
        answers_as_the_original(PythonSolver(), golden)


def test_every_key_leaves_the_originals_digits_pointer_and_table() -> None:
    for session in transcripts():
        keys_do_as_in_the_original(EngineState(Level.named(session["level"])), session)


def sound_table(random_: random.Random) -> PieceTable:
    """Men on different squares, any number of them lost, the kings too."""
    squares = [rank << 4 | file for rank in range(8) for file in range(8)]
    random_.shuffle(squares)
    lost = random_.random()
    return PieceTable(bytes(0xCC if random_.random() < lost else squares.pop() for _ in range(32)))


def test_engine_and_machine_agree_on_random_boards_and_any_level_bytes(slow: bool) -> None:
    """Both are ours, and built in different ways."""
    random_ = random.Random(0)
    solver = MachineSolver(janus())
    for _ in range(36 if slow else 6):
        table = sound_table(random_)
        check, turn = random_.choice([0x00, 0x04, 0x08, 0x0C, 0x10]), random_.randrange(0xFB, 0x100)
        solver.prepare(Request(table, Level.NORMAL))
        solver.bridge.level_bytes = check, turn
        theirs, ours = solver.bridge.reply(), think(table, check, turn)
        assert (ours.move, ours.after) == (theirs.move, theirs.after)
        assert ours.candidates == theirs.candidates, (table.hex, check, turn)
