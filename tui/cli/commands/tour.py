"""``microchess tour``: how the program plays, a chapter at a time, on a machine of one's own."""

import argparse
import os
import shutil
import sys
from collections.abc import Iterable
from textwrap import fill

from emu.errors import EmuError
from emu.notation import parse_number
from microchess.errors import MicroChessError
from microchess.tour.chapter import built_in
from microchess.tour.live import LiveMachine
from microchess.tour.walk import Kind, Piece, Walk
from tui.cli.arguments import add_flag
from tui.cli.options import add_player, player_spec
from tui.cli.rules import excludes
from tui.cli.terminal import lines

WELCOME = """\
Type what is asked, or hint, help, list, next, quit. On the board capitals are White's pieces, and
brackets mark what the text is about.
"""
_NARROWEST, _WIDEST = 40, 100
_STYLES = {Kind.TITLE: "1", Kind.TASK: "1", Kind.RIGHT: "32", Kind.WRONG: "33"}
HELP = """\
Learn how the program plays, in chapters of three minutes. Each has one thing to do or to predict,
and the live machine answers. You need to know chess, but no 6502.

examples:
  microchess tour                 chapter 1
  microchess tour 4               chapter 4
  microchess tour --list          list the chapters
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("start", nargs="?", metavar="N", help="the chapter to begin with")
    add_flag(parser, "--list", "list the chapters")
    add_player(parser)
    excludes(parser, "--list", "N --player --monitor --image")


def run(arguments: argparse.Namespace) -> int:
    """Lead through the chapters until the input ends or says quit."""
    chapters = built_in()
    last = len(chapters)
    given = "1" if arguments.start is None else arguments.start
    start = parse_number(given, 1, last, f"a chapter, 1 to {last}")
    if arguments.list:
        for number, one in enumerate(chapters, 1):
            print(f"{number:>2}  {one.title}")
        return 0
    spec = player_spec(arguments, tell=True)
    player = spec.player()
    assert player is not None
    machine = LiveMachine(player, spec.monitor)
    session = Walk(chapters, machine)
    print(WELCOME)
    _print(session.go_to(start - 1))
    for line in lines(sys.stdin, lambda: session.prompt):
        try:
            _print(session.say(line))
        except (MicroChessError, EmuError) as error:
            print(error)
        if session.over:
            break
    return 0


def _print(pieces: Iterable[Piece]) -> None:
    width = min(_WIDEST, max(_NARROWEST, shutil.get_terminal_size().columns - 1))
    colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for piece in pieces:
        text = piece.text
        if piece.kind is not Kind.VIEW:
            mark = "> " if piece.kind is Kind.TASK else ""
            text = fill(mark + text, width, subsequent_indent=" " * len(mark))
        if colours and piece.kind in _STYLES:
            text = f"\x1b[{_STYLES[piece.kind]}m{text}\x1b[0m"
        print(f"{text}\n")
