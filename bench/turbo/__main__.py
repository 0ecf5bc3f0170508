"""``python -m bench.turbo``: the engines and slices, measured and printed as it goes.

Two minutes on two quiet cores. ``--write`` puts what was measured into turbo.md. Ratios hold within
one run; all else belongs to this machine alone.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench.turbo import engines, polling, slices
from bench.turbo.table import table, write
from bench.turbo.workloads import MAKERS

DOCS = Path(__file__).parents[2] / "docs" / "development"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.turbo", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--write", action="store_true", help="rewrite turbo.md's table")
    options = parser.parse_args()
    speeds, waits = [], []
    for name, make in MAKERS.items():
        speeds.append(engines.measure(name, make))
        print(engines.line(speeds[-1]), flush=True)
    for waiting, ratios in polling.measure():
        waits.append((waiting, ratios))
        print(polling.line(waiting, ratios), flush=True)
    found = slices.measure()
    print(*map(slices.line, found), sep="\n")
    if options.write:
        write(DOCS / "turbo.md", table(speeds, waits, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
