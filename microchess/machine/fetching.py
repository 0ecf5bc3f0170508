"""The program of 1976 from the web: its listing, once, in so much time, of so many bytes.

The proxies of the environment are obeyed, certificates are checked. It is led on to https
addresses, or within the same host, but never from https to something else.
"""

import http.client
import ipaddress
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPMessage
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO
from urllib.parse import SplitResult, urlsplit

from emu.errors import FileLocked, ProgramFileError
from emu.files.programs import Source
from emu.notation import beginning
from emu.plain import plain_line
from microchess.errors import FetchError, ImageError, LibraryError
from microchess.machine import listing
from microchess.machine.library import Library, LibraryEntry
from microchess.machine.published import ADDRESS, BY_HAND

MOST = 256 * 1024
"""Bytes of a file."""
SECONDS = 20.0
"""Until all of it is there."""
_PIECE = 1 << 16
_SHOWN = 100
_BEFORE_TEXT = b"\xef\xbb\xbf \t\r\n"
_REDIRECTS = range(300, 400)
_Answer = bytes | FetchError


def get_original(
    library: Library, address: str = ADDRESS, most: int = MOST, seconds: float = SECONDS
) -> list[LibraryEntry]:
    """Fetch the program from *address*, as `fetch` does, and keep it in *library*.

    Raises FetchError with the reason, and what to do by hand, in one line.
    """
    try:
        source = fetch(address, most, seconds)
        text = listing.text_of(source, library.manifest.listing)
        if text is None and source.data.lstrip(_BEFORE_TEXT).startswith(b"<"):
            raise FetchError("what came is a web page, not the listing")
        return library.add([source])
    except (LibraryError, FileLocked) as error:
        raise FetchError(f"{error}; once that is mended, try again") from None
    except FetchError as error:
        raise FetchError(f"{_shown(address)}: {error}; {BY_HAND}") from None
    except ImageError as error:
        raise FetchError(f"{error}; {BY_HAND}") from None
    except ProgramFileError as error:
        raise FetchError(f"{error}; it is not the listing; {BY_HAND}") from None


def fetch(address: str, most: int = MOST, seconds: float = SECONDS) -> Source:
    """The file at *address*, of at most *most* bytes, within so many *seconds*.

    ``https:``, or ``http:`` of this computer. Raises FetchError with the reason in one line.
    """
    where = _checked(address)
    answers: SimpleQueue[_Answer] = SimpleQueue()

    def work() -> None:
        answers.put(_answer(address, where, most, seconds))

    # a name server or a line that drips would keep a call that only waits by itself
    Thread(target=work, name="fetch", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        answer = _late(where, seconds)
    if isinstance(answer, FetchError):
        raise answer
    return Source(plain_line(address), answer)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows no further than it may."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """See urllib; raises FetchError."""
        before, after = urlsplit(req.full_url), _split(newurl)
        within = after.scheme == before.scheme and after.hostname == before.hostname
        if after.scheme != "https" and not within:
            fp.close()
            raise FetchError(_leads_away(before, newurl))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _checked(address: str) -> SplitResult:
    where = _split(address)
    if where.scheme == "https" and where.hostname:
        return where
    if where.scheme == "http" and _is_this_computer(where.hostname or ""):
        return where
    raise FetchError("expected an https: address, or an http: one of this computer")


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError as error:
        raise FetchError(f"it is no address: {error}") from None


def _shown(address: str) -> str:
    return plain_line(beginning(address, _SHOWN, _SHOWN))


def _is_this_computer(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _answer(address: str, where: SplitResult, most: int, seconds: float) -> _Answer:
    end = time.monotonic() + seconds
    asked = urllib.request.build_opener(_Redirects)
    try:
        request = urllib.request.Request(address, headers={"User-Agent": "kim1-microchess"})
        with closing(asked.open(request, timeout=seconds)) as response:
            return _body(response, most, lambda: time.monotonic() < end) or _late(where, seconds)
    except FetchError as error:
        return error
    except urllib.error.HTTPError as error:
        with error:
            return FetchError(_refused(where, error))
    except (OSError, http.client.HTTPException, ValueError) as error:
        return FetchError(_failed(where, error, seconds))


def _body(
    response: http.client.HTTPResponse, most: int, goes_on: Callable[[], bool]
) -> bytes | None:
    """All of it; None where the time is up. Raises FetchError."""
    data = b""
    while goes_on():
        piece = response.read1(_PIECE)
        data += piece
        if len(data) > most:
            raise FetchError(f"it has more than {most // 1024} KB, so it is not the listing")
        if not piece:
            if response.length:
                raise FetchError(f"it was cut short after {len(data):,} bytes")
            if not data:
                raise FetchError("it is empty")
            return data
    return None


def _late(where: SplitResult, seconds: float) -> FetchError:
    return FetchError(f"{where.hostname} did not send it all within {seconds:g} seconds")


def _refused(where: SplitResult, error: urllib.error.HTTPError) -> str:
    if error.code in _REDIRECTS:
        if error.reason.startswith(_Redirects.inf_msg):
            return f"{where.hostname} leads round in a circle, or on and on"
        return _leads_away(where, error.headers.get("Location", "nowhere"))
    return f"{where.hostname} answers {error.code} {plain_line(str(error.reason))[:_SHOWN]}"


def _leads_away(where: SplitResult, address: str) -> str:
    return f"{where.hostname} leads to {_shown(address)}, which is not followed"


def _failed(where: SplitResult, error: Exception, seconds: float) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return str(_late(where, seconds))
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"the certificate of {where.hostname} is not valid: {reason.verify_message}"
    if isinstance(reason, OSError):
        missing = isinstance(reason, socket.gaierror)
        why = "no such host, or no network" if missing else reason.strerror or str(reason)
        return f"no connection to {where.hostname}{_way(where)}: {plain_line(why)[:_SHOWN]}"
    return f"{where.hostname} does not answer as it should: {plain_line(str(reason))[:_SHOWN]}"


def _way(where: SplitResult) -> str:
    """Told of a connection through somebody else."""
    proxied = where.scheme in urllib.request.getproxies()
    bypassed = urllib.request.proxy_bypass(where.hostname or "")
    return f", through the proxy in {where.scheme}_proxy" if proxied and not bypassed else ""
