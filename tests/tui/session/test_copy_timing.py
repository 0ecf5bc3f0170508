"""A user's copy of the program of 1976 is asked what a reply would have taken it."""

from __future__ import annotations

import chess
import pytest

from emu.errors import BudgetSpent
from emu.files.programs import Program
from microchess.game.game import Game
from microchess.machine.library import Library
from microchess.machine.player import original
from microchess.program.levels import Level
from microchess.program.table import INITIAL_TABLE, POINTS_TABLE, PieceTable
from tests import synthetic
from tui.session.copy_timing import CopyQuestion, CopyTime, ask_copy, reply_cycles

QUESTION = CopyQuestion(
    PieceTable(INITIAL_TABLE), POINTS_TABLE, (Level.BLITZ.check, Level.BLITZ.turn)
)


def asked(going: bool = True) -> list[CopyTime]:
    found: list[CopyTime] = []
    ask_copy(QUESTION, None, found.append, lambda: going)
    return found


@pytest.fixture
def copy() -> Program:
    synthetic.keep()
    kept = Library().program()
    assert kept is not None
    return kept


def test_without_a_copy_nothing_is_told() -> None:
    assert asked() == []


def test_a_copy_takes_what_it_takes_in_a_game(copy: Program) -> None:
    game = Game(original(copy), chess.WHITE, Level.BLITZ, board=chess.Board())
    answer = game.answer()
    assert asked()[-1] == CopyTime(answer.cycles)


def test_who_asks_can_end_it_and_it_ends_by_itself(copy: Program) -> None:
    assert [then.cycles for then in asked(going=False)] == [None]
    with pytest.raises(BudgetSpent):
        reply_cycles(copy, None, QUESTION, lambda: True, budget=1000)


def test_a_copy_that_cannot_run_is_told_of() -> None:
    synthetic.keep(synthetic.memory() | {0x0200: 0x02})  # an instruction that stops the processor
    assert "no reply" in asked()[-1].why
