"""``microchess kim``: the machine itself, one module a subcommand."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

SUBCOMMANDS = ("convert", "info")
"""Modules of this package, each with ``add(subcommands)`` as a command has."""
_EXAMPLES = """\
examples:
  microchess kim info microchess.ptp
  microchess kim convert microchess.ptp microchess.hex
  microchess kim conform 6502_functional_test.bin
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "kim",
        help="the KIM-1 itself: program files, conformance",
        description="The KIM-1 itself.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    subcommands = parser.add_subparsers(metavar="SUBCOMMAND", dest="subcommand", required=True)
    for name in SUBCOMMANDS:
        import_module(f"tui.commands.kim.{name}").add(subcommands)
