"""The sessions of a server: of each the child, the page it is shown on, what that was told."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import web

from emu.plain import plain
from tui.serve import limits
from tui.serve.child import ServedProcess
from tui.serve.visitor import Malformed, Visitor, file_name, terminal_size

_TOLD = ("title", "wanted", "drags")
"""What the page hears of again when it comes anew: of each, the last."""


class PageLine(web.WebSocketResponse):
    """A WebSocket to a page; nothing is message to one that is closed."""

    async def show(self, data: bytes) -> None:
        """Terminal output."""
        with contextlib.suppress(OSError, RuntimeError):
            await self.send_bytes(data)

    async def say(self, *what: Any) -> None:
        """A message; the first word is its kind."""
        with contextlib.suppress(OSError, RuntimeError):
            await self.send_str(json.dumps(what))

    async def hang_up(self) -> None:
        """Close it, without waiting for an answer."""
        with contextlib.suppress(OSError, RuntimeError):
            await asyncio.wait_for(self.close(), limits.END)


class ServedSessions:
    """At most *most* sessions; *command* starts the child of each, in *folder*."""

    def __init__(self, command: Sequence[str], folder: Path, most: int) -> None:
        self._command, self._folder, self._most = command, folder, most
        self._all: dict[Visitor, ServedSession] = {}
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
            own = self._place_for(visitor)
            name = f"{own.browser}-{own.tab}"
            child = ServedProcess(self._command, self._folder, name)
            session = self._all[own] = ServedSession(own, child, self)
        await session.attach(line, columns, lines)
        return session

    def _find(self, visitor: Visitor) -> ServedSession | None:
        """The session of a tab; for a new tab one that nobody looks at."""
        if visitor.tab is not None:
            return self.get(visitor)
        own = (one for at, one in self._all.items() if at.browser == visitor.browser)
        return next((one for one in own if one.line is None), None)

    def _place_for(self, visitor: Visitor) -> Visitor:
        if visitor.tab is not None and visitor.tab < self._most:
            return visitor
        tabs = (replace(visitor, tab=number) for number in count())
        return next(one for one in tabs if one not in self._all)

    def get(self, visitor: Visitor) -> ServedSession | None:
        """The session of a tab."""
        return self._all.get(visitor)

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
        self._told: dict[str, Any] = {}
        self._parcels: dict[str, tuple[str, bytes]] = {}
        self.ending = False
        """It only waits for its child to end."""
        self.line: PageLine | None = None
        self.over = asyncio.Event()

    async def attach(self, line: PageLine, columns: int, lines: int) -> None:
        """Show the session on *line*, and no longer on another."""
        before, self.line = self.line, line
        if self._goodbye is not None:
            self._goodbye.cancel()
            self._goodbye = None
        if before is not None:
            await before.say("taken")
            await before.hang_up()
        await line.say("tab", self._visitor.tab)
        if self._work is None:
            self._work = asyncio.create_task(self._run(columns, lines))
            return
        for what, told in self._told.items():
            await line.say(what, told)
        await self._child.tell(type="attach", width=columns, height=lines)

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

    async def _run(self, columns: int, lines: int) -> None:
        child, reason = self._child, ""
        try:
            await child.start(columns, lines)
            if self.ending:
                await child.end()
            async for kind, contents in child.packets():
                if kind == b"D" and self.line is not None:
                    await self.line.show(contents)
                elif kind == b"M":
                    await self._hear_child(json.loads(contents))
            if not self.ending:
                reason = await child.reason()
            if reason:
                print(plain(child.last_words), file=sys.stderr, flush=True)
        except OSError as error:
            reason = f"cannot be started: {error.strerror}"
        except Exception as error:  # noqa: BLE001 - whatever it is, the page hears of it
            reason = f"{type(error).__name__}: {error}"
        finally:
            await child.end()
            self.over.set()
            self._sessions.forget(self._visitor)
        if self.line is not None:
            if not self.ending:
                await self.line.say("ended", reason)
            await self.line.hang_up()

    async def _hear_child(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == "file":
            await self._offer(file_name(message["name"]), base64.b64decode(message["data"]))
        elif kind in _TOLD:
            self._told[kind] = message.get("what")
            await self._say(kind, message.get("what"))

    async def _offer(self, name: str, data: bytes) -> None:
        while len(self._parcels) >= limits.FILES:
            del self._parcels[next(iter(self._parcels))]
        key = secrets.token_urlsafe(16)
        self._parcels[key] = name, data
        await self._say("file", {"key": key, "name": name})

    async def _say(self, *what: Any) -> None:
        if self.line is not None:
            await self.line.say(*what)

    def fetch(self, key: str) -> tuple[str, bytes] | None:
        """Name and contents of a file that was offered, once."""
        return self._parcels.pop(key, None)

    async def hear(self, kind: str, message: Any) -> None:
        """What the page says.

        Raises Malformed.
        """
        match kind, message:
            case "stdin", str():
                try:
                    typed = message.encode()
                except UnicodeEncodeError:
                    raise Malformed("no characters") from None
                await self._child.send(b"D", typed)
            case "resize", dict():
                columns, lines = terminal_size(message)
                await self._child.tell(type="resize", width=columns, height=lines)
            case (("focus" | "blur"), None):
                await self._child.tell(type=kind)
            case "ping", str():
                await self._say("pong", message[:32])
            case "cancel", str():
                await self._child.tell(type="uploaded", ticket=message[:32], name="", data=None)
            case _:
                raise Malformed(f"there is no message {kind[:20]!r}, or not with this")

    async def receive(self, ticket: str, name: str, data: bytes) -> None:
        """A file from the browser; an empty *ticket*: nobody asked for it."""
        encoded = base64.b64encode(data).decode()
        await self._child.tell(
            type="uploaded", ticket=ticket[:32], name=file_name(name), data=encoded
        )
