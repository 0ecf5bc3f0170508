"""Janus against the original: emulated cycles on the golden positions, level by level.

``python -m bench.janus [--check FILE]``. Cycles are the program's own, from key read to key read
with the display counted as a bare RTS, for both; so the table depends on nothing but the programs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import median

from bench.figures import golden_positions, parser, report
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable


def rows() -> Iterator[str]:
    """The table: median cycles a reply of both, median and worst ratio Janus / original."""
    solver = MachineSolver(janus())
    yield "| level | original, median cycles | Janus, median cycles | median ratio | worst |"
    yield "| --- | --- | --- | --- | --- |"
    for level in Level:
        golden = golden_positions(level)
        requests = [Request(PieceTable.from_hex(one["table"]), level) for one in golden]
        ours = [solver.solve(request).cycles or 0 for request in requests]
        theirs = [one["cycles"] for one in golden]
        ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
        cycles = f"{median(theirs):,.0f} | {median(ours):,.0f}"
        yield f"| {level.title} | {cycles} | {median(ratios):.3f} | {max(ratios):.3f} |"


def main() -> int:
    """Print the table, or check a page that shows it."""
    return report(rows(), parser(__doc__).parse_args().check)


if __name__ == "__main__":
    sys.exit(main())
