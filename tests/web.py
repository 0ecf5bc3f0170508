"""Web servers on this computer that answer in every way, good or bad."""

import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

SELF_SIGNED = Path(__file__).parent / "data" / "web" / "self-signed.pem"


class Request(BaseHTTPRequestHandler):
    """One that is asked for; ``ends``: the server does."""

    ends: Event

    def send(self, data: bytes, kind: str = "text/plain", size: int | None = None) -> None:
        """A whole answer; *size*: what it claims to be long."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data) if size is None else size))
        self.end_headers()
        self.wfile.write(data)

    def lead(self, where: str) -> None:
        """Ask there instead."""
        self.send_response(302)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


Answer = Callable[[Request], None]


@contextmanager
def serving(answers: Mapping[str, Answer], certificate: Path | None = None) -> Iterator[str]:
    """The address of a server that has an answer for each path; what it has not is not found."""
    ends = Event()

    class Handler(Request):
        def do_GET(self) -> None:
            answer = answers.get(self.path)
            if answer is None:
                self.send_error(404)
            else:
                answer(self)

    Handler.ends = ends
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = False
        scheme = "http"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.handle_error = lambda *_: None  # type: ignore[method-assign]
            scheme = "https"
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"{scheme}://127.0.0.1:{server.server_address[1]}"
        finally:
            ends.set()
            server.shutdown()
            thread.join()
