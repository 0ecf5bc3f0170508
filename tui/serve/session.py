"""The sessions of a server: of each the child, and the page it is shown on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

from aiohttp import WSMessage, WSMsgType, web

from emu.plain import plain
from tui.page import wire
from tui.serve import limits
from tui.serve.process import ServedProcess
from tui.serve.visitor import Malformed, Visitor

_FULL = "the server has no room for another session"
_TAKEN = "the session goes on in another window"


class PageLine(web.WebSocketResponse):
    """A WebSocket to a page; nothing is message to one that is closed."""

    async def say(self, text: str) -> None:
        """JSON for the page."""
        with contextlib.suppress(OSError, RuntimeError):
            await self.send_str(text)

    async def end(self, why: str = "") -> None:
        """Close it, without waiting for an answer; *why* is told."""
        with contextlib.suppress(OSError, RuntimeError):
            if why:
                await self.say(json.dumps(wire.EndedJson(type="ended", why=why)))
            await asyncio.wait_for(self.close(), limits.END)


class ServedSessions:
    """At most *most* sessions; their children hear *beginning* first, and run in *folder*."""

    def __init__(self, beginning: bytes, folder: Path, most: int) -> None:
        self._beginning, self._folder, self._most = beginning, folder, most
        self._all: dict[Visitor, ServedSession] = {}
        self._closed = False

    async def attach(self, visitor: Visitor, line: PageLine, fragment: str) -> ServedSession | None:
        """Show *visitor* the session of this tab on *line*, at an address with *fragment*; None:
        there is no room for another.
        """
        session = self._find(visitor)
        while session is not None and session.ending:
            await session.over.wait()
            session = self._find(visitor)
        if session is None:
            if len(self._all) >= self._most or self._closed:
                await line.end(_FULL)
                return None
            own = self._place_for(visitor)
            child = ServedProcess(self._beginning, self._folder, f"{own.browser}-{own.tab}")
            session = self._all[own] = ServedSession(own, child, self)
        await session.attach(line, fragment)
        return session

    def _find(self, visitor: Visitor) -> ServedSession | None:
        """The session of a tab; for a new tab one that nobody looks at."""
        if visitor.tab is not None:
            return self._all.get(visitor)
        own = (one for at, one in self._all.items() if at.browser == visitor.browser)
        return next((one for one in own if one.line is None), None)

    def _place_for(self, visitor: Visitor) -> Visitor:
        if visitor.tab is not None and visitor.tab < self._most:
            return visitor
        tabs = (replace(visitor, tab=number) for number in count())
        return next(one for one in tabs if one not in self._all)

    def forget(self, visitor: Visitor) -> None:
        """The session of a tab is over."""
        del self._all[visitor]

    async def close(self) -> None:
        """End them all."""
        self._closed = True
        await asyncio.gather(*(one.end() for one in list(self._all.values())))


class ServedSession:
    """The session of a *visitor* with *child*, one of *sessions*."""

    def __init__(self, visitor: Visitor, child: ServedProcess, sessions: ServedSessions) -> None:
        self._visitor, self._child, self._sessions = visitor, child, sessions
        self._work: asyncio.Task[None] | None = None
        self._goodbye: asyncio.Task[None] | None = None
        self._begun = asyncio.Event()
        self._unanswered = 0
        """Pages that were told to the child, which still says things for the ones before."""
        self.ending = False
        """It only waits for its child to end."""
        self.line: PageLine | None = None
        self.over = asyncio.Event()

    async def attach(self, line: PageLine, fragment: str) -> None:
        """Show the session on *line*, and no longer on another."""
        before, self.line = self.line, line
        if self._goodbye is not None:
            self._goodbye.cancel()
            self._goodbye = None
        if before is not None:
            await before.end(_TAKEN)
        tab = wire.TabJson(type="tab", tab=str(self._visitor.tab))
        await line.say(json.dumps(tab))
        if self._work is None:
            self._work = asyncio.create_task(self._run())
        self._unanswered += 1
        await self._begun.wait()
        await self._child.send(b"A", fragment.encode())

    def left(self, line: PageLine, said_so: bool) -> None:
        """The page on *line* is gone; *said_so*: it told us, it did not just fall silent."""
        if self.line is line and not self.over.is_set():
            self.line = None
            patience = limits.RELOAD if said_so else limits.DROPPED
            self._goodbye = asyncio.create_task(self._end_after(patience))

    async def _end_after(self, patience: float) -> None:
        await asyncio.sleep(patience)
        self._goodbye = None  # from here on it is not called off
        await self.end()

    async def end(self) -> None:
        """End the child; returns when it is gone."""
        self.ending = True
        if self._goodbye is not None:
            self._goodbye.cancel()
        await self._child.end()
        if self._work is not None:
            await self.over.wait()

    async def _run(self) -> None:
        child, reason = self._child, ""
        try:
            await child.start()
            self._begun.set()
            if self.ending:
                await child.end()
            async for kind, text in child.packets():
                if kind == b"A":
                    self._unanswered -= 1
                elif self.line is not None and not self._unanswered:
                    await self.line.say(text)
            if not self.ending:
                reason = await child.reason()
                print(plain(child.last_words), file=sys.stderr, end="", flush=True)
        except OSError as error:
            reason = f"cannot be started: {error.strerror}"
        except Exception as error:  # noqa: BLE001 - whatever it is, the page hears of it
            reason = f"{type(error).__name__}: {error}"
        finally:
            await child.end()
            self._begun.set()
            self.over.set()
            self._sessions.forget(self._visitor)
        if self.line is not None:
            await self.line.end(reason)

    async def hear(self, heard: WSMessage) -> None:
        """What the page says: JSON for the session, or a file.

        Raises Malformed.
        """
        if heard.type is WSMsgType.BINARY:
            name, zero, data = heard.data.partition(b"\0")
            if not zero or len(data) > limits.FILE or not is_text(name):
                raise Malformed("a file needs a name, and at most 4 MB")
            await self._child.send(b"F", heard.data)
        else:
            if len(heard.data) > limits.TEXT or not is_text(heard.data.encode("utf-8", "replace")):
                raise Malformed("this is too long for a message")
            await self._child.send(b"T", heard.data.encode("utf-8", "replace"))


def is_text(data: bytes) -> bool:
    """Whether it is UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
