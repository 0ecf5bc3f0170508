"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from emu.files.programs import Program
from microchess.errors import ImageError, LevelError
from microchess.machine.library import Library, Source, read_sources
from microchess.machine.player import Player
from microchess.machine.solver import NAMES, PlayerSpec
from microchess.program.levels import Level

LEVELS = tuple(level.title for level in Level)
PLAYERS = ("rom", "original")
SOLVERS = NAMES


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
    """``--player``, ``--monitor``, ``--image`` and ``--anyway``."""
    python = "; python: the same player without a machine" if "python" in players else ""
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


def player_spec(arguments: argparse.Namespace) -> tuple[PlayerSpec, tuple[str, ...]]:
    """The player that the options name, and what a person should know of his image.

    Raises ImageError when the original is wanted and there is none, and what reading files raises.
    """
    if arguments.image and arguments.player in ("rom", "python"):
        raise ImageError(f"--image runs the original, not --player {arguments.player}")
    if arguments.player == "python":
        return PlayerSpec("python"), ()
    library = Library()
    monitor = own_monitor(arguments.monitor, library)
    if arguments.image or arguments.player == "original":
        program, notes = original_program(arguments, library)
        return PlayerSpec("original", program, monitor), notes
    own = None if arguments.player == "rom" else library.program()
    return PlayerSpec("rom" if own is None else "original", own, monitor), ()


def original_program(
    arguments: argparse.Namespace, library: Library
) -> tuple[Program, tuple[str, ...]]:
    """The program of ``--image``, else the one that was added, and what to know of it.

    Raises ImageError when there is none, and what reading files raises.
    """
    if arguments.image:
        sources = [read_source(text) for text in arguments.image]
        program, notes, _ = read_sources(sources, library.manifest, arguments.anyway)
        return program, notes
    own = library.program()
    if own is None:
        raise ImageError(
            "there is no copy of the 1976 program; add yours with microchess image add FILE"
        )
    return own, ()


def own_monitor(wanted: str | None, library: Library) -> bytes | None:
    """The KIM-1's own ROM that ``--monitor`` names, None for ours.

    Raises ImageError when it is wanted and was not added.
    """
    monitor = None if wanted == "ours" else library.monitor()
    if monitor is None and wanted == "kim":
        raise ImageError("both halves of the KIM-1's ROM are needed; see microchess image list")
    return monitor


def seat(arguments: argparse.Namespace) -> Seat:
    """The program for the machine that the options name."""
    spec, notes = player_spec(arguments)
    player = spec.player()
    assert player is not None
    return Seat(player, spec.monitor, notes)


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
