"""The server from its start to the signal that ends it."""

from __future__ import annotations

import asyncio
import logging
import pickle
import signal
import tempfile
from contextlib import suppress
from pathlib import Path

from aiohttp import web

from tui.serve.listening import address_to_open, checked_url, gate_for, listen, warning
from tui.serve.packets import SessionBeginning
from tui.serve.routes import Routes
from tui.serve.session import ServedSessions
from tui.serve.static import page_files

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


def serve(beginning: SessionBeginning, host: str, port: int, public: str, most: int) -> int:
    """Serve the page until a signal; prints the address to open, then who can use it. The exit
    code, 128 and the signal's number.

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
        ended: list[int] = []

        def end(number: int) -> None:
            ended.append(number)
            asyncio.get_running_loop().remove_signal_handler(number)
            raise web.GracefulExit

        async def end_on_signals(_: web.Application) -> None:
            """In the loop's own turn, never in the middle of a session's."""
            with suppress(NotImplementedError):  # Windows, where Ctrl-C alone ends it
                for number in (getattr(signal, one) for one in _ENDING if hasattr(signal, one)):
                    if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
                        asyncio.get_running_loop().add_signal_handler(number, end, number)

        application.on_startup.append(end_on_signals)
        web.run_app(
            application,
            sock=sockets,
            access_log=None,
            print=None,
            shutdown_timeout=0.2,
            handle_signals=False,
        )
    return 128 + (ended or [signal.SIGINT])[0]
