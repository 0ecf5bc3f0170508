"""``microchess image``: bring, list and remove program images."""

import argparse
import sys
from textwrap import indent as indent_all

from emu.files import reading
from emu.files.programs import Source, read_source
from emu.plain import plain_line
from microchess.errors import FetchError, ImageError
from microchess.machine.library import PROGRAM, Library, LibraryEntry
from microchess.machine.published import ADDRESS, AUTHOR, GET_IT, TERMS
from tui.cli.arguments import add_flag, add_value
from tui.cli.outfile import confirmed

_STDIN = "-"

HELP = """\
Add the program of 1976, or the KIM-1's own ROMs. You do this once; from then on they are used.

formats: the listing that the author of MicroChess publishes (Microchess6502.txt), MOS paper tape,
Intel HEX, Motorola S-record, hex dump, KIM1 cassette image, cassette recording (.wav), raw binary
with its address (FILE@0000). Several files together are one program; - is standard input.

examples:
  microchess image fetch                              get it from its author's site
  microchess image add Microchess6502.txt             add the file you have
  microchess image add microchess.ptp
  microchess image add low.bin@0000 page1.bin@0100 page2.bin@0200 riot.bin@1780
  microchess image add 6530-002.bin 6530-003.bin      the KIM-1's own ROMs
  microchess image list
  microchess image remove microchess                  back to Janus
"""


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    examples = HELP.partition("\n\n")[2]
    adding = actions.add_parser("add", help="add files you have", epilog=examples)
    adding.add_argument(
        "files", nargs="+", metavar="FILE[@ADDR]", help="a program or ROM; - is standard input"
    )
    add_flag(adding, "--anyway", "add a program even if it is not recognised")
    adding.set_defaults(run=_add)
    fetching = actions.add_parser(
        "fetch",
        help="get the program of 1976 from its author's site",
        epilog="example: microchess image fetch",
    )
    add_value(fetching, "--from URL", f"the address (default: {ADDRESS})")
    add_flag(fetching, "--yes", "do not ask")
    fetching.set_defaults(run=_fetch)
    listing = actions.add_parser(
        "list", help="list what you have added", epilog="example: microchess image list"
    )
    listing.set_defaults(run=_list)
    removing = actions.add_parser(
        "remove",
        help="remove what you have added",
        epilog="example: microchess image remove microchess",
    )
    removing.add_argument("name", help="its name in microchess image list")
    removing.set_defaults(run=_remove)


def _add(arguments: argparse.Namespace) -> int:
    library = Library()
    sources = [_source(text) for text in arguments.files]
    _tell(library, library.add(sources, anyway=arguments.anyway))
    return 0


def _source(text: str) -> Source:
    if text != _STDIN:
        return read_source(text)
    data = sys.stdin.buffer.read(reading.MOST + 1)
    if len(data) > reading.MOST:
        raise ImageError(f"standard input: expected at most {reading.MOST:,} bytes")
    return Source("standard input", data)


def _tell(library: Library, added: list[LibraryEntry]) -> None:
    for entry in added:
        print(plain_line(f"{entry.name}: added from {entry.source}"))
        for note in entry.notes:
            print(plain_line(f"  {note}"))
        if entry.name == PROGRAM:
            _tell_notice(library, "  ")
            print("From now on it plays, at full speed: microchess")
    if not library.monitor() and any(e.name.startswith("6530") for e in library.entries()):
        print("  one half is not enough; add the other one too")


def _tell_notice(library: Library, indent: str) -> None:
    if notice := library.notice():
        print(f"{indent}its author's notice:")
        print(indent_all(notice, f"{indent}  "))


def _fetch(arguments: argparse.Namespace) -> int:
    from microchess.machine.fetching import get_original

    library, address = Library(), getattr(arguments, "from") or ADDRESS
    print(plain_line(f"{library.manifest.title}, its listing from {address}."))
    print(f"It is {AUTHOR}'s work. {TERMS}")
    print(f"Kept in {library.folder}.", flush=True)
    if not (answer := arguments.yes or confirmed("Fetch it?")):
        silent = "; nobody answered; --yes does not ask" if answer is None else ""
        raise FetchError(f"nothing was fetched{silent}")
    _tell(library, get_original(library, address))
    return 0


def _list(_: argparse.Namespace) -> int:
    library = Library()
    entries = library.entries()
    for entry in entries:
        known = "recognised" if entry.recognised else "not recognised"
        fault = library.fault(entry)
        print(plain_line(f"{entry.name:<11} {fault or known}, from {entry.source}"))
        for note in entry.notes:
            print(plain_line(f"{'':<11} {note}"))
        if entry.name == PROGRAM:
            _tell_notice(library, " " * 12)
    if not entries:
        print("no images; Janus and our own monitor ROM are used")
    if PROGRAM not in (entry.name for entry in entries):
        print(GET_IT)
    print(f"kept in {library.folder}")
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    Library().remove(arguments.name)
    print(f"{arguments.name}: removed")
    return 0
