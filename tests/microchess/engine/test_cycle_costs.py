"""The time of the 1976 program, without it: cycles and instructions of recorded replies."""

from typing import Any

import pytest

from microchess.engine.timing import thinking_time
from microchess.machine.solver import PythonSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable
from tests.golden import replies


def recorded(level: Level, every: int) -> list[dict[str, Any]]:
    """Some of the shorter replies recorded at *level*, poked tables among them."""
    found = [one for one in replies() if one["level"] == level.title]
    return sorted(found, key=lambda one: int(one["cycles"]))[: len(found) // 2 : every]


@pytest.mark.parametrize("level", Level)
def test_the_literal_engine_takes_the_originals_cycles(level: Level, slow: bool) -> None:
    solver = PythonSolver("literal")
    for one in recorded(level, 4 if slow else 40):
        reply = solver.solve(Request(PieceTable.from_hex(one["table"]), level))
        assert (reply.cycles, reply.instructions) == (one["cycles"], one["instructions"]), one


def test_both_sums_are_the_whole_reply(slow: bool) -> None:
    for one in recorded(Level.NORMAL, 10 if slow else 60):
        spent = thinking_time(
            PieceTable.from_hex(one["table"]), Level.NORMAL.check, Level.NORMAL.turn
        )
        for shares in (spent.purposes, spent.questions):
            assert sum(share.cycles for share in shares) == one["cycles"]
            assert all(share.cycles >= 0 for share in shares)
        assert spent.purposes[1].often == len(one["candidates"])
