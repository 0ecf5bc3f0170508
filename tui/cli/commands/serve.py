"""``microchess serve``: the page in a browser, from this computer."""

import argparse
import os
import sys

from tui.cli.arguments import add_flag, add_value, whole

HOST, PORT = "127.0.0.1", 8000
_WHO = "Whoever knows the address gets the page, your programs and ROMs"
_HERE = f"{_WHO}, on this computer alone."
_ELSEWHERE = f"""{_WHO}, on every computer that reaches this one.
It goes over the network unencrypted: who can listen there can read it."""
HELP = """\
Play in a browser. The page comes from this computer, with your programs and ROMs.

examples:
  microchess serve                     open the page
  microchess serve --no-browser        only print its address
  microchess serve --host 0.0.0.0      for other computers and phones as well

The machine runs in the browser, which also keeps the game. The address contains a key, new at every
start; without it there is no answer. A program added with microchess image is there when the page
is loaded again.
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default: {HOST})")
    add_value(parser, "--port N", "port, 0 for any that is free", whole(0, 0xFFFF), PORT)
    add_flag(parser, "--no-browser", "do not open a browser")


def run(arguments: argparse.Namespace) -> int:
    from tui.serve.files import page_files
    from tui.serve.server import PageServer

    with PageServer(arguments.host, arguments.port, page_files()) as server:
        print(f"open {server.address}")
        print(_HERE if server.is_private else _ELSEWHERE)
        print("Ctrl-C ends it.", flush=True)
        if not arguments.no_browser and _has_screen():
            _open(server.address)
        server.serve_forever()
    return 0


def _has_screen() -> bool:
    """Whether a browser opened here is no browser in this very terminal."""
    named = os.environ.keys() & {"BROWSER", "DISPLAY", "WAYLAND_DISPLAY"}
    return sys.platform in ("darwin", "win32") or bool(named)


def _open(address: str) -> None:
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
