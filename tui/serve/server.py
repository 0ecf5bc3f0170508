"""The server from its start to Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from tui.serve import limits
from tui.serve.child import ServedProcess
from tui.serve.listening import address_to_open, checked_url, gate_for, listen, warning
from tui.serve.routes import Routes
from tui.serve.sessions import ServedSessions
from tui.serve.static import PageFile

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


@dataclass(frozen=True)
class Serving:
    """What is served where: ``command`` starts the interface, ``public`` is the URL of a proxy."""

    command: Sequence[str]
    host: str
    port: int
    public: str = ""
    most: int = limits.SESSIONS


def serve(serving: Serving, files: Mapping[str, PageFile]) -> None:
    """Serve a page of *files* until Ctrl-C; prints the address to open, then who can use it.

    Raises ServeError when nobody can listen there.
    """
    public = checked_url(serving.public) if serving.public else ""
    sockets = listen(serving.host, serving.port)
    gate = gate_for(serving.host, sockets[0].getsockname()[1], public)
    with tempfile.TemporaryDirectory(prefix="microchess-") as folder:

        async def start(session: str, columns: int, lines: int) -> ServedProcess:
            return await ServedProcess.start(serving.command, Path(folder), session, columns, lines)

        sessions = ServedSessions(start, serving.most)
        routes = Routes(gate, sessions, files)
        print(f"open {address_to_open(serving.host, gate)}")
        print(warning(serving.host, public))
        print("Ctrl-C ends it.", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_until_told(routes.application(), sessions, sockets))


async def _until_told(
    application: web.Application, sessions: ServedSessions, sockets: Sequence[socket.socket]
) -> None:
    told = asyncio.Event()
    if sys.platform != "win32":
        for name in _SIGNALS:
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), told.set)
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    try:
        for one in sockets:
            await web.SockSite(runner, one).start()
        await told.wait()
    finally:
        await sessions.close()
        await runner.cleanup()
