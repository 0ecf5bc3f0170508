"""Why a counter has its value: the machine's instructions beside the moves they count."""

import pytest

from microchess.engine.state import think
from microchess.errors import MicroChessError
from microchess.machine.explain_counter import counter_named, explain_counter
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.position import Position
from microchess.program.reply import Candidate

EXCHANGE = Position.from_fen("5rk1/1b6/8/8/8/5N2/6P1/6K1 w - - 0 1")
BLACK = Position.from_fen("3r3k/8/8/3n4/4P3/8/8/3R3K b - - 0 1")
COUNTED = [name for name in COUNTER_NAMES if not name.startswith("X")]


def candidate(position: Position, level: Level, man: int, to: int) -> Candidate:
    every = think(position.table, level.check, level.turn).candidates
    return next(one for one in every if (one.man, one.to) == (man, to))


def test_the_changes_lead_to_the_value_in_the_machine(slow: bool) -> None:
    """Of Kh2, which leaves the knight to bishop or rook."""
    one = candidate(EXCHANGE, Level.BLITZ, 0, 0x10)
    for name in COUNTED if slow else ("WCAP1", "WMOB", "BCC", "PMAXC"):
        told = explain_counter(EXCHANGE, Level.BLITZ, one, name, janus())
        assert told.value == one.counters[COUNTER_NAMES.index(name)], name
        assert (told.changes[-1].after if told.changes else 0) == told.value, name
        cycles = [change.cycle for change in told.changes]
        assert cycles == sorted(cycles), name
        assert all(change.instruction.startswith("$2") for change in told.changes), "Janus's ROM"
        if name == "WMOB":
            assert told.changes
            assert all(c.instruction.endswith("STA BMOB,X (WMOB)") for c in told.changes)


def test_the_moves_behind_it_are_named() -> None:
    one = candidate(EXCHANGE, Level.NORMAL, 0, 0x10)
    told = explain_counter(EXCHANGE, Level.NORMAL, one, "wcap1", janus())
    assert [(change.before, change.after) for change in told.changes] == [(0, 4), (4, 6)]
    (by,) = told.changes[-1].by
    assert (by.role, by.line, by.move) == ("exchange", ("g1-h2", "f8xf3"), "g2xf3")
    captures = explain_counter(EXCHANGE, Level.NORMAL, one, "BCC", janus())
    moves = [move.move for change in captures.changes for move in change.by]
    assert sorted(moves) == ["b7xf3", "f8xf3"]


def test_squares_are_those_of_the_board_when_the_program_has_black() -> None:
    one = candidate(BLACK, Level.BLITZ, 0, 0x06)
    told = explain_counter(BLACK, Level.BLITZ, one, "BMAXC", janus())
    moves = [move for change in told.changes for move in change.by]
    assert [(move.role, move.move) for move in moves] == [("reply", "e4xd5")]
    assert moves[0].line == ("h8-g8",)


def test_a_counter_that_is_none_is_named() -> None:
    assert counter_named("pcc") == COUNTER_NAMES.index("PCC")
    for name in ("XMOB", "BLACK", ""):
        with pytest.raises(MicroChessError, match="the counters are WCAP0, BCAP2"):
            counter_named(name)
