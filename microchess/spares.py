"""Things of which every thread has its own while it works: machines, annotators, searchers."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Spares(Generic[P, T]):
    """What *make* makes of hashable arguments, kept by these for whoever wants the same next.

    There are as many of a kind as threads ever wanted at the same time.
    """

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._idle: dict[Hashable, deque[T]] = {}

    @contextmanager
    def taken(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        """One that nobody else has meanwhile. After an exception it is not used again."""
        idle = self._idle.setdefault((args, *kwargs.items()), deque())
        try:
            one = idle.pop()
        except IndexError:
            one = self._make(*args, **kwargs)
        yield one
        idle.append(one)

    def clear(self) -> None:
        self._idle.clear()
