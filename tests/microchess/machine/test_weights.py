"""Other weights poked into Janus."""

from dataclasses import replace
from fractions import Fraction

import pytest

from microchess.engine.formula import IN_1976, Formula, FormulaError
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver, PythonSolver
from microchess.machine.weights import formula_pokes
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable
from tests.golden import sound_replies

OTHERS = (
    IN_1976,
    Formula(BMAXC=-2, WMOB=Fraction(7, 4), base=100, bonus=-5),  # type: ignore[arg-type]
    Formula(WCAP0=-3, PMAXC=2, BMOB=0, PCC=Fraction(1, 2), bonus=0),  # type: ignore[arg-type]
    replace(IN_1976, BCAP2=Fraction(41, 4)),
)


@pytest.mark.parametrize("formula", OTHERS)
def test_janus_values_every_candidate_as_the_python_engine_does(formula: Formula) -> None:
    solver = MachineSolver(janus())
    for golden in sound_replies()[::60]:
        request = Request(PieceTable.from_hex(golden["table"]), Level.named(golden["level"]))
        solver.prepare(request)
        for address, code in formula_pokes(formula).items():
            solver.bridge.machine.load_bytes(address, code)
        reply, wanted = solver.bridge.reply(), PythonSolver("python", formula).solve(request)
        assert (reply.move, reply.candidates) == (wanted.move, wanted.candidates)


@pytest.mark.parametrize(
    ("formula", "complaint"),
    [
        (Formula(BMOB=Fraction(1, 3)), "whole quarters"),
        (Formula(BMOB=-100, WMOB=100), "too long"),  # type: ignore[arg-type]
    ],
)
def test_what_janus_cannot_add_is_refused(formula: Formula, complaint: str) -> None:
    with pytest.raises(FormulaError, match=complaint):
        formula_pokes(formula)
