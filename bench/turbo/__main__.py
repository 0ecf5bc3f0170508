"""``python -m bench.turbo``: the engines, slices and commands, measured and printed as it goes.

Two minutes on two quiet cores. ``--write`` puts what was measured into turbo.md, ``--picture
FILE`` draws it. Ratios hold within one run; all else belongs to this machine alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from bench.cinterpreter import CInterpreter
from bench.turbo import commands, engines, polling, slices
from bench.turbo.table import bars, bars_of, table, write
from bench.turbo.workloads import makers
from emu.engines import has_native
from emu.files.programs import read_source
from emu.turbo.cache import ENVIRONMENT as CACHE
from microchess.machine.choose import choose
from microchess.machine.library import FOLDER_VARIABLE, Library
from microchess.machine.player import janus

DOCS = Path(__file__).parents[2] / "docs" / "development"
PARTS = ("engines", "polling", "slices", "commands")


def main() -> int:
    """Measure and print."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="kim1-bench-") as folder:
        os.environ[CACHE] = folder
        if options.original:
            os.environ[FOLDER_VARIABLE] = str(Path(folder, "images"))
            Library().add([read_source(text) for text in options.original], anyway=True)
        player = choose("original" if options.original else "rom")
        speeds, waits, found = [], [], []
        if "engines" in options.parts:
            interpreter = _interpreter()
            for name, make in makers(
                janus(), player.player() if options.original else None
            ).items():
                speed = engines.measure(name, make, interpreter)
                speeds.append(speed)
                for line in engines.lines(speed):
                    print(line, flush=True)
        if "polling" in options.parts:
            for waiting, ratios in polling.measure():
                waits.append((waiting, ratios))
                print(polling.line(waiting, ratios), flush=True)
        if "slices" in options.parts:
            found = slices.measure()
            for one in found:
                print(slices.line(one), flush=True)
        if "commands" in options.parts:
            for line in commands.lines(player.name, options.positions, options.games):
                print(line, flush=True)
    if options.picture:
        options.picture.write_text(bars("times as fast as py65", bars_of(speeds)), encoding="utf-8")
    if options.write:
        write(DOCS / "turbo.md", table(speeds, waits, found))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.turbo", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}")
    parser.add_argument("--positions", type=int, default=12_000, help="in a batch")
    parser.add_argument("--games", type=int, default=8, help="in a match")
    parser.add_argument(
        "--original", nargs="+", metavar="FILE[@ADDR]", help="an image of the 1976 program"
    )
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the ratios as SVG")
    parser.add_argument("--write", action="store_true", help="rewrite turbo.md's table")
    options = parser.parse_args()
    options.parts = options.parts or list(PARTS)
    if wrong := set(options.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(wrong))}; the parts are {', '.join(PARTS)}")
    if options.write and set(options.parts) != set(PARTS):
        parser.error("--write wants every part")
    if min(options.positions // 20, options.games) < 1:
        parser.error("--games is 1 or more, --positions 20")
    return options


def _interpreter() -> CInterpreter | None:
    if not has_native():
        print("without the native engine: llvmlite is not installed")
    try:
        return CInterpreter()
    except OSError as error:
        print(f"without the C interpreter: {error}")
        return None


if __name__ == "__main__":
    sys.exit(main())
