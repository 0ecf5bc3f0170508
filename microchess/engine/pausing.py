"""The literal engine as a thought that can be followed and let go."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore

from microchess.engine.literal import LiteralState
from microchess.program.levels import Level
from microchess.program.reply import Candidate

VISITS = 500
"""So many visits, some milliseconds, from one pause to the next."""


class _LetGoError(Exception):
    """Nobody follows the thought any more."""


class PausingLiteral(LiteralState):
    """Thinks in a thread of its own, which runs only while its follower waits for more."""

    def __init__(self, level: Level = Level.NORMAL) -> None:
        super().__init__(level)
        self._visits = 0
        self._let_go = False
        self._paused, self._resumed = Semaphore(0), Semaphore(0)

    def visit(self, capture: bool) -> None:
        """As the program does, with a pause every now and then."""
        self._visits += 1
        if self._visits % VISITS == 0:
            self._paused.release()
            self._resumed.acquire()
            if self._let_go:
                raise _LetGoError
        super().visit(capture)

    def _thought(self) -> Iterator[Candidate | None]:
        told, self._let_go = 0, False
        self._paused, self._resumed = Semaphore(0), Semaphore(0)
        with ThreadPoolExecutor(1) as pool:
            thought = pool.submit(lambda: list(super(PausingLiteral, self)._thought()))
            thought.add_done_callback(lambda _: self._paused.release())
            try:
                while not thought.done():
                    self._paused.acquire()
                    new = self.candidates[told:]
                    told += len(new)
                    yield from new or (None,)
                    self._resumed.release()
            finally:
                self._let_go = True
                self._resumed.release()
        thought.result()
