"""``microchess kim convert``: a program file in another format."""

import argparse
import sys
from dataclasses import replace

from emu.errors import ProgramFileError
from emu.files.programs import (
    FORMATS,
    Program,
    format_for,
    format_of,
    read_file,
    write_program,
)
from tui.cli.arguments import add_choice, add_value, address, byte, span
from tui.cli.outfile import OutFile, add_force, settle
from tui.cli.rules import refuses

_FORMATS = "\n".join(
    f"  {key:<5} {' '.join(format.suffixes):<18} {format.name}" for key, format in FORMATS.items()
)
HELP = f"""\
Read a program file, and write the same bytes in another format.

IN is recognised by its contents: paper tape, Intel HEX, S-record, hex dump, KIM1 cassette image or
cassette recording (WAV). Anything else is a raw binary, which needs its address. The suffix of OUT
decides what is written:
{_FORMATS}

examples:
  microchess kim convert microchess.ptp microchess.hex
  microchess kim convert game.bin game.ptp --at 0200
  microchess kim convert game.ptp game.bin --fill FF           gaps between segments filled
  microchess kim convert microchess.ptp page2.kim1 --only 0200-03F9 --id C1
  microchess kim convert game.s19 - --format dump              to the terminal

A raw binary loses its address. A KIM1 image holds one segment of at most 65,535 bytes. Only Intel
HEX and S-records keep a start address.
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN[@ADDR]", help="a file of any known format")
    parser.add_argument("target", metavar="OUT", help="the file to write; - is the terminal")
    add_value(parser, "--at ADDR", "the address of a raw binary IN", address)
    add_choice(parser, "--format", FORMATS, "the format of OUT (default: by its suffix)")
    add_value(parser, "--only FIRST-LAST", "write only these addresses", span)
    add_value(parser, "--fill BYTE", "fill the gaps with this byte", byte)
    add_value(parser, "--id ID", "the ID of a KIM1 image (default: that of IN, else 01)", byte)
    add_force(parser)
    refuses(parser, "--force", lambda its: its.target == "-", "on the terminal")
    refuses(parser, "--id", _has_no_id, "on a format that keeps none")


def _has_no_id(arguments: argparse.Namespace) -> bool:
    format = arguments.format or format_of(arguments.target)
    return format is not None and not FORMATS[format].tape_id


def run(arguments: argparse.Namespace) -> int:
    if arguments.target == "-" and arguments.format is None:
        raise ProgramFileError(f"- has no suffix; give --format {', '.join(FORMATS)}")
    format = arguments.format or format_for(arguments.target)
    program = _chosen(arguments)
    contents = write_program(program, format)
    out = None if arguments.target == "-" else settle(arguments.target, arguments.force)
    deliver(program, format, contents, out)
    return 0


def deliver(program: Program, format: str, contents: bytes, out: OutFile | None) -> None:
    """Put *program* into a file, None: onto the terminal, and tell what that holds."""
    if out:
        out.write(contents)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(contents)
    kind, notes = FORMATS[format], list(program.notes)
    if program.start is not None and not kind.start:
        notes.append(f"the start address ${program.start:04X} is not kept")
    if program.tape_id is not None and not kind.tape_id:
        notes.append(f"the tape's ID ${program.tape_id:02X} is not kept")
    held = sum(len(segment.data) for segment in program.segments)
    spans = " ".join(f"${one.address:04X}-${one.end - 1:04X}" for one in program.segments)
    what = f"{out.path if out else '-'}: {kind.name}, {held} bytes, {spans}"
    print(*(f"note: {note}" for note in notes), what, sep="\n", file=None if out else sys.stderr)


def _chosen(arguments: argparse.Namespace) -> Program:
    """The part of the program that is wanted."""
    program = read_file(arguments.source, arguments.at)
    if arguments.only is not None:
        first, last = arguments.only
        program = program.within(first, last)
        if not program.segments:
            raise ProgramFileError(f"{program.name} has no bytes at ${first:04X}-${last:04X}")
    if arguments.fill is not None:
        program = program.filled(arguments.fill)
    return program if arguments.id is None else replace(program, tape_id=arguments.id)
