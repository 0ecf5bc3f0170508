"""The files of the page over HTTP, for whoever knows the key in their address."""

import base64
import ipaddress
import json
import os
import secrets
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from mimetypes import MimeTypes
from socketserver import ThreadingTCPServer
from typing import Any

from microchess.errors import MicroChessError
from tui.serve.files import images
from tui.session import faults

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",  # the page itself says the rest
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_KINDS = MimeTypes()
"""Media types by name, whatever this computer has for them."""


class PageServer(ThreadingTCPServer):
    """Answers on *host* and *port* (0: any that is free) with *files*, by their names below a
    ``key`` that is drawn for each server. ``address`` is what to open in a browser;
    ``is_private``: only this computer reaches it.

    Raises MicroChessError when nobody can listen there.
    """

    daemon_threads = True
    request_queue_size = 256
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
            raise MicroChessError(f"cannot listen on {_in_url(host)}:{port}: {why}") from None
        here, self._port = self.server_address[:2]
        ip = ipaddress.ip_address(str(here))
        self.is_private = ip.is_loopback
        self._host = _outward_address() if ip.is_unspecified else host.lower()
        self.address = f"http://{_in_url(self._host)}:{self._port}/{self.key}/"

    def is_meant(self, host: str, arrived_at: str) -> bool:
        """Whether a ``Host`` means this server on a connection that came to *arrived_at*."""
        names = self._host, "localhost", arrived_at.removeprefix("::ffff:")
        return host.lower().removesuffix(f":{self._port}") in map(_in_url, names)

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
            self._send(403, ".txt", b"Not for you.\n")
        elif not slash:
            self._send(302, ".txt", b"", Location=f"/{key}/")
        elif name == "images.json":
            self._send_images()
        elif (data := self.server.files.get(name)) is None:
            self._send(404, ".txt", b"There is no such file.\n")
        else:
            self._send(200, name or "index.html", data)

    def _send_images(self) -> None:
        try:
            texts = {name: base64.b64encode(data).decode() for name, data in images().items()}
        except (MicroChessError, OSError) as error:
            self._send(500, ".txt", str(error).encode())
        else:
            self._send(200, "images.json", json.dumps(texts).encode())

    def _send(self, status: int, name: str, data: bytes, **headers: str) -> None:
        kind = _KINDS.guess_type(f"x{name}")[0] or "application/octet-stream"
        headers["Content-Type"] = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        headers["Content-Length"] = str(len(data))
        self.send_response(status)
        for header, value in {**_HEADERS, **headers}.items():
            self.send_header(header, value)
        self.end_headers()
        self.connection.settimeout(600.0)  # seconds
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the key is in every line."""


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _outward_address() -> str:
    """The address other computers know this one by; that of this computer when there is none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # kept for documentation: no packet is sent
        return str(probe.getsockname()[0])
    return "127.0.0.1"
