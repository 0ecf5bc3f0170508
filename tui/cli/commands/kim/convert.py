"""``microchess kim convert``: a program file in another format."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import Any

from emu.errors import ProgramFileError
from emu.files.programs import FORMATS, Program, format_for, read_program, write_program
from emu.files.source import read_source
from tui.cli.hexadecimal import address, byte, span
from tui.cli.outfile import write_new

_EXAMPLES = """\
IN is recognised by its contents: paper tape, Intel HEX, S-record, hex dump, KIM1 cassette image,
cassette recording (WAV); anything else is a raw binary, which needs its address. OUT's suffix says
what is written:
{formats}

examples:
  microchess kim convert microchess.ptp microchess.hex
  microchess kim convert game.bin game.ptp --at 0200
  microchess kim convert game.ptp game.bin --fill FF           gaps between segments filled
  microchess kim convert microchess.ptp page2.kim1 --only 0200-03F9 --id C1
  microchess kim convert game.s19 - --format dump              to the terminal

A raw binary loses its address, a KIM1 image holds one segment of at most 65,535 bytes, only Intel
HEX and S-records keep a start address. An existing OUT is left alone without --force.
"""


def add(commands: Any) -> None:
    """Declare the command."""
    formats = "\n".join(
        f"  {key:<5} {' '.join(format.suffixes):<18} {format.name}"
        for key, format in FORMATS.items()
    )
    parser = commands.add_parser(
        "convert",
        help="write a program file in another format",
        description="Read a program file, write the same bytes in another format.",
        epilog=_EXAMPLES.format(formats=formats),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", metavar="IN[@ADDR]", help="a file of any known format")
    parser.add_argument("target", metavar="OUT", help="the file to write; - is the terminal")
    parser.add_argument("--at", type=address, metavar="ADDR", help="where a raw binary IN loads")
    parser.add_argument("--format", choices=FORMATS, help="of OUT (default: by its suffix)")
    parser.add_argument("--only", type=span, metavar="FIRST-LAST", help="these addresses only")
    parser.add_argument("--fill", type=byte, metavar="BYTE", help="fill the gaps with this byte")
    parser.add_argument("--id", type=byte, metavar="ID", help="of a KIM1 image (default: IN's, 01)")
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Convert."""
    to_terminal = arguments.target == "-"
    if to_terminal and arguments.format is None:
        raise ProgramFileError(f"- has no suffix; give --format {', '.join(FORMATS)}")
    format = arguments.format or format_for(arguments.target)
    program = _chosen(arguments)
    contents = write_program(program, format)
    if to_terminal:
        sys.stdout.flush()
        sys.stdout.buffer.write(contents)
    else:
        write_new(arguments.target, contents, arguments.force)
    messages = sys.stderr if to_terminal else sys.stdout
    held = sum(len(segment.data) for segment in program.segments)
    for note in (*program.notes, *_losses(program, format)):
        print(f"note: {note}", file=messages)
    print(
        f"{arguments.target}: {FORMATS[format].name}, {held} bytes, {spans(program)}", file=messages
    )
    return 0


def spans(program: Program) -> str:
    """Where the program lies: ``$0000-$004D $0200-$03FF``."""
    return " ".join(f"${one.address:04X}-${one.end - 1:04X}" for one in program.segments)


def read_file(arguments: argparse.Namespace) -> tuple[Program, bytes]:
    """The program in ``arguments.source`` and the contents of the file."""
    source = read_source(arguments.source)
    place = source.address if arguments.at is None else arguments.at
    return read_program(source.data, source.name, place), source.data


def _chosen(arguments: argparse.Namespace) -> Program:
    """The part of the program that is wanted."""
    program, _ = read_file(arguments)
    if arguments.only is not None:
        first, last = arguments.only
        program = program.within(first, last)
        if not program.segments:
            raise ProgramFileError(f"{program.name} has no bytes at ${first:04X}-${last:04X}")
    if arguments.fill is not None:
        program = program.filled(arguments.fill)
    return program if arguments.id is None else replace(program, tape_id=arguments.id)


def _losses(program: Program, format: str) -> list[str]:
    """What the program has and a file of the format does not keep."""
    kept = FORMATS[format]
    lost = []
    if program.start is not None and not kept.start:
        lost.append(f"the start address ${program.start:04X} is not kept")
    if program.tape_id is not None and not kept.tape_id:
        lost.append(f"the tape's ID ${program.tape_id:02X} is not kept")
    return lost
