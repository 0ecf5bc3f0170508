"""``microchess image``: bring, list and remove program images."""

from __future__ import annotations

import argparse

from emu.files.programs import read_source
from microchess.machine.library import Library
from tui.cli.arguments import add_flag

HELP = """\
Program images of yours: added once, used from then on.

formats: MOS paper tape (.ptp), Intel HEX, Motorola S-record, hex dump (ADDR BYTE BYTE ...),
KIM1 cassette image (.kim1), raw binary with its address (FILE@0000); several files are taken
together as one program

examples:
  microchess image add microchess.ptp
  microchess image add low.bin@0000 page1.bin@0100 page2.bin@0200 riot.bin@1780
  microchess image add 6530-002.bin 6530-003.bin      the KIM-1's own ROMs
  microchess image list
  microchess image remove microchess                  back to Janus
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    examples = HELP.partition("\n\n")[2]
    adding = actions.add_parser("add", help="recognise files and keep them", epilog=examples)
    adding.add_argument("files", nargs="+", metavar="FILE[@ADDR]")
    add_flag(adding, "--anyway", "keep a program even if it is not recognised")
    adding.set_defaults(run=_add)
    listing = actions.add_parser(
        "list", help="show what there is", epilog="example: microchess image list"
    )
    listing.set_defaults(run=_list)
    removing = actions.add_parser(
        "remove", help="forget an image", epilog="example: microchess image remove microchess"
    )
    removing.add_argument("name")
    removing.set_defaults(run=_remove)


def _add(arguments: argparse.Namespace) -> int:
    library = Library()
    sources = [read_source(text) for text in arguments.files]
    for entry in library.add(sources, anyway=arguments.anyway):
        print(f"{entry.name}: added from {entry.source}")
        for note in entry.notes:
            print(f"  {note}")
    if not library.monitor() and any(e.name.startswith("6530") for e in library.entries()):
        print("  one half alone is not used; add the other one as well")
    return 0


def _list(_: argparse.Namespace) -> int:
    library = Library()
    entries = library.entries()
    for entry in entries:
        known = "recognised" if entry.recognised else "not recognised"
        fault = library.fault(entry)
        print(f"{entry.name:<11} {fault or known}, from {entry.source}")
        for note in entry.notes:
            print(f"{'':<11} {note}")
    if not entries:
        print("no images; Janus and our own monitor ROM are used")
    print(f"kept in {library.folder}")
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    Library().remove(arguments.name)
    print(f"{arguments.name}: removed")
    return 0
