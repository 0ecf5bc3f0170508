"""``microchess uci``: the UCI engine, as microchess-uci."""

import argparse

HELP = """\
Run as a UCI engine (Universal Chess Interface) on standard input and output.

In a chess GUI, enter the path of microchess-uci, which does the same.

examples:
  microchess uci
  printf 'setoption name Level value blitz\\ngo\\n' | microchess uci
"""


def add(parser: argparse.ArgumentParser) -> None:
    """It has none: its options are those of the protocol."""


def run(_: argparse.Namespace) -> int:
    from microchess.uci.main import main

    return main()
