"""``microchess serve``: the page in a browser, with its machine on this computer."""

from __future__ import annotations

import argparse

from emu import engines
from microchess.errors import MicroChessError
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
machine of its own, and is kept when it is closed. Files come and go through the browser; programs
and ROMs are those of this computer: microchess image. It needs aiohttp: pip install '.[web]'
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
    if start.spec.player() is None:
        raise MicroChessError(f"the player {start.spec.name} runs in no machine; choose rom")
    if start.board is not None:
        Position.from_board(start.board, not start.mine)
    from tui.serve.static import require

    require()
    from tui.serve.packets import SessionBeginning
    from tui.serve.server import serve

    forget_old_visitors()
    beginning = SessionBeginning(
        start.spec, start.setup(arguments.steady_book), not arguments.no_save
    )
    return serve(beginning, arguments.host, arguments.port, arguments.url, arguments.sessions)
