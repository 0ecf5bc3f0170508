"""Janus against the original on the golden positions: cycles of a reply, and of two dear questions.

``python -m bench.janus [--check FILE]``. Cycles are the program's own, from key read to key read
with the display counted as a bare RTS, for both; so the tables depend on nothing but the programs.
Normal differs from blitz only by the test for check, blitz from super-blitz only by following
captures. So the difference of the cycles of two levels, divided by how often the question was
asked, is its price.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median

from bench.figures import golden_positions, parser, report
from microchess.engine.search import Search
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import POINTS_TABLE, PieceTable

CHECK = "does this move leave its own king attacked? (a move asked about)"
EXCHANGE = "what can be captured after this capture? (a capture followed)"


class CountingSearch(Search):
    """Counts what the original asks: a test for every move it generates where it tests for check,
    and every capture it follows.
    """

    def __init__(self, table: bytes, level: Level) -> None:
        super().__init__(table, POINTS_TABLE, level.check, level.turn)
        self.asked: Counter[str] = Counter()

    def _may_expose(self, side: int) -> int:  # the original tests all men
        return 0xFFFFFFFF

    def _exposes(self, side: int, man: int, to: int, victim: int) -> bool:
        self.asked[CHECK] += 1
        return super()._exposes(side, man, to, victim)

    def _captures(self, side: int) -> Iterator[tuple[int, int, int]]:
        self.asked[EXCHANGE] += 1
        return super()._captures(side)


def rows() -> Iterator[str]:
    """A row a level: median cycles a reply of both, median and worst ratio Janus / original. A row
    a question: cycles in 1976, cycles in Janus.
    """
    solver = MachineSolver(janus())
    asked: dict[Level, Counter[str]] = {level: Counter() for level in Level}
    theirs, ours = {}, {}
    yield "| level | original, median cycles | Janus, median cycles | median ratio | worst |"
    yield "| --- | --- | --- | --- | --- |"
    for level in Level:
        golden = golden_positions(level)
        tables = [PieceTable.from_hex(one["table"]) for one in golden]
        for table in tables:
            search = CountingSearch(table.data, level)
            for _ in search.think():
                pass
            asked[level] += search.asked
        theirs[level] = [one["cycles"] for one in golden]
        ours[level] = [solver.solve(Request(table, level)).cycles or 0 for table in tables]
        ratios = [mine / other for mine, other in zip(ours[level], theirs[level], strict=True)]
        cycles = f"{median(theirs[level]):,.0f} | {median(ours[level]):,.0f}"
        yield f"| {level.title} | {cycles} | {median(ratios):.3f} | {max(ratios):.3f} |"
    for question, dear, cheap in (
        (CHECK, Level.NORMAL, Level.BLITZ),
        (EXCHANGE, Level.BLITZ, Level.SUPER_BLITZ),
    ):
        times = asked[dear][question]
        prices = [(sum(of[dear]) - sum(of[cheap])) / times for of in (theirs, ours)]
        yield f"| {question} | {prices[0]:,.0f} | {prices[1]:,.0f} |"


def main() -> int:
    """Print the tables, or check a page that shows them."""
    return report(rows(), parser(__doc__).parse_args().check)


if __name__ == "__main__":
    sys.exit(main())
