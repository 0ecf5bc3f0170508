"""``microchess kim dis``: a program or a state as 6502 assembly."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from emu.files import statefile
from emu.files.programs import read_file
from emu.machine import Machine
from emu.watch.labels import LabelError
from emu.watch.listing import Listing, ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.sources import SourceLine
from tui.cli.arguments import add_flag, add_list, add_monitor, add_value
from tui.cli.machines import monitor
from tui.cli.rules import alone
from tui.cli.run import places
from tui.cli.run.places import UsageError

HELP = """\
Disassemble a program file, or a --range of it, of a state, or of the ROM.

examples:
  microchess kim dis game.ptp
  microchess kim dis game.bin@0200 --range 0210-022F --labels game.lbl
  microchess kim dis --range SCANDS-1F47          the monitor
  microchess kim dis --state stopped.kim-state --range 0200-02FF

A label file has lines such as al 000200 .name (ld65 -Ln, VICE) or name = $0200, or it is what
ld65 --dbgfile writes; then FILE:LINE is an address too.
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE[@ADDR]", help="a program file")
    add_value(parser, "--state FILE", "disassemble the memory of a state", Path)
    add_list(parser, "--range FIRST-LAST", "only these addresses; may be repeated", dest="ranges")
    add_list(parser, "--labels FILE", "names of addresses; may be repeated", Path)
    add_monitor(parser)
    add_flag(parser, "--undocumented", "show undocumented opcodes by name, not as bytes")
    add_flag(parser, "--json", "print a JSON object for each instruction")
    alone(parser, "FILE[@ADDR] --state")


def run(arguments: argparse.Namespace) -> int:
    try:
        memory, ranges, known = _selected(arguments)
    except (UsageError, LabelError) as error:
        return places.refused("kim dis", error)
    show = _as_json if arguments.json else _as_text
    for place in ranges:
        sources = known.sources
        listing = Listing(memory, known, data=sources.data, undocumented=arguments.undocumented)
        for line in listing.covering(place):
            print(*show(line, sources.lines.get(line.address)), sep="\n")
    return 0


def _selected(arguments: argparse.Namespace) -> tuple[MemoryImage, list[range], places.Labels]:
    if not arguments.file and not arguments.ranges:
        raise UsageError("what to disassemble is missing; expected a FILE or --range")
    saved = statefile.read(arguments.state) if arguments.state else None
    rom = monitor(arguments.monitor, saved)
    known = places.known_labels(rom, arguments.labels)
    ranges = [known.span(text) for text in arguments.ranges]
    if arguments.file:
        program = read_file(arguments.file)
        ranges = ranges or [range(s.address, s.end) for s in program.segments]
        return MemoryImage.of_program(program), ranges, known
    machine = Machine(rom, saved.state.expansions if saved else ())
    if saved:
        machine.restore(saved.on(rom))
    return MemoryImage.of(machine), ranges, known


def _as_text(line: ListingLine, source: SourceLine | None) -> Iterator[str]:
    if line.label:
        yield f"{line.label}:"
    text = f"  {line.address:04X}  {line.data.hex(' ').upper():<8}  {line.text}"
    yield f"{text:<36}  ; {source}  {source.text}".rstrip() if source else text


def _as_json(line: ListingLine, source: SourceLine | None) -> Iterator[str]:
    yield json.dumps(
        {
            "address": f"{line.address:04X}",
            "bytes": line.data.hex().upper(),
            "text": line.text,
            "label": line.label or None,
            **({"source": str(source), "line": source.text} if source else {}),
        }
    )
