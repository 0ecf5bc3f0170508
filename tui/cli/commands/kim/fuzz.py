"""``microchess kim fuzz``: translated code beside the interpreter on random programs."""

from __future__ import annotations

import argparse
import faulthandler
import itertools
import os
import sys
import time
from threading import Timer
from typing import Any

from emu import engines
from tui.cli.arguments import add_choice, add_value, count, number

_EXAMPLES = """\
Each round runs three random programs on py65 and on the recompiler and compares registers, memory,
cycles and chips at 25 pauses each, with bytes poked and interrupts in between. Ctrl-C ends it.

examples:
  microchess kim fuzz --seconds 60
  microchess kim fuzz --engine native --seed 1976
  microchess kim fuzz --seed 4711 --rounds 1       the round of a difference again

exit codes: 0 no difference, 1 a difference, or a round that does not end (the last line says where)
"""
_LIMIT = 60


def add(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "fuzz",
        help="random programs on py65 and the recompiler, in lock step",
        description="Looks for differences between the recompiled code and the interpreter.",
        epilog=_EXAMPLES,
    )
    add_value(parser, "--seconds N", "end after so long", count)
    add_value(parser, "--rounds N", "end after so many rounds", count)
    add_value(parser, "--seed N", "of the first round (default: 0)", number, 0)
    add_value(
        parser, "--limit N", f"seconds that a round may take (default: {_LIMIT})", count, _LIMIT
    )
    add_choice(
        parser,
        "--engine",
        ("python", "native"),
        "what is compared with py65 (default: python)",
        default="python",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Fuzz."""
    native = engines.check(arguments.engine) == "native"
    end = None if arguments.seconds is None else time.monotonic() + arguments.seconds
    rounds = instructions = 0
    try:
        for seed in itertools.count(arguments.seed):
            if rounds == arguments.rounds or (end is not None and time.monotonic() >= end):
                break
            instructions += _run_round(seed, native, arguments.limit)
            rounds += 1
    finally:
        print(f"{rounds:,} rounds, {instructions:,} instructions, {arguments.engine} beside py65")
    return 0


def _run_round(seed: int, native: bool, limit: int) -> int:
    """A round; one that takes more than *limit* seconds ends the process, whatever hangs in it."""
    from emu.conformance.lockstep import run_round

    programs = [f"seed {seed}"]

    def give_up() -> None:
        faulthandler.dump_traceback()
        print(f"{programs[-1]}: no end after {limit} s", file=sys.stderr, flush=True)
        os._exit(1)

    timer = Timer(limit, give_up)
    timer.daemon = True
    timer.start()
    try:
        return run_round(seed, native, programs.append)
    finally:
        timer.cancel()
