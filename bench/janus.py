"""Janus against the original on the golden positions: cycles of a reply, and of two dear questions.

Cycles are the program's own, from key read to key read
with the display counted as a bare RTS, for both; so the tables depend on nothing but the programs.
Normal differs from blitz only by the test for check, blitz from super-blitz only by following
captures. So the difference of the cycles of two levels, divided by how often the question was
asked, is its price.
"""

from collections import Counter
from statistics import median

from bench.figures import Table, golden_positions
from microchess.engine.literal import LiteralState
from microchess.engine.state import think
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable

LEVELS_HEAD = ("level", "original, median cycles", "Janus, median cycles", "median ratio", "worst")
CHECK = "does this move leave its own king attacked? (a move asked about)"
EXCHANGE = "what can be captured after this capture? (a capture followed)"


class AskingState(LiteralState):
    """Counts what the original asks."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def exposes_king(self) -> bool:
        self.asked[CHECK] += 1
        return super().exposes_king()

    def follow(self, deeper: int) -> None:
        self.asked[EXCHANGE] += 1
        super().follow(deeper)


def tables() -> list[Table]:
    """For each level the median cycles of a reply, of both, and the ratio Janus / original; for
    each question its cycles in 1976 and in Janus.
    """
    solver = MachineSolver(janus())
    theirs, ours, levels, prices = {}, {}, [], []
    for level in Level:
        golden = golden_positions(level)
        asked = [Request(PieceTable.from_hex(one["table"]), level) for one in golden]
        theirs[level] = [one["cycles"] for one in golden]
        ours[level] = [solver.solve(one).cycles or 0 for one in asked]
        ratios = [mine / other for mine, other in zip(ours[level], theirs[level], strict=True)]
        cycles = (f"{median(of[level]):,.0f}" for of in (theirs, ours))
        levels.append((level.title, *cycles, f"{median(ratios):.3f}", f"{max(ratios):.3f}"))
    for question, dear, cheap in (
        (CHECK, Level.NORMAL, Level.BLITZ),
        (EXCHANGE, Level.BLITZ, Level.SUPER_BLITZ),
    ):
        state = AskingState()
        for one in golden_positions(dear):
            think(PieceTable.from_hex(one["table"]), dear.check, dear.turn, state)
        each = ((sum(of[dear]) - sum(of[cheap])) / state.asked[question] for of in (theirs, ours))
        prices.append((question, *(f"{price:,.0f}" for price in each)))
    return [Table(LEVELS_HEAD, levels), Table(("cycles for one answer", "1976", "Janus"), prices)]
