"""Janus against the original on the golden positions: cycles of a reply.

Cycles are the program's own, from key read to key read, with the display counted as a bare RTS, for
both; so the table depends on nothing but the programs.
"""

from collections.abc import Iterator
from statistics import median

from bench.figures import Table, golden_positions
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable

HEAD = ("level", "original, median cycles", "Janus, median cycles", "median ratio", "worst")


def tables() -> list[Table]:
    """For each level the median cycles of a reply, of both, and the ratio Janus / original."""
    return [Table(HEAD, levels())]


def levels() -> Iterator[tuple[str, ...]]:
    """A row a level."""
    solver = MachineSolver(janus())
    for level in Level:
        theirs, ours = [], []
        for one in golden_positions(level):
            reply = solver.solve(Request(PieceTable.from_hex(one["table"]), level))
            theirs.append(one["cycles"])
            ours.append(reply.cycles or 0)
        ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
        cycles = (f"{median(of):,.0f}" for of in (theirs, ours))
        yield level.title, *cycles, f"{median(ratios):.3f}", f"{max(ratios):.3f}"
