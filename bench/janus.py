"""Janus against the original: emulated cycles on the golden positions, level by level.

``python -m bench.janus [--every N]``. Cycles are the program's own, from key read to key read with
the display counted as a bare RTS, for both; so the table depends on nothing but the programs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median

from bench.golden import sound_replies
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable

HEADER = f"{'level':<12} {'replies':>7} {'original':>13} {'Janus':>11} {'ratio':>7} {'worst':>7}"


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take every Nth golden position")
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="fail unless FILE has these very numbers"
    )
    options = parser.parse_args(arguments)
    every, wrong = options.every, 0
    solver = MachineSolver(janus())
    print("median cycles a reply, median and worst ratio Janus / original")
    print(HEADER)
    for level in Level:
        golden = [
            one
            for one in sound_replies()
            if one["level"] == level.title and one["kind"] == "position"
        ][::every]
        ours = [
            solver.solve(Request(PieceTable.from_hex(one["table"]), level)).cycles or 0
            for one in golden
        ]
        theirs = [one["cycles"] for one in golden]
        ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
        numbers = [
            f"{median(theirs):,.0f}",
            f"{median(ours):,.0f}",
            f"{median(ratios):.3f}",
            f"{max(ratios):.3f}",
        ]
        widths = (13, 11, 7, 7)
        row = " ".join(f"{n:>{width}}" for n, width in zip(numbers, widths, strict=True))
        print(f"{level.title:<12} {len(golden):>7} {row}", flush=True)
        shown = f"| {' | '.join([level.title, *numbers])} |"
        if options.check and shown not in options.check.read_text(encoding="utf-8"):
            print(f"{options.check} does not show: {shown}", file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
