"""Janus against the original on the golden positions: cycles of a reply, and of two dear questions.

Cycles are the program's own, from key read to key read
with the display counted as a bare RTS, for both; so the tables depend on nothing but the programs.
Normal differs from blitz only by the test for check, blitz from super-blitz only by following
captures. So the difference of the cycles of two levels, divided by how often the question was
asked, is its price.
"""

from __future__ import annotations

from collections import Counter
from statistics import median

from bench.figures import Table, golden_positions
from microchess.engine.search import Search
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import POINTS_TABLE, PieceTable

LEVELS_HEAD = ("level", "original, median cycles", "Janus, median cycles", "median ratio", "worst")
CHECK = "does this move leave its own king attacked? (a move asked about)"
EXCHANGE = "what can be captured after this capture? (a capture followed)"


class CountingSearch(Search):
    """Counts what the original asks: a test for every move it generates where it tests for check,
    and every capture it follows.
    """

    def __init__(self, table: bytes, level: Level) -> None:
        super().__init__(table, POINTS_TABLE, level.check, level.turn)
        self.asked: Counter[str] = Counter()

    def _may_expose(self, side: int) -> int:  # the original tests all pieces
        return 0xFFFFFFFF

    def _exposes(self, side: int, man: int, to: int, victim: int) -> bool:
        self.asked[CHECK] += 1
        return super()._exposes(side, man, to, victim)

    def _can_raise(self, side: int, state: int) -> bool:  # the original follows them all
        follows = state != self.last_state
        self.asked[EXCHANGE] += follows
        return follows


def tables() -> list[Table]:
    """For each level the median cycles of a reply, of both, and the ratio Janus / original; for
    each question its cycles in 1976 and in Janus.
    """
    solver = MachineSolver(janus())
    asked: dict[Level, Counter[str]] = {level: Counter() for level in Level}
    theirs, ours, levels = {}, {}, []
    for level in Level:
        golden = golden_positions(level)
        requests = [Request(PieceTable.from_hex(one["table"]), level) for one in golden]
        for request in requests:
            search = CountingSearch(request.table.data, level)
            for _ in search.think():
                pass
            asked[level] += search.asked
        theirs[level] = [one["cycles"] for one in golden]
        ours[level] = [solver.solve(request).cycles or 0 for request in requests]
        ratios = [mine / other for mine, other in zip(ours[level], theirs[level], strict=True)]
        cycles = (f"{median(of[level]):,.0f}" for of in (theirs, ours))
        levels.append((level.title, *cycles, f"{median(ratios):.3f}", f"{max(ratios):.3f}"))
    prices = []
    for question, dear, cheap in (
        (CHECK, Level.NORMAL, Level.BLITZ),
        (EXCHANGE, Level.BLITZ, Level.SUPER_BLITZ),
    ):
        times = asked[dear][question]
        each = ((sum(of[dear]) - sum(of[cheap])) / times for of in (theirs, ours))
        prices.append((question, *(f"{price:,.0f}" for price in each)))
    return [Table(LEVELS_HEAD, levels), Table(("cycles for one answer", "1976", "Janus"), prices)]
