"""The engine: one thread reads what the GUI says, the other owns the machine and thinks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.uci.job import Job
from microchess.uci.options import OPTIONS, Settings, changed
from microchess.uci.protocol import command_of, read_go, read_option, read_position

if TYPE_CHECKING:
    from microchess.game.game_line import GameLine
    from microchess.uci.thinker import Thinker

NAME = "MicroChess"
AUTHORS = "Peter Jennings (1976), the kim1-microchess authors"
NO_MOVE = "0000"
T = TypeVar("T")


class Pipe:
    """The way to the GUI, a whole line at a time. Once it is closed, nothing more is said."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._lock = Lock()
        self.closed = False

    def say(self, line: str) -> None:
        with self._lock:
            if self.closed:
                return
            try:
                self._out.write(line.encode("utf-8", "replace") + b"\n")
                self._out.flush()
            except (OSError, ValueError):
                self.closed = True


class UciEngine:
    """Carries out UCI commands with *settings* to begin with."""

    def __init__(self, out: BinaryIO, settings: Settings) -> None:
        self._pipe = Pipe(out)
        self._say = self._pipe.say
        self._settings = settings
        self._defaults = settings
        self._new_game = False
        self._unfinished: list[Job] = []
        self._jobs: SimpleQueue[Job | Settings | None] = SimpleQueue()
        """Each ``go``; settings whose machine is to be there before ``readyok``; None: the end."""
        self._hurry = Event()
        self._thread = Thread(target=self._work, name="thinker", daemon=True)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._end(self._unfinished),
            "ponderhit": self._ponderhit,
        }

    @cached_property
    def _line(self) -> GameLine | None:
        """The position to think about, at first that of the array; None: the last was refused."""
        from microchess.game.game_line import GameLine

        return GameLine.read()

    @cached_property
    def _thinker(self) -> Thinker:
        """What it needs is loaded with the first work there is: ``uciok`` does not wait for it."""
        from microchess.uci.thinker import Thinker

        return Thinker(self._say)

    def run(self, lines: Iterable[bytes]) -> None:
        """Obey until ``quit``, the end of *lines*, or a GUI that no longer listens.

        At the end of the lines a search that has an end comes to it first, unpaced.
        """
        self._thread.start()
        command = ""
        for raw in lines:
            command, words = command_of(raw.decode("utf-8-sig", "replace"))
            if command == "quit" or self._pipe.closed:
                break
            if command in self._commands:
                self._commands[command](words)
        self._hurry.set()
        leaving = command == "quit" or self._pipe.closed
        self._end(job for job in self._unfinished if leaving or not job.release.is_set())
        self._jobs.put(None)
        self._thread.join()

    def _uci(self, _: list[str]) -> None:
        self._say(f"id name {NAME}")
        self._say(f"id author {AUTHORS}")
        for option in OPTIONS:
            self._say(option.declare(self._defaults))
        self._say("uciok")

    def _isready(self, _: list[str]) -> None:
        """At once while it thinks, else when there is a machine that can."""
        if self._still_unfinished():
            self._say("readyok")
        else:
            self._jobs.put(self._settings)

    def _setoption(self, words: list[str]) -> None:
        named = read_option(words)
        if named is None:
            return
        try:
            self._settings = changed(self._settings, *named)
        except MicroChessError as error:
            self._say(f"info string {error}")

    def _ucinewgame(self, _: list[str]) -> None:
        self._new_game = True

    def _position(self, words: list[str]) -> None:
        named = read_position(words)
        if named is None:
            return
        from microchess.game.game_line import GameLine

        try:
            self._line = GameLine.read(*named, before=self._line)
        except MicroChessError as error:
            self._line = None
            self._say(f"info string position refused: {error}")

    def _go(self, words: list[str]) -> None:
        limits = read_go(words)
        job = Job(self._line, self._settings, limits, self._new_game, self._hurry)
        self._new_game = False
        if not (limits.infinite or limits.ponder):
            job.release.set()
        self._still_unfinished().append(job)
        self._jobs.put(job)

    def _still_unfinished(self) -> list[Job]:
        self._unfinished = [one for one in self._unfinished if not one.done.is_set()]
        return self._unfinished

    def _ponderhit(self, _: list[str]) -> None:
        for job in self._unfinished:
            if not (job.release.is_set() or job.limits.infinite):
                job.release.set()
                return

    @staticmethod
    def _end(jobs: Iterable[Job]) -> None:
        for job in jobs:
            job.stop.set()
            job.release.set()

    def _work(self) -> None:
        ended = 0.0
        while (job := self._jobs.get()) is not None:
            thinker = self._thinker
            if isinstance(job, Settings):
                self._attempt(partial(thinker.prepare, job))
                self._say("readyok")
                continue
            job.release.not_before = ended
            move = self._attempt(partial(thinker.answer, job))
            job.release.wait()
            job.done.set()
            ponder = f" ponder {thinker.expected}" if move and thinker.expected else ""
            self._say(f"bestmove {move or NO_MOVE}{ponder}")
            ended = time.monotonic()

    def _attempt(self, work: Callable[[], T]) -> T | None:
        """*work*; why it fails, if it does, is told."""
        try:
            return work()
        except (MicroChessError, EmuError, OSError) as error:
            self._say(f"info string {error}")
            return None
