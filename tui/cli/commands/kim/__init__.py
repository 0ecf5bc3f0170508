"""``microchess kim``: the computer itself, for any program."""

from __future__ import annotations

from importlib import import_module
from typing import Any

SUBCOMMANDS = ("run", "dis", "replay", "state", "tty", "convert", "info", "conform", "fuzz")
"""Modules of this package."""


def add(commands: Any) -> None:
    """Declare the command and what is under it."""
    parser = commands.add_parser(
        "kim",
        description="The KIM-1 itself, for any program.",
    )
    below = parser.add_subparsers(
        metavar="SUBCOMMAND", dest="subcommand", required=True, parser_class=type(parser)
    )
    for name in SUBCOMMANDS:
        import_module(f"{__name__}.{name}").add(below)
