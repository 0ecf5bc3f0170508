"""A ``go``, and how long a move may take by what it says of time. The level decides how deep the
program looks; a clock only ends a thought that would last too long.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING

from microchess.uci.options import Settings
from microchess.uci.protocol import Limits

if TYPE_CHECKING:
    import chess

    from microchess.game.game_line import GameLine

SHARE = 10
"""At most this part of the time left goes into one move, unless fewer moves have to be made."""


class ClockStart(Event):
    """Set when the clock may start: with ``go``, or with ``ponderhit`` after ``go ponder``; it
    starts ``not_before`` the answer to the ``go`` ahead of it.
    """

    _at = 0.0
    not_before = 0.0

    def set(self) -> None:
        if not self.is_set():
            self._at = time.monotonic()
        super().set()

    @property
    def milliseconds(self) -> float:
        """Time since then, 0 before."""
        started = max(self._at, self.not_before)
        return (time.monotonic() - started) * 1000 if self.is_set() else 0.0


@dataclass
class Job:
    """A ``go``: what to think about (None: the position was refused), and how. ``stop`` ends the
    thought at the best move so far, ``hurry`` only its pacing; ``release`` starts the clock and
    lets a bestmove out.
    """

    line: GameLine | None
    settings: Settings
    limits: Limits = field(default_factory=Limits)
    new_game: bool = False
    hurry: Event = field(default_factory=Event)
    stop: Event = field(default_factory=Event)
    release: ClockStart = field(default_factory=ClockStart)
    done: Event = field(default_factory=Event)


@dataclass(frozen=True)
class TimeLimit:
    """Milliseconds after which a thought ends: once it has a move to give (``enough``), in any case
    (``most``). None: no end.
    """

    enough: int | None = None
    most: int | None = None


def time_limit(limits: Limits, color: chess.Color, overhead: int) -> TimeLimit:
    """The time for a move of *color*; *overhead* are the milliseconds lost between GUI and engine.

    A clock allows a tenth of what is left (a larger part when fewer than ten moves are to go), and
    the increment on top, but never more than is left. A clock that has run out presses no more.
    """
    side = 0 if color else 1
    left = limits.clock[side]
    if left is None:
        return TimeLimit(limits.movetime)
    usable = max(0, left - overhead)
    share = usable // max(1, min(SHARE, limits.movestogo or SHARE))
    enough = min(usable, share + limits.increment[side])
    if limits.movetime is not None:
        enough = min(enough, limits.movetime)
    return TimeLimit(enough, usable if left else None)
