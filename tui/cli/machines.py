"""A KIM-1 as the options of a command describe it: ROM, memory plugged in, programs loaded."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import rom
from emu.bus import BOARD_SIZE, Expansion
from emu.files import reading
from emu.files.formats.image import Program
from emu.files.programs import read_file
from emu.files.statefile import Saved, rom_hashes
from emu.kim1 import MONITOR_SIZE
from emu.machine import Machine
from emu.plain import plain_line
from emu.watch.debug import DebugMachine
from microchess.errors import ImageError
from microchess.machine.choose import own_monitor
from microchess.machine.library import Library
from tui.cli.arguments import add_flag, add_list, add_value, address, checked
from tui.cli.rules import needs

HALVES = ("6530-003.bin", "6530-002.bin")
"""Files of the KIM-1's own ROM, from $1800 and $1C00 on."""
_K, _LONGEST = 1024, 6


def add_machine(parser: argparse.ArgumentParser) -> None:
    """``FILE...``, what is plugged in, and ``--monitor``."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE[@ADDR]", help="programs to put into memory first"
    )
    group = parser.add_argument_group("the machine")
    add_list(
        group,
        "--ram ADDR:SIZE",
        "add RAM, such as 0400:4K or 2000-FFF7; may be repeated",
        checked(expansion),
    )
    add_list(group, "--rom FILE@ADDR", "add ROM with the contents of FILE; may be repeated")
    add_flag(
        group,
        "--repeat",
        "let the board's 8 KB repeat around memory at 2000 and above (DECODE ENABLE at ground)",
    )
    add_flag(group, "--documented-only", "stop at undocumented opcodes")
    add_value(
        group,
        "--monitor ours|kim|DIR",
        "the KIM-1's ROM: ours, kim for its own as added with image add, or a folder with "
        f"{HALVES[1]} and {HALVES[0]} (default: kim once you have added both halves)",
    )
    needs(parser, "--repeat", "--ram --rom")


def empty(arguments: argparse.Namespace, monitor_rom: bytes, preset: bool = True) -> DebugMachine:
    """The machine that the options describe, before its programs are loaded.

    Raises OSError and EmuError with what is wrong.
    """
    roms = [read_file(text) for text in arguments.rom]
    plugged = [Expansion(s.address, len(s.data), False) for one in roms for s in one.segments]
    made = DebugMachine(
        monitor_rom,
        [replace(each, repeats=arguments.repeat) for each in (*arguments.ram, *plugged)],
        documented_only=arguments.documented_only,
        preset=preset,
    )
    for program in roms:
        load(made, program)
    return made


def load(one: Machine, program: Program) -> None:
    """Put *program* into memory, saying on stderr what its owner may not know.

    Raises AddressError where there is no memory.
    """
    one.load(program)
    again = [s for s in program.segments if one.board.bus.is_repetition(s.address)]
    notes = [
        f"${s.address:04X} is ${s.address % BOARD_SIZE:04X} over again; "
        "--ram and --rom plug in memory of its own"
        for s in again
    ]
    for note in (*program.notes, *notes):
        print(plain_line(f"{program.name}: {note}"), file=sys.stderr)


def expansion(text: str) -> Expansion:
    """``ADDR:SIZE``, the size in bytes or with K, or ``FIRST-LAST``, in hex; for argparse."""
    first, dash, last = text.partition("-")
    if dash:
        start = address(first)
        return Expansion(start, address(last) + 1 - start)
    at, _, size = text.upper().partition(":")
    count = size.removesuffix("K")
    if not (count.isascii() and count.isdecimal()) or len(count) > _LONGEST:
        raise argparse.ArgumentTypeError(
            f"{text!r}; expected ADDR:SIZE, e.g. 0400:4K, or FIRST-LAST (addresses in hex)"
        )
    return Expansion(address(at), int(count) * (_K if size.endswith("K") else 1))


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
