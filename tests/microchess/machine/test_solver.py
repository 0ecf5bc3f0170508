"""Who answers: within a budget of cycles, or with other weights; which tables are sound."""

from dataclasses import replace
from fractions import Fraction

import pytest

from emu.errors import BudgetSpent
from microchess.engine.formula import IN_1976, Formula, FormulaError
from microchess.machine.player import Player, janus
from microchess.machine.solver import MachineSolver, PlayerSpec, PythonSolver, is_sound
from microchess.machine.weights import formula_pokes
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import INITIAL_TABLE, PieceTable
from tests.golden import sound_replies

SHARED = "47042247225446001417112207514313736170770223674247cc6173cc773763"
"""Three men on 22, for instance."""
HARD = PieceTable.from_hex("0322000713144325101711161215443373637077615752562067513662656453")
"""Many captures: more than two million cycles at normal, far less at super blitz."""
REQUEST = Request(HARD, Level.SUPER_BLITZ)


@pytest.mark.parametrize("budget", [60_000, 2_000_001])
def test_a_spent_budget_is_told_as_it_was_given_and_the_next_request_answered(
    player: Player, budget: int
) -> None:
    solver = MachineSolver(player, budget=budget)
    with pytest.raises(BudgetSpent, match=f"within {budget:,} cycles") as caught:
        solver.solve(Request(HARD, Level.NORMAL))
    assert caught.value.cycles == budget
    if budget > 1_000_000:
        assert solver.solve(REQUEST) == PlayerSpec("rom").solver().solve(REQUEST)


def test_a_table_is_sound_when_no_two_men_share_a_square() -> None:
    initial = PieceTable(INITIAL_TABLE)
    assert is_sound(initial)
    assert is_sound(initial.with_man(1, 0xCC).with_man(20, 0xAB))
    assert not is_sound(initial.with_man(1, 0x03))
    assert not is_sound(initial.with_man(1, 0x88)), "off the board, but not captured"
    assert not is_sound(PieceTable.from_hex(SHARED))


OTHERS = (
    Formula(BMAXC=-2, WMOB=Fraction(7, 4), base=100, bonus=-5),  # type: ignore[arg-type]
    Formula(WCAP0=-3, PMAXC=2, BMOB=0, PCC=Fraction(1, 2), bonus=0),  # type: ignore[arg-type]
    replace(IN_1976, BCAP2=Fraction(41, 4)),
)


@pytest.mark.parametrize("formula", OTHERS)
def test_janus_values_every_candidate_as_the_python_engine_does(formula: Formula) -> None:
    solver = MachineSolver(janus())
    for golden in sound_replies()[::240]:
        request = Request(PieceTable.from_hex(golden["table"]), Level.named(golden["level"]))
        solver.prepare(request)
        for address, code in formula_pokes(formula).items():
            solver.bridge.machine.load_bytes(address, code)
        reply, wanted = solver.bridge.reply(), PythonSolver("python", formula).solve(request)
        assert (reply.move, reply.candidates) == (wanted.move, wanted.candidates)


def test_what_janus_cannot_add_is_refused() -> None:
    with pytest.raises(FormulaError, match="whole quarters"):
        formula_pokes(Formula(BMOB=Fraction(1, 3)))
    with pytest.raises(FormulaError, match="too long"):
        formula_pokes(Formula(BMOB=Fraction(-100), WMOB=Fraction(100)))
