"""``microchess kim``: the computer itself, for any program."""

from __future__ import annotations

import argparse

from tui.cli.parser import add_command

HELP = "The KIM-1 itself, for any program."
SUBCOMMANDS = {
    "run": "run a program without a screen, for scripts",
    "dis": "disassemble a program, a state or the monitor, with labels",
    "replay": "do again, exactly, what a log says was done",
    "state": "look at a state file",
    "tty": "a terminal on the serial line: this one, a pipe, a pseudo-terminal",
    "serial": "a real board at a serial port: load, dump, save, run, talk",
    "convert": "write a program file in another format",
    "info": "show format, segments and sums of a program file",
    "conform": "run Dormann's functional test or SingleStepTests on the processor",
    "fuzz": "random programs on py65 and the recompiler, in lock step",
}
"""Modules of this package, and what each is for."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare what is under it."""
    below = parser.add_subparsers(metavar="SUBCOMMAND", dest="subcommand", required=True)
    for name, summary in SUBCOMMANDS.items():
        add_command(below, f"{__name__}.{name}", help=summary)
