"""One thread at a time: who comes while another is at work is refused, not served wrongly."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from emu.errors import InUse

P = ParamSpec("P")
R = TypeVar("R")


class Alone:
    """A context that one thread at a time can be in, as often as it likes.

    Entering it raises InUse, naming *what*, while another thread is in it.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise InUse(self._what)

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[Alone], tuple[str]]:
        """A copy is somebody else's: nobody is in it."""
        return Alone, (self._what,)


class _Shared(Protocol):
    @property
    def alone(self) -> Alone: ...


S = TypeVar("S", bound=_Shared)


def one_at_a_time(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """*method*, in which only one thread can be: see ``alone`` of its object."""

    @wraps(method)
    def entered(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.alone:
            return method(self, *args, **kwargs)

    return entered
