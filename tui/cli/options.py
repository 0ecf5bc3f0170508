"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from emu.machine import DEFAULT_BUDGET
from microchess.errors import LevelError
from microchess.machine.choose import MACHINE_PLAYERS, choose
from microchess.machine.solver import NAMES, PlayerSpec
from microchess.program.levels import Level

LEVELS = tuple(level.title for level in Level)
PLAYERS = MACHINE_PLAYERS
SOLVERS = NAMES
UNDECIDED = 3
"""Exit code: a cycle budget was spent before there was an answer."""
JANUS_PROMISE = (
    "men share a square, or a captured man has an odd byte: Janus promises the original's answer "
    "on sound boards only"
)


def add_level(parser: argparse.ArgumentParser) -> None:
    """``--level``."""
    parser.add_argument(
        "--level",
        type=_level,
        default=Level.NORMAL,
        metavar="LEVEL",
        help=f"{', '.join(LEVELS)} (default: normal)",
    )


def add_player(parser: argparse.ArgumentParser, players: Sequence[str] = PLAYERS) -> None:
    """``--player``, ``--monitor``, ``--image`` and ``--anyway``."""
    python = (
        "; python: the same player without a machine; literal: the same, done as in 1976"
        if "python" in players
        else ""
    )
    parser.add_argument(
        "--player",
        choices=players,
        help="rom: our Janus; original: your copy of the 1976 program"
        f"{python} (default: original once it was added with microchess image add, else rom)",
    )
    parser.add_argument(
        "--monitor",
        choices=("ours", "kim"),
        help="the KIM-1's ROM: ours, or its own (default: its own once both halves were added)",
    )
    parser.add_argument(
        "--image",
        metavar="FILE[@ADDR]",
        action="append",
        help="run the program in FILE without adding it; @ADDR for a raw binary; may be repeated",
    )
    parser.add_argument(
        "--anyway", action="store_true", help="run an image even if it is not recognised"
    )


def add_budget(parser: Any) -> None:
    """``--budget``, of a parser or a group of its options."""
    parser.add_argument(
        "--budget",
        type=count,
        default=DEFAULT_BUDGET,
        metavar="CYCLES",
        help=f"cycles a reply may take in the machine (default: {DEFAULT_BUDGET:,})",
    )


def player_spec(arguments: argparse.Namespace) -> PlayerSpec:
    """The player that the options name, see `microchess.machine.choose.choose`."""
    given = arguments
    return choose(given.player, given.monitor, given.image or (), given.anyway)


def _level(name: str) -> Level:
    try:
        return Level.named(name)
    except LevelError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def jobs_number(text: str) -> int:
    """A number of processes, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes; expected 1 or more")
    return int(text)


def count(text: str) -> int:
    """A number from 1 up, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a number, 1 or more")
    return int(text)


def number(text: str) -> int:
    """A number from 0 up, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}; expected a number, 0 or more")
    return int(text)
