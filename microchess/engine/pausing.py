"""The Python engines as thoughts that can be followed and let go, within a candidate as well."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Semaphore
from typing import Any

from microchess.engine.formula import IN_1976, Formula
from microchess.engine.literal import LiteralState
from microchess.engine.search import Search
from microchess.engine.state import EngineState
from microchess.program.levels import Level
from microchess.program.reply import Candidate

CALLS = 500
"""So many calls, some milliseconds, from one pause to the next."""


class _LetGoError(Exception):
    """Nobody follows the thought any more."""


class PausingState(EngineState):
    """Thinks in a thread of its own, which runs only while its follower waits for more."""

    _calls = 0
    _let_go = False

    def pause(self) -> None:
        """Called again and again while it thinks; every now and then it pauses."""
        self._calls += 1
        if self._calls % CALLS == 0:
            self._paused.release()
            self._resumed.acquire()
            if self._let_go:
                raise _LetGoError

    def _thought(self) -> Iterator[Candidate | None]:
        told, self._let_go = 0, False
        self._paused, self._resumed = Semaphore(0), Semaphore(0)
        with ThreadPoolExecutor(1) as pool:
            thought = pool.submit(lambda: list(super(PausingState, self)._thought()))
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
        yield from self.candidates[told:]


class PausingLiteral(PausingState, LiteralState):
    """The literal engine, with a pause every now and then between two visits."""

    def visit(self, capture: bool) -> None:
        self.pause()
        super().visit(capture)


class PausingSearch(Search):
    """A search that calls *pause* before every capture of an exchange."""

    def __init__(self, pause: Callable[[], None], *args: Any) -> None:
        super().__init__(*args)
        self._pause = pause

    def _exchange(self, side: int, state: int, man: int, to: int, victim: int) -> None:
        self._pause()
        super()._exchange(side, state, man, to, victim)


class PausingPython(PausingState):
    """The fast engine, with a pause every now and then between two captures."""

    def __init__(self, level: Level = Level.NORMAL, formula: Formula = IN_1976) -> None:
        super().__init__(level, formula)
        self.new_search = partial(PausingSearch, self.pause)
