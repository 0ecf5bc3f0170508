"""The files of the page over HTTP, for whoever knows the key in their address."""

from __future__ import annotations

import base64
import ipaddress
import json
import os
import secrets
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from mimetypes import MimeTypes
from socketserver import ThreadingTCPServer
from typing import Any

from microchess.errors import MicroChessError
from tui.serve.files import ServeError, images
from tui.session import faults

MOST = 256
"""Connections at a time; one more is closed."""
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",  # the page itself says the rest
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_KINDS = MimeTypes()
"""Media types by name, whatever this computer has for them."""


class PageServer(ThreadingTCPServer):
    """Answers on *host* and *port* (0: any that is free) with *files*, by their names below a key
    that is drawn for each server. Raises ServeError when nobody can listen there.
    """

    daemon_threads = True
    request_queue_size = MOST
    allow_reuse_address = os.name == "posix"  # elsewhere two servers would share a port

    def __init__(self, host: str, port: int, files: Mapping[str, bytes]) -> None:
        self.files, self.key = files, secrets.token_urlsafe(24)
        try:
            kind, flags = socket.SOCK_STREAM, socket.AI_PASSIVE
            found = socket.getaddrinfo(host, port, type=kind, flags=flags)
            family, _, _, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
            self.address_family = family
            super().__init__(address, _Answer)  # type: ignore[arg-type]
        except (OSError, UnicodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no name of a computer"
            raise ServeError(f"cannot listen on {_in_url(host)}:{port}: {why}") from None
        here, self._port = self.server_address[:2]
        self.is_private = _is_loopback(str(here))
        """Whether only this computer reaches it."""
        everywhere = ipaddress.ip_address(str(here)).is_unspecified
        self._host = _outward_address() if everywhere else host.lower()
        self.address = f"http://{_in_url(self._host)}:{self._port}/{self.key}/"
        """What to open in a browser."""

    def is_meant(self, host: str, arrived_at: str) -> bool:
        """Whether a ``Host`` means this server on a connection that came to *arrived_at*."""
        names = {self._host, arrived_at.removeprefix("::ffff:")}
        if _is_loopback(arrived_at):
            names.add("localhost")
        return host.lower().removesuffix(f":{self._port}") in map(_in_url, names)

    def process_request(self, request: Any, client_address: Any) -> None:
        """In a thread of its own, where there are not too many."""
        if threading.active_count() > MOST:
            self.shutdown_request(request)
        else:
            super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that has gone away needs no answer."""
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):
            print(faults.record(error), file=sys.stderr, flush=True)


class _Answer(BaseHTTPRequestHandler):
    """The answer to one request."""

    server: PageServer
    timeout = 10.0  # seconds for a part of the request
    server_version, sys_version = "microchess", ""
    error_message_format, error_content_type = "%(message)s\n", "text/plain"

    def do_GET(self) -> None:
        """403 to who has not the key, or comes by the name of another host."""
        key, slash, name = self.path.partition("?")[0].removeprefix("/").partition("/")
        hosts = self.headers.get_all("Host", [])
        arrived_at = self.connection.getsockname()[0]
        meant = len(hosts) == 1 and self.server.is_meant(hosts[0], arrived_at)
        if not meant or not secrets.compare_digest(key.encode(), self.server.key.encode()):
            self.send_error(403)
        elif not slash:
            self._send(302, "", b"", Location=f"/{key}/")
        elif name == "images.json":
            self._send_images()
        elif (data := self.server.files.get(name)) is None:
            self.send_error(404)
        else:
            self._send(200, name or "index.html", data)

    def _send_images(self) -> None:
        try:
            texts = {name: base64.b64encode(data).decode() for name, data in images().items()}
        except (MicroChessError, OSError) as error:
            self._send(500, "error.txt", str(error).encode())
        else:
            self._send(200, "images.json", json.dumps(texts).encode())

    def _send(self, status: int, name: str, data: bytes, **headers: str) -> None:
        kind = _KINDS.guess_type(name)[0] or "application/octet-stream"
        headers["Content-Type"] = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        headers["Content-Length"] = str(len(data))
        self.send_response(status)
        for header, value in headers.items():
            self.send_header(header, value)
        self.end_headers()
        self.connection.settimeout(600.0)  # seconds
        self.wfile.write(data)

    def end_headers(self) -> None:
        """With those that every answer has."""
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the key is in every line."""


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address.removeprefix("::ffff:")).is_loopback


def _outward_address() -> str:
    """The address other computers know this one by; that of this computer when there is none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # kept for documentation: no packet is sent
        return str(probe.getsockname()[0])
    return "127.0.0.1"
