"""Who is let in: requests for a host of ours, from a page of ours, with the token."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from microchess.errors import MicroChessError


class ServeError(MicroChessError):
    """The interface cannot be served."""


LOCALHOST = "localhost"
_LINE = "ws"
"""What only the page itself asks for; the browser says there where it comes from."""


@dataclass(frozen=True)
class GateRequest:
    """What the gate looks at: ``path`` as it was sent, all ``Host`` and ``Origin`` headers, and the
    address of ours that the connection came to.
    """

    method: str
    path: str
    hosts: Sequence[str]
    origins: Sequence[str]
    arrived_at: str


@dataclass(frozen=True)
class Gate:
    """Lets requests in that know the ``token``.

    ``names`` are host names of ours besides the addresses, ``public`` is the URL that a proxy shows
    to the browser, without the token; empty when there is none.
    """

    port: int
    names: frozenset[str] = frozenset()
    public: str = ""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    def admit(self, request: GateRequest) -> str | None:
        """What is asked for, as a path below the token; None: keep it out."""
        if len(request.hosts) != 1 or request.hosts[0].lower() not in self._hosts(request):
            return None
        path = request.path
        prefix = urlsplit(self.public).path.rstrip("/")
        if prefix and path.startswith(prefix + "/"):
            path = path.removeprefix(prefix)
        token, _, rest = path.removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return None
        if not path.removeprefix("/").partition("/")[1]:
            rest = "/"
        return rest if self._from_our_page(request, rest) else None

    def _from_our_page(self, request: GateRequest, rest: str) -> bool:
        if not request.origins:
            return request.method in ("GET", "HEAD") and rest != _LINE
        expected = {f"http://{request.hosts[0].lower()}"}
        if self.public:
            proxy = urlsplit(self.public)
            origin = f"{proxy.scheme}://{proxy.netloc}".lower()
            expected = {origin, *(f"http://{host}" for host in self._hosts(request))}
        return len(request.origins) == 1 and request.origins[0].lower() in expected

    def _hosts(self, request: GateRequest) -> set[str]:
        """Every ``Host`` that means us on this connection."""
        names = {in_url(request.arrived_at), *self.names}
        if is_loopback(request.arrived_at):
            names.add(LOCALHOST)
        hosts = {f"{name}:{self.port}" for name in names}
        if self.port == 80:
            hosts |= names
        if self.public:
            hosts.add(urlsplit(self.public).netloc.lower())
        return hosts


def in_url(host: str) -> str:
    """A host as it stands in a URL: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host.lower()


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches *host*."""
    address = ip_address(host)
    return host == LOCALHOST or (address is not None and address.is_loopback)


def ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """*host* as an address; None when it is a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
