"""Who answers: within a budget of cycles, the true number told; which tables are sound."""

import pytest

from emu.errors import BudgetSpent
from microchess.machine.player import Player
from microchess.machine.solver import MachineSolver, PlayerSpec, is_sound
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import INITIAL_TABLE, PieceTable

SHARED = "47042247225446001417112207514313736170770223674247cc6173cc773763"
"""Three men on 22, for instance."""
HARD = PieceTable.from_hex("0322000713144325101711161215443373637077615752562067513662656453")
"""Many captures: more than two million cycles at normal, far less at super blitz."""
REQUEST = Request(HARD, Level.SUPER_BLITZ)


@pytest.mark.parametrize("budget", [60_000, 700_000, 2_000_001])
def test_a_spent_budget_is_told_as_it_was_given(player: Player, budget: int) -> None:
    solver = MachineSolver(player, budget=budget)
    with pytest.raises(BudgetSpent) as caught:
        solver.solve(Request(HARD, Level.NORMAL))
    assert caught.value.cycles == budget
    assert f"within {budget:,} cycles" in str(caught.value)


def test_after_a_spent_budget_the_next_request_is_answered() -> None:
    small = PlayerSpec("rom").solver(2_000_000)
    with pytest.raises(BudgetSpent):
        small.solve(Request(HARD, Level.NORMAL))
    assert small.solve(REQUEST) == PlayerSpec("rom").solver().solve(REQUEST)


def test_a_table_is_sound_when_no_two_men_share_a_square() -> None:
    initial = PieceTable(INITIAL_TABLE)
    assert is_sound(initial)
    assert is_sound(initial.with_man(1, 0xCC).with_man(20, 0xAB))
    assert not is_sound(initial.with_man(1, 0x03))
    assert not is_sound(initial.with_man(1, 0x88)), "off the board, but not captured"
    assert not is_sound(PieceTable.from_hex(SHARED))
