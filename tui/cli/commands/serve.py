"""``microchess serve``: the full screen in a browser."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from emu import engines
from microchess.program.position import Position
from tui.cli.arguments import add_flag, add_value, count, whole
from tui.cli.commands import play
from tui.session.autosave import forget_old_visitors

HOST, PORT, SESSIONS = "127.0.0.1", 8000, 8
HELP = """\
Play in a browser on this computer.

examples:
  microchess serve                          open the address it prints
  microchess serve --port 8080 --level blitz
  microchess serve --host 0.0.0.0           for other computers as well

The address holds a key, drawn at every start: who does not know it gets no answer. Each tab is a
machine of its own, and is kept when it is closed. Files come and go through the browser.
It needs textual-serve: pip install '.[web]'
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default: {HOST})")
    add_value(parser, "--port N", "port, 0 for any that is free", whole(0, 0xFFFF), PORT)
    parser.add_argument(
        "--url", default="", help="address the browser uses, where a proxy stands in between"
    )
    add_value(parser, "--sessions N", "how many may play at a time", count, SESSIONS)
    add_flag(parser, "--no-save", "do not keep or resume sessions")
    play.add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    start = play.beginning(arguments)
    engines.check()
    start.spec.boot()  # whatever would stop the game in the browser is said here
    if start.board is not None:
        Position.from_board(start.board, not start.mine)
    from tui.serve.static import page_files

    files = page_files()
    forget_old_visitors()
    from tui.serve.server import serve

    command = [sys.executable, "-P", "-m", "tui.cli.main", "play", *_play_options(arguments)]
    serve(command, arguments.host, arguments.port, arguments.url, arguments.sessions, files)
    return 0


def _play_options(arguments: argparse.Namespace) -> list[str]:
    """The options of ``microchess play`` that were given; they hold in any folder."""
    words = ["--level", arguments.level.title]
    for name in ("side", "fen", "puzzle", "opening", "player", "monitor"):
        if (value := getattr(arguments, name)) is not None:
            words.append(f"--{name}={value}")
    for image in arguments.image:
        words.append(f"--image={Path(image).absolute()}")
    for name in ("flip", "ascii", "anyway", "steady_book", "no_save"):
        if getattr(arguments, name):
            words.append(f"--{name.replace('_', '-')}")
    return words
