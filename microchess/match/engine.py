"""A UCI engine that runs: started with its options, asked for moves within a time, and ended.

Whatever it does is told in time: it may die, hang, flood, write half a line, close its output,
leave children behind, or not mind ``quit``.
"""

import asyncio
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import chess
import chess.engine

from emu.plain import plain_line
from microchess.match.contestants import Contestant, MatchError
from microchess.match.engine_options import LenientUci

START = 60.0
"""Seconds an engine may take to start, or to make ready."""
UNTIMED = 600.0
"""Seconds a move may take that nodes or depth limit."""
ON_BOARD = 86_400.0
"""Seconds a real board may take for a move."""
GOODBYE = 2.0
"""Seconds an engine has to end after ``quit``; then it is killed, with what it has started."""
_OVER = 10.0
"""Seconds over its time for which an engine that analyses is waited for."""
_DYING = 0.3
"""Seconds between the end of its output and that of an engine that dies."""
_LONGEST = 1 << 20
"""Bytes a line may have."""
_ANSWERS = frozenset(("id", "option", "uciok", "readyok", "bestmove", "info"))
_ALL = chess.engine.INFO_ALL
_REFUSAL = re.compile(
    r"\b(error|invalid|illegal|unknown|unsupported|unrecogni[sz]ed|not found|no such|cannot|can't|"
    r"could not|couldn't|unable|fail(ed|ure|s)?|refused?)\b",
    re.IGNORECASE,
)
"""How an engine that is not ours says that it does not take an option."""

logging.getLogger("chess.engine").addHandler(logging.NullHandler())  # its faults are told by us


def _guard(group: int) -> subprocess.Popen[bytes]:
    """A process that kills the process *group* when this process ends, even by SIGKILL."""
    command = ["/bin/sh", "-c", 'read -r _; kill -s KILL -- "-$1"', "sh", str(group)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )


class _Protocol(LenientUci):
    """python-chess's, which also keeps what is said in words, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.info_strings: deque[str] = deque(maxlen=8)
        self.last_error = ""
        self.ended_by = ""
        self.asked = self.answered = 0.0
        self.thinking = False
        self.watch: asyncio.Timeout | None = None
        self.seconds = UNTIMED
        self.guard: subprocess.Popen[bytes] | None = None

    def send_line(self, line: str) -> None:
        if line.startswith("go"):
            self.thinking, self.asked = True, time.perf_counter()
            if self.watch is not None:
                self.watch.reschedule(self.loop.time() + self.seconds)
        super().send_line(line)

    def say_quit(self) -> None:
        """``quit``, if it has been started by now."""
        if self.transport is not None:
            self.send_line("quit")

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        super().pipe_data_received(fd, data)
        if len(self.buffer[fd]) > _LONGEST:
            self.end_by(f"it writes a line of more than {_LONGEST:,} bytes")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        super().pipe_connection_lost(fd, exc)
        if fd == 1:
            self.loop.call_later(_DYING, self._see_dead)

    def _see_dead(self) -> None:
        if self.transport is not None and self.transport.get_returncode() is None:
            self.end_by("it closed its output")

    def process_exited(self) -> None:
        super().process_exited()
        self.kill()  # what it has started holds its output open
        self.dismiss()

    def _line_received(self, line: str) -> None:
        """Lines that answer nothing are left out."""
        words = line.split(None, 2)
        if not words or words[0] not in _ANSWERS:
            return
        if words[:2] == ["info", "string"]:
            self.info_strings.append(plain_line(words[2]) if len(words) > 2 else "")
        if words[0] in ("info", "bestmove") and not self.thinking:
            return
        if words[0] == "bestmove":
            self.thinking, self.answered = False, time.perf_counter()
        super()._line_received(line)

    def error_line_received(self, line: str) -> None:
        self.last_error = plain_line(line) or self.last_error

    def dismiss(self) -> None:
        """End its guard: there is nothing left that it should kill."""
        guard, self.guard = self.guard, None
        if guard is not None and guard.stdin is not None:
            guard.kill()
            guard.wait()
            guard.stdin.close()

    def end_by(self, why: str) -> None:
        """Kill it, which is told as *why* it ended."""
        self.ended_by = self.ended_by or why
        self.kill()

    def kill(self) -> None:
        """End the engine and what it has started, at once."""
        if self.transport is None:
            return
        pid = self.transport.get_pid()
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self.transport.kill()
            else:
                os.killpg(pid, signal.SIGKILL)


@dataclass(frozen=True)
class EngineMove:
    """The move of an engine (None: it gave none), its last ``info``, its ``info_strings``
    meanwhile, and the seconds from question to answer.
    """

    move: chess.Move | None
    info: chess.engine.InfoDict
    info_strings: tuple[str, ...]
    seconds: float


class Engine:
    """A contestant's engine. Raises MatchError where it does not start or take its options; end it
    with ``end``.
    """

    def __init__(self, one: Contestant) -> None:
        self.contestant = one
        self._protocol: _Protocol | None = None

    async def start(self) -> None:
        """Start it, and make it ready with its options.

        Raises MatchError when it does not start, or does not take an option.
        """
        one = self.contestant
        try:
            async with asyncio.timeout(START):
                protocol = await self._started()
                await protocol.initialize()
                protocol.info_strings.clear()
                await protocol.configure(dict(one.options))
                await protocol.ping()
        except TimeoutError:
            raise MatchError(f"{one.name} does not start: no answer within {START:g} s") from None
        except (OSError, chess.engine.EngineError) as error:
            configured = self._protocol is not None and self._protocol.initialized
            what = "take its options" if configured else "start"
            raise MatchError(f"{one.name} does not {what}: {self.why(error)}") from None
        ours = one.is_microchess and not one.on_board  # of which such a line is always a refusal
        told = [text for text in protocol.info_strings if ours or _REFUSAL.search(text)]
        if one.options and told:
            raise MatchError(f"{one.name} does not take its options: {'; '.join(told)}")

    async def _started(self) -> _Protocol:
        command = self.contestant.command
        if self.contestant.is_microchess:  # as it is where this runs
            command = (sys.executable, "-P", "-m", "microchess.uci.main")
        self._protocol = protocol = _Protocol()
        own_group: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            own_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        transport, _ = await protocol.loop.subprocess_exec(lambda: protocol, *command, **own_group)
        if sys.platform != "win32":
            protocol.guard = _guard(transport.get_pid())
            if protocol.returncode.done():
                protocol.dismiss()
        return protocol

    @property
    def title(self) -> str:
        assert self._protocol is not None
        return self._protocol.id.get("name", self.contestant.name)

    async def move(
        self, board: chess.Board, limit: chess.engine.Limit, game: object, seconds: float
    ) -> EngineMove:
        """Its move, for which it has *seconds*.

        Raises TimeoutError when it takes longer, EngineError when it dies or breaks the rules.
        """
        protocol = self._protocol
        assert protocol is not None
        protocol.info_strings.clear()
        protocol.seconds = seconds
        async with asyncio.timeout(START) as protocol.watch:
            played = await protocol.play(board, limit, game=game, info=_ALL)
        taken = protocol.answered - protocol.asked
        return EngineMove(played.move, played.info, tuple(protocol.info_strings), taken)

    async def analyse(self, board: chess.Board) -> chess.engine.InfoDict:
        """What it thinks of a position, as a new game, its score included.

        Raises MatchError when it takes too long, dies, breaks the rules, or gives no score.
        """
        one, protocol = self.contestant, self._protocol
        assert protocol is not None
        protocol.seconds = UNTIMED if one.movetime is None else one.movetime / 1000 + _OVER
        try:
            async with asyncio.timeout(START) as protocol.watch:
                # not analyse(): there python-chess waits for ever for a move that is legal
                played = await protocol.play(board, one.limit, game=object(), info=_ALL)
        except TimeoutError:
            why = f"no answer within {protocol.seconds:g} s"
        except chess.engine.EngineError as error:
            why = self.why(error)
        else:
            if "score" in played.info:
                return played.info
            why = "it gives no score"
        raise MatchError(f"{one.name}: {why}")

    def why(self, error: Exception) -> str:
        """*error* in a line: what it did, and its own last word on that."""
        protocol = self._protocol
        if protocol is None or not isinstance(error, chess.engine.EngineTerminatedError):
            return str(error)
        last = f"; it said {protocol.last_error!r}" if protocol.last_error else ""
        return f"{protocol.ended_by or error}{last}"

    async def end(self) -> None:
        """``quit``, time for it, and the end of what is left."""
        protocol = self._protocol
        if protocol is None or protocol.transport is None:
            return
        if not protocol.returncode.done():
            protocol.send_line("quit")
            await self._gone(GOODBYE)
        protocol.kill()
        protocol.transport.close()
        await self._gone(START)
        protocol.dismiss()

    async def _gone(self, seconds: float) -> None:
        """Wait for its end, not longer than that."""
        assert self._protocol is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.shield(self._protocol.returncode)

    def quit(self, loop: asyncio.AbstractEventLoop) -> None:
        """From another thread than the one that runs its *loop*: ``quit``."""
        if self._protocol is not None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._protocol.say_quit)

    @property
    def ended(self) -> bool:
        return self._protocol is None or self._protocol.returncode.done()

    def kill(self) -> None:
        """From any thread: end it at once, and what it has started."""
        if self._protocol is not None:
            self._protocol.kill()
