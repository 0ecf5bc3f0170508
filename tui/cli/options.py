"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TextIO

from emu.errors import FileRefused
from emu.files import reading
from emu.machine import DEFAULT_BUDGET
from microchess.machine.choose import MACHINE_PLAYERS, choose, read_formula
from microchess.machine.solver import IN_PYTHON, NAMES, ON_BOARD, PlayerSpec, is_player
from microchess.program.levels import Level
from tui.cli import rules
from tui.cli.arguments import Where, add_choice, add_flag, add_list, add_value, checked, whole

LEVELS = tuple(level.title for level in Level)
PLAYERS = MACHINE_PLAYERS
SOLVERS = NAMES
MOST_JOBS = 61 if os.name == "nt" else 1024
"""Processes of one pool; Windows waits for no more at once."""
UNDECIDED, INTERRUPTED = 3, 130
"""Exit codes: a cycle budget was spent before there was an answer; Ctrl-C."""
NO_MACHINE = f"on the players {', '.join(IN_PYTHON)}"
JANUS_PROMISE = (
    "pieces share a square, or a captured piece has an odd byte: Janus promises the original's "
    "answer on sound boards only"
)


class _Players(tuple[str, ...]):
    """Names of players, and of boards."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (
            str(name).startswith(ON_BOARD) and is_player(str(name))
        )


def add_level(parser: Where) -> None:
    """``--level``."""
    levels = f"how deep it looks: {', '.join(LEVELS)} (default: normal)"
    named = checked(Level.named)
    add_value(parser, "--level LEVEL", levels, named, Level.NORMAL)


def add_player(parser: Where, players: Sequence[str] = PLAYERS, boards: bool = False) -> None:
    """``--player``, ``--monitor``, ``--image``, ``--anyway``; *boards*: a real one may play."""
    board = ", serial:PORT (a real board, see docs/hardware.md)" if boards else ""
    python = (
        ", python (the same replies without a machine), literal (the same, step by step as in 1976)"
        if "python" in players
        else ""
    )
    add_choice(
        parser,
        "--player",
        _Players(players) if boards else players,
        f"who plays: rom (Janus), original (the program of 1976){python}{board} (default: original "
        "once you have added it with microchess image, else rom)",
    )
    add_choice(
        parser,
        "--monitor",
        ("ours", "kim"),
        "the KIM-1's ROM: ours, or kim for its own (default: kim once you have added both halves)",
    )
    add_list(
        parser,
        "--image FILE[@ADDR]",
        "run the program in FILE without adding it; a raw binary needs @ADDR; may be repeated",
    )
    add_flag(parser, "--anyway", "run FILE even if it is not recognised")
    rules.needs(parser, "--anyway", "--image")
    rules.refuses(parser, "--monitor --image", _in_python, NO_MACHINE)
    rules.refuses(parser, "--image", lambda its: its.player == "rom", "on the player rom")


def add_processes(parser: Where, each: str) -> None:
    """``--jobs``."""
    add_value(parser, "--jobs N", each, whole(1, MOST_JOBS), 1)


def add_jobs(parser: Where, each: str = "processes") -> None:
    """``--jobs`` and ``--scheduler``, see `microchess.batches`."""
    add_processes(parser, each)
    parser.add_argument(
        "--dask",
        "--scheduler",
        dest="scheduler",
        metavar="ADDRESS",
        help="use the Dask cluster at this address, or local (needs pip install '.[dask]')",
    )


def add_formula(parser: Where) -> None:
    """``--formula``."""
    help = "let the player python use the weights in a TOML file, see docs/reference.md"
    add_value(parser, "--formula FILE", help)
    rules.refuses(parser, "--formula", _not_python, "on another player than python")


def add_budget(parser: Where) -> None:
    """``--budget``."""
    help = f"give up a reply after so many cycles of the machine (default: {DEFAULT_BUDGET:,})"
    add_value(parser, "--budget CYCLES", help, whole(1), DEFAULT_BUDGET)


def budget_rule(parser: Where) -> None:
    """``--budget`` is for a player in the emulated machine."""
    rules.refuses(parser, "--budget", _in_python, NO_MACHINE)
    rules.refuses(parser, "--budget --trace", _on_board, "on a real board")


def _on_board(arguments: argparse.Namespace) -> bool:
    return (arguments.player or "").startswith(ON_BOARD)


def _not_python(arguments: argparse.Namespace) -> bool:
    return getattr(arguments, "player", None) not in (None, "python")


def _in_python(arguments: argparse.Namespace) -> bool:
    return arguments.player in IN_PYTHON or getattr(arguments, "formula", None) is not None


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
    join_board(spec)
    return spec


def join_board(spec: PlayerSpec) -> None:
    """Where the player is a board: have it ready, its owner asked before a program is loaded.

    Raises SerialError.
    """
    if spec.port is None:
        return
    from microchess.machine.serial_player import board_at
    from tui.cli.progress import stretch

    with stretch(f"{spec.port}: looking for the program") as told:
        board_at(spec.port, spec.program, _may_load, progress=told)


def _may_load(question: str) -> bool:
    from tui.cli.outfile import confirmed

    answer = confirmed(question)
    if answer is None:
        print(f"{question} Nobody answered, so no", file=sys.stderr)
    return bool(answer)


def read_input(path: str, most: int) -> str:
    """The text in a file of at most *most* bytes; ``-`` is standard input. Raises OSError."""
    if path != "-":
        return reading.read_text(path, most)
    text = sys.stdin.read(most + 1)
    if len(text) > most:
        raise FileRefused(errno.EFBIG, f"more than {most:,} characters", "standard input")
    return text


def open_input(path: str) -> AbstractContextManager[TextIO]:
    """The text in a file, to be read line by line; ``-`` is standard input. Raises OSError."""
    return nullcontext(sys.stdin) if path == "-" else reading.open_text(path)
