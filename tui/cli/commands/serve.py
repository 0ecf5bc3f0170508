"""``microchess serve``: the full screen in a browser."""

from __future__ import annotations

import argparse
import shlex
import socket
import sys
from typing import Any

from tui.cli.commands import play
from tui.cli.options import player_spec
from tui.screen.web import ServeError, serve, warning

HOST, PORT = "127.0.0.1", 8000
_EXAMPLES = """\
examples:
  microchess serve                          open http://127.0.0.1:8000
  microchess serve --port 8080 --level blitz

Each tab is a machine of its own, gone when the tab is closed. There is no password.
It needs textual-serve: pip install 'kim1-microchess[web]'
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "serve",
        help="the same in a browser",
        description="Play in a browser on this computer.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default: {HOST})")
    parser.add_argument(
        "--port", type=_port, default=PORT, metavar="N", help=f"port (default: {PORT})"
    )
    parser.add_argument("--url", help="address the browser uses, where it is another")
    play.add_game_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    player_spec(arguments)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((arguments.host, arguments.port))
        except OSError as error:
            reason = error.strerror or error
            where = f"{arguments.host}:{arguments.port}"
            raise ServeError(f"cannot listen on {where}: {reason}") from None
    words = [sys.executable, "-m", "tui.cli.main", "play", "--no-save", *_play_options(arguments)]
    print(warning(arguments.host), flush=True)
    serve(shlex.join(words), arguments.host, arguments.port, arguments.url)
    return 0


def _play_options(arguments: argparse.Namespace) -> list[str]:
    """The options of ``microchess play`` that were given."""
    words = ["--level", arguments.level.title]
    for name in ("side", "fen", "opening", "player", "monitor"):
        if (value := getattr(arguments, name)) is not None:
            words += [f"--{name}", value]
    for image in arguments.image or ():
        words += ["--image", image]
    for name in ("flip", "ascii", "anyway"):
        if getattr(arguments, name):
            words.append(f"--{name}")
    return words


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 0x10000:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; expected 1-65535")
    return int(text)
