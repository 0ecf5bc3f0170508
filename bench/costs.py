"""What the two dear questions cost, in 1976 and in Janus: cycles, on the golden positions.

``python -m bench.costs [--check FILE]``. Normal differs from blitz only by the test for check,
blitz from super-blitz only by following captures. So the difference of the cycles of two levels,
divided by how often the question was asked, is its price, the display left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

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

    def _may_expose(self, side: int) -> int:  # noqa: ARG002 - the original tests all men
        return 0xFFFFFFFF

    def _exposes(self, side: int, man: int, to: int, victim: int) -> bool:
        self.asked[CHECK] += 1
        return super()._exposes(side, man, to, victim)

    def _captures(self, side: int) -> Iterator[tuple[int, int, int]]:
        self.asked[EXCHANGE] += 1
        return super()._captures(side)


def rows() -> Iterator[str]:
    """The rows of the table: question, cycles in 1976, cycles in Janus."""
    solver = MachineSolver(janus())
    asked: Counter[tuple[str, Level]] = Counter()
    original: Counter[Level] = Counter()
    ours: Counter[Level] = Counter()
    for level in Level:
        for one in golden_positions(level):
            table = PieceTable.from_hex(one["table"])
            search = CountingSearch(table.data, level)
            for _ in search.think():
                pass
            asked.update({(question, level): n for question, n in search.asked.items()})
            original[level] += one["cycles"]
            ours[level] += solver.solve(Request(table, level)).cycles or 0
    for question, dear, cheap in (
        (CHECK, Level.NORMAL, Level.BLITZ),
        (EXCHANGE, Level.BLITZ, Level.SUPER_BLITZ),
    ):
        times = asked[question, dear]
        prices = [(of[dear] - of[cheap]) / times for of in (original, ours)]
        yield f"| {question} | {prices[0]:,.0f} | {prices[1]:,.0f} |"


def main() -> int:
    """Print the table, or check a page that shows it."""
    return report(rows(), parser(__doc__).parse_args().check)


if __name__ == "__main__":
    sys.exit(main())
