"""``microchess kim info``: what a program file holds."""

import argparse
import hashlib
import json
from typing import Any

from emu.files.programs import Program, read_program, read_source
from emu.watch.origin import assembled_for
from tui.cli.arguments import add_flag, add_value, address

HELP = """\
Show what a program file holds, and where it loads.

examples:
  microchess kim info microchess.ptp
  microchess kim info game.bin --at 0200
  microchess kim info game.hex --json

The sum is the 16-bit sum of address and data that the monitor writes after a segment on tape.
SHA-256 is that of the file. A note warns if jumps show that it was assembled for other addresses.
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FILE[@ADDR]", help="a file of any known format")
    add_value(parser, "--at ADDR", "the address of a raw binary", address)
    add_flag(parser, "--json", "print JSON; addresses are numbers")


def run(arguments: argparse.Namespace) -> int:
    source = read_source(arguments.source, arguments.at)
    program = read_program(source.data, source.name, source.address)
    fields = _fields(program, source.data)
    if arguments.json:
        print(json.dumps(fields))
        return 0
    print(f"{program.name}: {program.format}, {fields['bytes']} bytes")
    for segment in fields["segments"]:
        print(
            f"  ${segment['first']:04X}-${segment['last']:04X} {segment['bytes']:>6} bytes, "
            f"sum ${segment['sum']:04X}"
        )
    if program.start is not None:
        print(f"  starts at ${program.start:04X}")
    if program.tape_id is not None:
        print(f"  tape ID ${program.tape_id:02X}")
    print(f"  sha256 {fields['sha256']}")
    for note in fields["notes"]:
        print(f"  note: {note}")
    return 0


def _fields(program: Program, contents: bytes) -> dict[str, Any]:
    notes = list(program.notes)
    if (fit := assembled_for(program)) is not None:
        notes.append(
            f"its addresses are wrong: its jumps and calls lie in it only if it loads at ${fit:04X}"
        )
    return {
        "name": program.name,
        "format": program.format,
        "bytes": sum(len(segment.data) for segment in program.segments),
        "segments": [
            {
                "first": one.address,
                "last": one.end - 1,
                "bytes": len(one.data),
                "sum": (sum(one.address.to_bytes(2, "big")) + sum(one.data)) & 0xFFFF,
            }
            for one in program.segments
        ],
        "start": program.start,
        "tape_id": program.tape_id,
        "sha256": hashlib.sha256(contents).hexdigest(),
        "notes": notes,
    }
