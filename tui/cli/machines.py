"""A KIM-1 as the options of a command describe it: ROM, memory plugged in, programs loaded."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

import rom
from emu.bus import Expansion
from emu.errors import AddressError
from emu.files import reading
from emu.files.source import read_file
from emu.files.statefile import Saved, rom_hashes
from emu.kim1 import MONITOR_SIZE
from emu.machine import Machine
from microchess.errors import ImageError
from microchess.machine.choose import own_monitor
from microchess.machine.library import Library
from tui.cli.hexadecimal import address

HALVES = ("6530-003.bin", "6530-002.bin")
"""Files of the KIM-1's own ROM, from $1800 and $1C00 on."""
_K = 1024


def add_machine(parser: argparse.ArgumentParser) -> None:
    """``FILE...``, ``--ram`` and ``--monitor``."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE[@ADDR]", help="programs to put into memory first"
    )
    parser.add_argument(
        "--ram",
        type=expansion,
        action="append",
        default=[],
        metavar="ADDR:SIZE",
        help="RAM plugged in, e.g. 0400:4K or 2000:16K; may be repeated",
    )
    parser.add_argument(
        "--monitor",
        metavar="ours|kim|DIR",
        help="the KIM-1's ROM: ours, its own as added with image add, or its own in a folder with "
        f"{HALVES[1]} and {HALVES[0]} (default: its own once both halves were added)",
    )


def machine(
    arguments: argparse.Namespace,
    build: Callable[[bytes, Iterable[Expansion]], Machine] = Machine,
) -> Machine:
    """The machine that the options describe, programs in memory.

    Raises OSError, ImageError and EmuError with what is wrong, before anything is loaded.
    """
    programs = [read_file(text) for text in arguments.files]
    one = build(monitor(arguments.monitor), arguments.ram)
    for program in programs:
        one.load(program)
    return one


def expansion(text: str) -> Expansion:
    """``ADDR:SIZE``, the address hexadecimal, the size in bytes or with K; for argparse."""
    at, _, size = text.upper().partition(":")
    count = size.removesuffix("K")
    if not count.isdecimal():
        raise argparse.ArgumentTypeError(
            f"{text!r}; expected ADDR:SIZE, e.g. 0400:4K (the address in hex)"
        )
    try:
        return Expansion(address(at), int(count) * (_K if size.endswith("K") else 1))
    except AddressError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def monitor(wanted: str | None, saved: Saved | None = None) -> bytes:
    """The 2,048 bytes of the KIM-1's ROM that ``--monitor`` names.

    Without a wish it is the one *saved* comes from, if that is at hand. Raises OSError, and
    ImageError when there is none.
    """
    if wanted is None and saved is not None and rom_hashes(rom.monitor()) == saved.rom:
        return rom.monitor()
    if wanted not in (None, "ours", "kim"):
        return _from_folder(Path(wanted or ""))
    return own_monitor(wanted, Library()) or rom.monitor()


def _from_folder(folder: Path) -> bytes:
    if not folder.is_dir():
        raise ImageError(f"--monitor {folder}: expected ours, kim or a folder with {HALVES[1]}")
    image = b"".join(reading.read_bytes(folder / name, MONITOR_SIZE) for name in HALVES)
    if len(image) != MONITOR_SIZE:
        raise ImageError(f"{folder}: the halves of the ROM have {len(image)} bytes, expected 2048")
    return image
