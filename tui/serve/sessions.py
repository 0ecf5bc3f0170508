"""All sessions of a server."""

from __future__ import annotations

import asyncio
from itertools import count

from tui.serve.session import PageLine, ServedSession, Start
from tui.serve.visitor import Visitor


class ServedSessions:
    """At most *most* sessions, each started by *start*."""

    def __init__(self, start: Start, most: int) -> None:
        self._start, self._most = start, most
        self._all: dict[tuple[str, int], ServedSession] = {}
        self._closed = False

    async def attach(
        self, visitor: Visitor, line: PageLine, columns: int, lines: int
    ) -> ServedSession | None:
        """Show *visitor* the session of this tab on *line*; None: there is no room for another."""
        session = self._find(visitor)
        while session is not None and session.ending:
            await session.over.wait()
            session = self._find(visitor)
        if session is None:
            if len(self._all) >= self._most or self._closed:
                return None
            session = self._begin(visitor.browser, self._tab_for(visitor))
        await session.attach(line, columns, lines)
        return session

    def _find(self, visitor: Visitor) -> ServedSession | None:
        """The session of a tab; for a new tab one that nobody looks at."""
        if visitor.tab is not None:
            return self._all.get((visitor.browser, visitor.tab))
        own = (one for (browser, _), one in self._all.items() if browser == visitor.browser)
        return next((one for one in own if one.line is None), None)

    def _tab_for(self, visitor: Visitor) -> int:
        if visitor.tab is not None and visitor.tab < self._most:
            return visitor.tab
        free = (tab for tab in count() if (visitor.browser, tab) not in self._all)
        return next(free)

    def _begin(self, browser: str, tab: int) -> ServedSession:
        def ended(session: ServedSession) -> None:
            if self._all.get((browser, tab)) is session:
                del self._all[browser, tab]

        session = ServedSession(f"{browser}-{tab}", tab, self._start, ended)
        self._all[browser, tab] = session
        return session

    def get(self, visitor: Visitor) -> ServedSession | None:
        """The session of a tab."""
        if visitor.tab is None:
            return None
        return self._all.get((visitor.browser, visitor.tab))

    async def close(self) -> None:
        """End them all."""
        self._closed = True
        await asyncio.gather(*(one.end() for one in list(self._all.values())))
