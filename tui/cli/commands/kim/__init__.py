"""``microchess kim``: the computer itself, for any program."""

import argparse

from tui.cli.parser import add_command

HELP = "Run and inspect any program for the KIM-1."
SUBCOMMANDS = {
    "run": "run a program without a screen, for scripts",
    "dis": "disassemble a program, a state or the monitor",
    "replay": "repeat exactly what a log recorded",
    "state": "check a state file and show what it holds",
    "tty": "connect this terminal, a pipe or a pseudo-terminal to the serial line",
    "serial": "load, dump, save and run programs on a real board",
    "convert": "write a program file in another format",
    "info": "show the format, segments and sums of a program file",
    "conform": "run published tests of the 6502 on the emulated processor",
    "fuzz": "compare py65 and the recompiler on random programs",
}
"""Modules of this package, and what each is for."""


def add(parser: argparse.ArgumentParser) -> None:
    below = parser.add_subparsers(metavar="SUBCOMMAND", dest="subcommand", required=True)
    for name, summary in SUBCOMMANDS.items():
        add_command(below, f"{__name__}.{name}", help=summary)
