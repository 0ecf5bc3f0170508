"""What the program answers, as values: its candidates, and its move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from microchess.program.table import PieceTable

TO_BEAT = 0x0C
"""A candidate must be worth more than this to be considered."""
RESIGNED = b"\xff\xff\xff"
"""What the display shows when none is."""


class Candidate(NamedTuple):
    """A move the program judged: man 0-15 to square byte *to*, its value, the bytes $DD-$F2."""

    man: int
    to: int
    value: int
    counters: bytes

    def _repr_html_(self) -> str:
        from microchess.program.display import candidate_html

        return candidate_html(self)


def beats(one: Candidate, best: Candidate | None) -> bool:
    """Whether *one* would be chosen after *best*: of equals the first judged stays."""
    return one.value > (TO_BEAT if best is None else best.value)


def leaders(candidates: Iterable[Candidate]) -> list[int]:
    """Which candidates, by index, were the best so far when they were judged."""
    found: list[int] = []
    best: Candidate | None = None
    for index, one in enumerate(candidates):
        if beats(one, best):
            best = one
            found.append(index)
    return found


def best_of(candidates: Iterable[Candidate]) -> Candidate | None:
    """The candidate chosen of all, None when there is none worth playing."""
    every = tuple(candidates)
    leading = leaders(every)
    return every[leading[-1]] if leading else None


@dataclass(frozen=True)
class ManMove:
    """The program's answer: man, from- and to-square as on the display."""

    man: int
    source: int
    target: int

    @classmethod
    def shown(cls, digits: bytes) -> ManMove | None:
        """The move that the three bytes on display, left to right, are after a reply; None when
        the program resigned.
        """
        return None if digits == RESIGNED else cls(*digits)


@dataclass(frozen=True)
class Reply:
    """All that came of key PC. ``move`` is None when the program resigned.

    ``cycles`` and ``instructions`` count from the key's being read to the next reading of the
    keypad, the display routine as a bare RTS. The player ``literal`` has those of 1976, ``python``
    has None. ``judged``: the player tells its candidates; a real board does not.
    """

    move: ManMove | None
    after: PieceTable
    candidates: tuple[Candidate, ...]
    cycles: int | None
    instructions: int | None
    judged: bool = True

    def _repr_html_(self) -> str:
        from microchess.program.display import reply_html

        return reply_html(self, leaders(self.candidates))
