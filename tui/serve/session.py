"""One visitor's session: a child, and the line to the page that shows it, if there is one."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from emu.plain import plain
from tui.serve import limits
from tui.serve.child import ServedProcess
from tui.serve.visitor import Malformed, file_name, terminal_size

Start = Callable[[str, int, int], Awaitable[ServedProcess]]
"""Starts a child, given the name of its session, columns and lines."""
_TOLD = ("title", "wanted", "drags")
"""What the page hears of again when it comes anew: of each, the last."""


class PageLine:
    """A WebSocket to a page; nothing is message to one that is closed."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket

    async def show(self, data: bytes) -> None:
        """Terminal output."""
        with contextlib.suppress(OSError, RuntimeError):
            await self._socket.send_bytes(data)

    async def say(self, *what: Any) -> None:
        """A message; the first word is its kind."""
        with contextlib.suppress(OSError, RuntimeError):
            await self._socket.send_str(json.dumps(what))

    async def close(self) -> None:
        """Hang up, without waiting for an answer."""
        with contextlib.suppress(OSError, RuntimeError):
            await asyncio.wait_for(self._socket.close(), limits.END)


class ServedSession:
    """The session called *name*, whose child *start* starts. *ended* is called once it is over."""

    def __init__(
        self, name: str, tab: int, start: Start, ended: Callable[[ServedSession], None]
    ) -> None:
        self.name, self.tab = name, tab
        self._start, self._forget = start, ended
        self._child: ServedProcess | None = None
        self._work: asyncio.Task[None] | None = None
        self._goodbye: asyncio.Task[None] | None = None
        self._told: dict[str, Any] = {}
        self._parcels: dict[str, tuple[str, bytes]] = {}
        self._asked_to_end = False
        self.line: PageLine | None = None
        self.over = asyncio.Event()

    @property
    def ending(self) -> bool:
        """Whether it only waits for its child to end."""
        return self._asked_to_end

    async def attach(self, line: PageLine, columns: int, lines: int) -> None:
        """Show the session on *line*, and no longer on another."""
        before, self.line = self.line, line
        if self._goodbye is not None:
            self._goodbye.cancel()
            self._goodbye = None
        if before is not None:
            await before.say("taken")
            await before.close()
        await line.say("tab", self.tab)
        if self._work is None:
            self._work = asyncio.create_task(self._run(columns, lines))
            return
        for what, told in self._told.items():
            await line.say(what, told)
        if self._child is not None:
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
        self._asked_to_end = True
        if self._goodbye is not None:
            self._goodbye.cancel()
        if self._child is not None:
            await self._child.end()
        if self._work is not None:
            await self.over.wait()

    async def _run(self, columns: int, lines: int) -> None:
        reason = ""
        try:
            self._child = child = await self._start(self.name, columns, lines)
            if self._asked_to_end:
                await child.end()
            async for kind, contents in child.packets():
                if kind == b"D" and self.line is not None:
                    await self.line.show(contents)
                elif kind == b"M":
                    await self._hear_child(json.loads(contents))
            if not self._asked_to_end:
                reason = await child.reason()
            if reason:
                print(plain(child.last_words), file=sys.stderr, flush=True)
        except OSError as error:
            reason = f"cannot be started: {error.strerror}"
        except Exception as error:  # noqa: BLE001 - whatever it is, the page hears of it
            reason = f"{type(error).__name__}: {error}"
        finally:
            if self._child is not None:
                await self._child.end()
            self.over.set()
            self._forget(self)
        if self.line is not None:
            if not self._asked_to_end:
                await self.line.say("ended", reason)
            await self.line.close()

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
                if self._child is not None:
                    await self._child.send(b"D", typed)
            case "resize", dict():
                columns, lines = terminal_size(message)
                await self._tell(type="resize", width=columns, height=lines)
            case (("focus" | "blur"), None):
                await self._tell(type=kind)
            case "ping", str():
                await self._say("pong", message[:32])
            case "cancel", str():
                await self._tell(type="uploaded", ticket=message[:32], name="", data=None)
            case _:
                raise Malformed(f"there is no message {kind[:20]!r}, or not with this")

    async def receive(self, ticket: str, name: str, data: bytes) -> None:
        """A file from the browser; an empty *ticket*: nobody asked for it."""
        encoded = base64.b64encode(data).decode()
        await self._tell(type="uploaded", ticket=ticket[:32], name=file_name(name), data=encoded)

    async def _tell(self, **what: Any) -> None:
        if self._child is not None:
            await self._child.tell(**what)
