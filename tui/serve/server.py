"""The server from its start to Ctrl-C."""

from __future__ import annotations

import logging
import pickle
import signal
import sys
import tempfile
from pathlib import Path

from aiohttp import web

from tui.serve.listening import address_to_open, checked_url, gate_for, listen, warning
from tui.serve.packets import SessionBeginning
from tui.serve.routes import Routes
from tui.serve.session import ServedSessions
from tui.serve.static import page_files


def serve(beginning: SessionBeginning, host: str, port: int, public: str, most: int) -> None:
    """Serve the page until Ctrl-C; prints the address to open, then who can use it.

    Each of *most* sessions at a time begins with *beginning*; *public* is the URL of a proxy.

    Raises ServeError when nobody can listen there, or there is no page.
    """
    files, policy = page_files()
    public = checked_url(public) if public else ""
    sockets = listen(host, port)
    gate = gate_for(host, sockets[0].getsockname()[1], public)
    with tempfile.TemporaryDirectory(prefix="microchess-") as folder:
        sessions = ServedSessions(pickle.dumps(beginning), Path(folder), most)
        routes = Routes(gate, sessions, files, policy)
        print(f"open {address_to_open(host, gate)}")
        print(warning(host, public))
        print("Ctrl-C ends it.", flush=True)
        application = routes.application()
        application.on_shutdown.append(lambda _: sessions.close())
        logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
        web.run_app(application, sock=sockets, access_log=None, print=None, shutdown_timeout=0.2)
