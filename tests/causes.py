"""Which of our functions an event passes on its way to an effect, as a profiler sees it.

An event rarely calls its effect: a request waits in a queue, a picture waits to be drawn. So a way
has stations: functions that are called one after the other, each but the last where something is
handed over, the last where the effect is. When a station is called, the functions of this project
on the stack are the chain of callers from whatever was handed over before. The way is all of these
chains, each function counted once: in the leg in which it comes up first.

Not counted are functions that had returned by then, as what reads a value or checks it does, and
those of Textual, asyncio and py65 in between. The loops at the bottom of a stack are counted, and
so is a lambda, a comprehension, a wrapper.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
_OURS = tuple(f"{ROOT / name}/" for name in ("emu", "microchess", "tui"))


@dataclass(frozen=True)
class Station:
    """The first call of *function* with arguments that are *wanted*; ``leg`` is the way to it."""

    leg: str
    function: Callable[..., Any]
    wanted: Callable[[dict[str, Any]], bool] = lambda _: True

    def is_called(self, frame: FrameType) -> bool:
        code: CodeType = self.function.__code__
        return frame.f_code is code and self.wanted(frame.f_locals)


@dataclass(frozen=True)
class Passed:
    """A function of ours: its file from the root on, and its name with that of its class."""

    path: str
    name: str


@dataclass
class Way:
    """The functions that come up in each leg to the *stations*."""

    stations: list[Station]
    legs: dict[str, list[Passed]] = field(default_factory=dict)

    def see(self, frame: FrameType) -> None:
        """A function is called."""
        next_one = self.stations[len(self.legs)]
        if next_one.is_called(frame):
            before = {one for leg in self.legs.values() for one in leg}
            callers = dict.fromkeys(reversed([*_callers(frame)]))
            self.legs[next_one.leg] = [one for one in callers if one not in before]

    @property
    def looked_for(self) -> CodeType | None:
        """The code of the station that comes next."""
        left = self.stations[len(self.legs) :]
        return left[0].function.__code__ if left else None


def _callers(frame: FrameType | None) -> Iterator[Passed]:
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(_OURS):
            yield Passed(str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname)
        frame = frame.f_back


class Profiler:
    """Follows one way at a time."""

    def __init__(self) -> None:
        self._way = Way([])
        self._looked_for = self._way.looked_for

    def follow(self, *stations: Station) -> Way:
        """The way of what happens next."""
        self._way = Way([*stations])
        self._looked_for = self._way.looked_for
        return self._way

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """What `sys.setprofile` calls, at every function of Python's and of C's."""
        if event == "call" and frame.f_code is self._looked_for:
            self._way.see(frame)
            self._looked_for = self._way.looked_for


@contextmanager
def profiled() -> Iterator[Profiler]:
    """What happens within is profiled, in threads that begin within, too."""
    profiler = Profiler()
    threading.setprofile(profiler)
    sys.setprofile(profiler)
    try:
        yield profiler
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type, unused-ignore]
