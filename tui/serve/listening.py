"""Where the server listens, and what address to open."""

from __future__ import annotations

import contextlib
import socket
from urllib.parse import urlsplit

from tui.serve.gate import Gate, ServeError, in_url, ip_address, is_loopback

_ELSEWHERE = ("192.0.2.1", 9)
"""An address kept for documentation: no packet is sent to learn the way there."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets bound to every address *host* stands for; port 0: any that is free.

    Raises ServeError when there is none, or the port is taken.
    """
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            one = socket.socket(family, kind, protocol)
            sockets.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            here = sockets[0].getsockname()[1] if len(sockets) > 1 else port
            one.bind((address[0], here, *address[2:]))
            one.listen(64)
            one.setblocking(False)
    except (OSError, UnicodeError) as error:
        for one in sockets:
            one.close()
        if isinstance(error, OSError):
            reason = error.strerror or str(error)
        else:
            reason = "it is no name of a computer"
        raise ServeError(f"cannot listen on {in_url(host)}:{port}: {reason}") from None
    return sockets


def checked_url(url: str) -> str:
    """*url*, ending in a slash.

    Raises ServeError when a browser could not open it.
    """
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if not good or parts.query or parts.fragment:
        raise ServeError(f"{url!r} is no address of a page; expected e.g. https://host/chess/")
    return url.rstrip("/") + "/"


def gate_for(host: str, port: int, public: str) -> Gate:
    """The gate of a server on *host*."""
    names = {host.lower()} if ip_address(host) is None else set()
    if _is_everywhere(host):
        names = {socket.gethostname().lower()}
    return Gate(port, frozenset(names - {"", "localhost"}), public)


def address_to_open(host: str, gate: Gate) -> str:
    """The URL to type into a browser, with the token."""
    if gate.public:
        return f"{gate.public}{gate.token}/"
    shown = _outward_address() if _is_everywhere(host) else host
    port = "" if gate.port == 80 else f":{gate.port}"
    return f"http://{in_url(shown)}{port}/{gate.token}/"


def warning(host: str, public: str = "") -> str:
    """Who can then play here, in words."""
    if is_loopback(host) and not public:
        return "The address is the key: who has it plays, only on this computer, in your name."
    text = "The address is the key: whoever has it and reaches this computer plays in your name."
    if not public.startswith("https:"):
        text += (
            "\nIt goes over the network unencrypted: who can listen there can read it. Serve on"
            " 127.0.0.1\nbehind a proxy with TLS (--url) where that matters."
        )
    return text


def _is_everywhere(host: str) -> bool:
    address = ip_address(host)
    return address is not None and address.is_unspecified


def _outward_address() -> str:
    """The address other computers know this one by; that of this computer when there is none."""
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect(_ELSEWHERE)
        return str(probe.getsockname()[0])
    return "127.0.0.1"
