"""What is answered to a request: everything goes through one door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from aiohttp import WSCloseCode, WSMsgType, web

from tui.serve import limits
from tui.serve.gate import Gate, GateRequest
from tui.serve.session import PageLine, ServedSessions
from tui.serve.visitor import Malformed, Visitor, message, terminal_size

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
_HEARTBEAT = 15
_DOWNLOAD = "download/"
_GONE = frozenset({WSCloseCode.OK, WSCloseCode.GOING_AWAY})


class Routes:
    """Answers requests that *gate* admits."""

    def __init__(self, gate: Gate, sessions: ServedSessions, files: Mapping[str, Path]) -> None:
        self._gate, self._sessions, self._files = gate, sessions, files

    def application(self) -> web.Application:
        """The web application."""
        application = web.Application(client_max_size=limits.UPLOAD)
        application.router.add_route("*", "/{path:.*}", self.answer)
        return application

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """The answer to any request; 403 for what the gate keeps out."""
        arrived = request.transport and request.transport.get_extra_info("sockname")
        asked = GateRequest(
            request.method,
            request.rel_url.raw_path,
            request.headers.getall("Host", []),
            request.headers.getall("Origin", []),
            arrived[0] if arrived else "",
        )
        rest = self._gate.admit(asked)
        if rest is None:
            return _plain(403, "Not for you.\n")
        if rest == "/":
            return _plain(302, "", Location=f"{self._gate.token}/")
        try:
            return await self._answer(request, rest)
        except Malformed as fault:
            return _plain(400, f"{fault}\n")

    async def _answer(self, request: web.Request, rest: str) -> web.StreamResponse:
        if rest == "upload":
            return await self._upload(request)
        if request.method != "GET":
            return _plain(405, "Only GET.\n")
        if rest == "ws":
            return await self._talk(request)
        if rest.startswith(_DOWNLOAD):
            return self._download(request, rest.removeprefix(_DOWNLOAD))
        if file := self._files.get(rest):
            return web.FileResponse(file, headers=HEADERS)
        return _plain(404, "There is no such page.\n")

    async def _upload(self, request: web.Request) -> web.Response:
        if request.method != "POST":
            return _plain(405, "Only POST.\n")
        session = self._sessions.get(Visitor.of(request.query))
        if session is None:
            return _plain(404, "There is no such session.\n")
        try:
            data = await request.read()
        except web.HTTPRequestEntityTooLarge:
            return _plain(413, f"At most {limits.UPLOAD} bytes.\n")
        ticket, name = request.query.get("ticket", ""), request.query.get("name", "")
        await session.receive(ticket, name, data)
        return _plain(204, "")

    def _download(self, request: web.Request, key: str) -> web.Response:
        session = self._sessions.get(Visitor.of(request.query))
        found = session.fetch(key) if session is not None else None
        if found is None:
            return _plain(404, "This file was fetched already.\n")
        name, data = found
        ascii_name = name.encode("ascii", "replace").decode().replace("?", "_")
        headers = {
            **HEADERS,
            "Content-Type": "application/octet-stream",
            "Content-Disposition": f'attachment; filename="{ascii_name}"',
        }
        return web.Response(body=data, headers=headers)

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        visitor, size = Visitor.of(request.query), terminal_size(request.query)
        line = PageLine(heartbeat=_HEARTBEAT, max_msg_size=limits.MESSAGE)
        if not line.can_prepare(request).ok:
            return _plain(400, "Only a WebSocket.\n")
        await line.prepare(request)
        session = await self._sessions.attach(visitor, line, *size)
        if session is None:
            await line.say("full")
            await line.hang_up()
            return line
        try:
            async for heard in line:
                if heard.type is not WSMsgType.TEXT:
                    raise Malformed("the page sent bytes; expected text")
                await session.hear(*message(heard.data))
        except Malformed as fault:
            await line.close(code=WSCloseCode.POLICY_VIOLATION, message=str(fault).encode())
        finally:
            session.left(line, line.close_code in _GONE)
        return line


def _plain(status: int, text: str, **headers: str) -> web.Response:
    return web.Response(status=status, text=text, headers={**HEADERS, **headers})
