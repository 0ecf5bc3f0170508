"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TextIO

from emu.files import reading
from emu.machine import DEFAULT_BUDGET
from microchess.machine.choose import MACHINE_PLAYERS, choose, read_formula
from microchess.machine.solver import NAMES, PlayerSpec
from microchess.program.levels import Level
from tui.cli.arguments import Where, add_choice, add_flag, add_list, add_value, checked, count

LEVELS = tuple(level.title for level in Level)
PLAYERS = MACHINE_PLAYERS
SOLVERS = NAMES
UNDECIDED = 3
"""Exit code: a cycle budget was spent before there was an answer."""
JANUS_PROMISE = (
    "men share a square, or a captured man has an odd byte: Janus promises the original's answer "
    "on sound boards only"
)


def add_level(parser: Where) -> None:
    """``--level``."""
    levels = f"{', '.join(LEVELS)} (default: normal)"
    named = checked(Level.named)
    add_value(parser, "--level LEVEL", levels, named, Level.NORMAL)


def add_player(parser: Where, players: Sequence[str] = PLAYERS) -> None:
    """``--player``, ``--monitor``, ``--image`` and ``--anyway``."""
    python = (
        "; python: the same player without a machine; literal: the same, done as in 1976"
        if "python" in players
        else ""
    )
    add_choice(
        parser,
        "--player",
        players,
        "rom: our Janus; original: your copy of the 1976 program"
        f"{python} (default: original once it was added with microchess image add, else rom)",
    )
    add_choice(
        parser,
        "--monitor",
        ("ours", "kim"),
        "the KIM-1's ROM: ours, or its own (default: its own once both halves were added)",
    )
    add_list(
        parser,
        "--image FILE[@ADDR]",
        "run the program in FILE without adding it; @ADDR for a raw binary; may be repeated",
    )
    add_flag(parser, "--anyway", "run an image even if it is not recognised")


def add_jobs(parser: Where, each: str = "processes") -> None:
    """``--jobs`` and ``--scheduler``, see `microchess.batches`."""
    add_value(parser, "--jobs N", each, count, 1)
    parser.add_argument(
        "--dask",
        "--scheduler",
        dest="scheduler",
        metavar="ADDRESS",
        help="a Dask cluster instead: its scheduler's address, or local (pip install '.[dask]')",
    )


def add_formula(parser: Where) -> None:
    """``--formula``."""
    help = "the player python with the weights in a TOML file, see docs/reference.md"
    add_value(parser, "--formula FILE", help)


def add_budget(parser: Where) -> None:
    """``--budget``."""
    help = f"cycles a reply may take in the machine (default: {DEFAULT_BUDGET:,})"
    add_value(parser, "--budget CYCLES", help, count, DEFAULT_BUDGET)


def player_spec(arguments: argparse.Namespace, tell: bool = False) -> PlayerSpec:
    """The player that the options name, see `microchess.machine.choose.choose`; *tell* on stderr
    what is to be known about it.
    """
    given, path = arguments, getattr(arguments, "formula", None)
    formula = None if path is None else read_formula(path)
    name = given.player or (None if formula is None else "python")
    spec = choose(name, given.monitor, given.image, given.anyway, formula)
    for note in spec.notes if tell else ():
        print(note, file=sys.stderr)
    return spec


def open_input(path: str, most: int | None = None) -> AbstractContextManager[TextIO]:
    """The text in a file, of at most *most* bytes; ``-`` is standard input.

    Raises OSError.
    """
    return nullcontext(sys.stdin) if path == "-" else reading.open_text(path, most)
