"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from microchess.errors import ImageError, LevelError
from microchess.levels import Level
from microchess.library import Library, Source, read_sources
from microchess.player import Player, janus, original
from microchess.solvers import MachineSolver, PythonSolver, Solver

LEVELS = tuple(level.title for level in Level)
PLAYERS = ("rom", "original")
SOLVERS = (*PLAYERS, "python")


@dataclass(frozen=True)
class Seat:
    """A player with the KIM-1 ROM it runs on (None: ours), and what a person should know of it."""

    player: Player
    monitor: bytes | None
    notes: tuple[str, ...] = ()


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
    """``--player``, ``--image`` and ``--anyway``."""
    python = "; python: the same player without a machine" if "python" in players else ""
    parser.add_argument(
        "--player",
        choices=players,
        help="rom: our Janus on our monitor; original: your copy of the 1976 program"
        f"{python} (default: original once it was added with microchess image add, else rom)",
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


def seat(arguments: argparse.Namespace, library: Library | None = None) -> Seat:
    """The player that the options name.

    Raises ImageError when the original is wanted and there is none, and what reading files raises.
    """
    if arguments.player == "rom":
        if arguments.image:
            raise ImageError("--image runs the original; it cannot be used with --player rom")
        return Seat(janus(), None)
    library = library or Library()
    monitor = library.monitor()
    if arguments.image:
        sources = [read_source(text) for text in arguments.image]
        program, notes, _ = read_sources(sources, library.manifest, arguments.anyway)
        return Seat(original(program), monitor, notes)
    own = library.program()
    if own is not None:
        return Seat(original(own), monitor)
    if arguments.player == "original":
        raise ImageError(
            "there is no copy of the 1976 program; add yours with microchess image add FILE"
        )
    return Seat(janus(), monitor)


def solver_for(arguments: argparse.Namespace, quiet: bool = False) -> Solver:
    """Who answers positions, by the options; notes about an image go to stderr unless *quiet*.

    Raises what :func:`seat` raises.
    """
    if arguments.player == "python":
        if arguments.image:
            raise ImageError("--image runs the original; it cannot be used with --player python")
        return PythonSolver()
    chosen = seat(arguments)
    for note in () if quiet else chosen.notes:
        print(note, file=sys.stderr)
    return MachineSolver(chosen.player, chosen.monitor)


def read_source(text: str) -> Source:
    """The file behind ``FILE`` or ``FILE@ADDR`` (hexadecimal).

    Raises OSError when it cannot be read, ImageError when the address is none.
    """
    path, at, digits = text.rpartition("@")
    if not at or Path(text).exists():
        path, digits = text, ""
    address = None
    if at and path != text:
        try:
            address = int(digits.removeprefix("$").removeprefix("0x"), 16)
        except ValueError:
            raise ImageError(f"{text}: {digits!r} is no hexadecimal address") from None
    return Source(Path(path).name, Path(path).read_bytes(), address)


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
