"""``microchess tape``: cassette recordings of the KIM-1 as WAV files."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from emu.cassette import wav
from emu.cassette.audio import RATES, Audio
from emu.cassette.decode import decode
from emu.cassette.record_reader import Found
from emu.cassette.signal import SPEEDS
from emu.cassette.tapes import RATE, program_of, record_wav, span, sum_read, titled
from emu.errors import TapeError
from emu.files import reading
from emu.files.programs import format_for, read_file, write_program
from emu.notation import counted
from tui.cli.arguments import add_flag, add_value, byte, whole
from tui.cli.commands.kim.convert import deliver
from tui.cli.outfile import add_force, settle
from tui.cli.rules import needs

HELP = """\
Read and make cassette recordings of the KIM-1 as WAV files.

examples:
  microchess tape info chess.wav                     what is on the recording
  microchess tape load chess.wav -o chess.ptp        all its records as a program file
  microchess tape load games.wav --id 0B -o b.hex    those with ID 0B
  microchess tape save chess.ptp chess.wav --id C1   a recording to load into a KIM-1
  microchess kim convert chess.wav chess.hex         either way, as the names tell
  microchess image add chess.wav                     one's own tape of the 1976 program

A recording is a WAV file: any sample rate from 8,000, 8 to 32 bits, mono or stereo, with several
records at any speeds and anything between them. Program files are those of microchess kim convert;
their suffix tells the format. Files that exist are left alone without --force.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the command and its actions."""
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    _add_info(actions)
    _add_load(actions)
    _add_save(actions)


def _add_info(actions: Any) -> None:
    parser = actions.add_parser(
        "info",
        help="list the records of a recording",
        description="The records of a recording: where, what, how fast, and what is wrong.",
        epilog="example: microchess tape info chess.wav; exit code 1 when no record is found or "
        "one is bad",
    )
    parser.add_argument("source", metavar="FILE.wav", help="the recording")
    add_flag(parser, "--json", "print JSON; addresses are numbers")
    parser.set_defaults(run=_info)


def _add_load(actions: Any) -> None:
    parser = actions.add_parser(
        "load",
        help="make a program file of a recording",
        description="All records of a recording together as a program file.",
        epilog="example: microchess tape load chess.wav --id C1 -o chess.ptp",
    )
    parser.add_argument("source", metavar="FILE.wav", help="the recording")
    add_value(parser, "--id ID", "records with this ID only", byte)
    parser.add_argument(
        "-o", "--out", metavar="FILE", help="the program file (default: paper tape to the terminal)"
    )
    add_flag(parser, "--anyway", "also use what was read of bad records")
    add_force(parser)
    parser.set_defaults(run=_load)
    needs(parser, "--force", "--out")


def _add_save(actions: Any) -> None:
    parser = actions.add_parser(
        "save",
        help="make a recording of a program file",
        description="Make a recording of a program file. Each segment becomes a record.",
        epilog="example: microchess tape save chess.ptp chess.wav --id C1 --speed 3",
    )
    parser.add_argument("source", metavar="FILE[@ADDR]", help="a program file of any known format")
    parser.add_argument("target", metavar="OUT.wav", help="the recording")
    add_value(parser, "--id ID", "01 to FE (default: the file's, 01)", byte)
    add_value(parser, "--rate HZ", "8000 to 192000", whole(RATES[0], RATES[-1]), RATE)
    parser.add_argument(
        "--speed",
        type=int,
        choices=SPEEDS,
        default=1,
        help="1: the KIM-1's own; 3 or 6: Hypertape, which it loads as well (default: 1)",
    )
    add_force(parser)
    parser.set_defaults(run=_save)


def _info(arguments: argparse.Namespace) -> int:
    with recording(arguments.source) as audio:
        found = decode(audio)
    code = 0 if found and all(one.good for one in found) else 1
    if arguments.json:
        print(json.dumps(_fields(arguments.source, audio, found)))
        return code
    print(
        f"{arguments.source}: {audio.seconds:.1f} s, {audio.rate} Hz, "
        f"{counted(len(audio.channels), 'channel')}"
    )
    for note in audio.notes:
        print(f"note: {note}")
    if not found:
        raise TapeError(f"{arguments.source}: no tape record found")
    print("     at  ID  addresses  bytes  checksum  speed           syncs")
    for one in found:
        print(_row(one))
        for complaint in one.complaints:
            print(f"{'':13}{complaint}")
    bad = sum(not one.good for one in found)
    print(f"{counted(len(found), 'record')}, " + (f"{bad} bad" if bad else "all good"))
    return code


def _row(one: Found) -> str:
    return (
        f"{one.position:5.1f} s  {titled(one)}  {span(one)}  {len(one.data):5}  {sum_read(one):8}  "
        f"x{one.speed} {100 * one.deviation:+5.1f} %       {one.syncs:5}"
    )


def _fields(name: str, audio: Audio, found: list[Found]) -> dict[str, Any]:
    return {
        "name": name,
        "seconds": audio.seconds,
        "rate": audio.rate,
        "channels": len(audio.channels),
        "notes": list(audio.notes),
        "records": [
            {
                "id": one.id,
                "start": one.start,
                "bytes": len(one.data),
                "data": one.data.hex(),
                "checksum": one.checksum,
                "checksum_read": one.checksum_read,
                "good": one.good,
                "complaints": list(one.complaints),
                "position": round(one.position, 3),
                "end": round(one.end, 3),
                "speed": one.speed,
                "deviation": round(one.deviation, 4),
                "syncs": one.syncs,
            }
            for one in found
        ],
    }


def _load(arguments: argparse.Namespace) -> int:
    format = format_for(arguments.out) if arguments.out else "ptp"
    with recording(arguments.source) as audio:
        found = [one for one in decode(audio) if arguments.id in (None, one.id)]
    if not found and arguments.id is not None:
        raise TapeError(f"{arguments.source}: no record with the ID ${arguments.id:02X} found")
    program = program_of(found, arguments.source, arguments.anyway)
    for note in audio.notes:
        print(f"note: {note}", file=sys.stderr)
    out = settle(arguments.out, arguments.force) if arguments.out else None
    deliver(program, format, write_program(program, format), out)
    return 0


def _save(arguments: argparse.Namespace) -> int:
    o = arguments
    program = read_file(o.source)
    contents = record_wav(program, id=o.id, rate=o.rate, speed=o.speed)
    deliver(program, "wav", contents, settle(o.target, o.force))
    return 0


@contextmanager
def recording(path: str | Path) -> Iterator[Audio]:
    """What is in a WAV file, while it is open."""
    with reading.open_bytes(path, wav.limit) as file:
        yield wav.read(file, Path(path).name)
