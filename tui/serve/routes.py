"""What is answered to a request: everything goes through one door."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import WSCloseCode, WSMsgType, web

from tui.serve import limits
from tui.serve.gate import Gate, GateRequest
from tui.serve.session import PageLine, ServedSessions
from tui.serve.static import PageFile
from tui.serve.visitor import Malformed, Visitor

_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
_HEARTBEAT = 15
_GONE = frozenset({WSCloseCode.OK, WSCloseCode.GOING_AWAY})


class Routes:
    """Answers requests that *gate* admits, with *files* under a Content-Security-Policy."""

    def __init__(
        self, gate: Gate, sessions: ServedSessions, files: Mapping[str, PageFile], policy: str
    ) -> None:
        self._gate, self._sessions, self._files = gate, sessions, files
        self._headers = {**_HEADERS, "Content-Security-Policy": policy}

    def application(self) -> web.Application:
        """The web application."""
        application = web.Application(client_max_size=1024)
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
            return self._plain(403, "Not for you.\n")
        if rest == "/":
            return self._plain(302, "", Location=f"{self._gate.token}/")
        if request.method != "GET":
            return self._plain(405, "Only GET.\n")
        if rest == "ws":
            return await self._talk(request)
        if file := self._files.get(rest):
            return web.Response(
                body=file.data, headers={**self._headers, "Content-Type": file.media_type}
            )
        return self._plain(404, "There is no such page.\n")

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        line = PageLine(heartbeat=_HEARTBEAT, max_msg_size=limits.MESSAGE)
        try:
            visitor = Visitor.of(request.query)
        except Malformed as fault:
            return self._plain(400, f"{fault}\n")
        if not line.can_prepare(request).ok:
            return self._plain(400, "Only a WebSocket.\n")
        await line.prepare(request)
        session = None
        try:
            first = await line.receive()
            if first.type is not WSMsgType.TEXT or len(first.data) > limits.FRAGMENT:
                raise Malformed("the first message must be the fragment of the address")
            session = await self._sessions.attach(visitor, line, first.data)
            if session is not None:
                async for heard in line:
                    await session.hear(heard)
        except Malformed as fault:
            await line.close(code=WSCloseCode.POLICY_VIOLATION, message=str(fault).encode())
        finally:
            if session is not None:
                session.left(line, line.close_code in _GONE)
        return line

    def _plain(self, status: int, text: str, **headers: str) -> web.Response:
        return web.Response(status=status, text=text, headers={**self._headers, **headers})
