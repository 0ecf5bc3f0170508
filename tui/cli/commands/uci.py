"""``microchess uci``: the UCI engine, as microchess-uci."""

from __future__ import annotations

import argparse
from typing import Any

_EXAMPLES = """\
A chess GUI wants one executable: give it microchess-uci, which is the same.

examples:
  microchess uci
  printf 'setoption name Level value blitz\\ngo\\n' | microchess uci
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "uci",
        description="Speak the Universal Chess Interface on standard input and output.",
        epilog=_EXAMPLES,
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Be an engine until told to quit."""
    from microchess.uci.main import main

    return main()
