"""What the program answers, as values: its candidates, and its move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from microchess.program.html_table import html_table
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.table import PieceTable, man_name

TO_BEAT = 0x0C
"""A candidate must be worth more than this to be considered."""
RESIGNED = b"\xff\xff\xff"
"""What the display shows when none is."""
MOST_SHOWN = 10
"""Candidates of a reply that a notebook shows."""
_LEGEND = "hexadecimal; counters that are all zero are left out"


class Candidate(NamedTuple):
    """A move that the program judged: piece 0-15 to square *to*, its value, the bytes $DD-$F2."""

    man: int
    to: int
    value: int
    counters: bytes

    def _repr_html_(self) -> str:
        counted = _counted([self])
        row = (man_name(self.man), *_cells(self, counted))
        return html_table(f"Candidate ({_LEGEND})", ("man", *_head(counted)), [row])


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


class ManMove(NamedTuple):
    """The program's answer: piece, from- and to-square as on the display."""

    man: int
    source: int
    target: int

    @classmethod
    def shown(cls, digits: bytes) -> ManMove | None:
        """The move that the three bytes on display, left to right, are after a reply; None when
        the program resigned.
        """
        return None if digits == RESIGNED else cls(*digits)


class Reply(NamedTuple):
    """The answer to key PC. ``move`` is None if the program resigned.

    ``cycles`` and ``instructions`` count from the key to the next reading of the keypad, without
    the display. The player ``literal`` has those of 1976; ``python`` has None. ``judged`` is False
    for a real board, which does not report its candidates.
    """

    move: ManMove | None
    after: PieceTable
    candidates: tuple[Candidate, ...]
    cycles: int | None
    instructions: int | None
    judged: bool = True

    def _repr_html_(self) -> str:
        """What is played, in bold, and the best candidates by value, of equals the first judged
        first.
        """
        every, move = self.candidates, self.move
        ranked = sorted(range(len(every)), key=lambda index: -every[index].value)[:MOST_SHOWN]
        best = [every[index] for index in ranked]
        action, played, stood = "Resigns", None, dict[int, int]()
        if move is not None:
            action = f"{man_name(move.man)} {move.source:02X}-{move.target:02X}"
            leading = leaders(every)
            played = ranked.index(leading[-1]) if leading else None
            stood = {move.man: move.source}  # where it came from
        counted = _counted(best)
        return html_table(
            f"{action}; {len(best)} of {len(every)} candidates ({_LEGEND})",
            ("man", "from", *_head(counted)),
            (
                (
                    man_name(one.man),
                    f"{stood.get(one.man, self.after[one.man]):02X}",
                    *_cells(one, counted),
                )
                for one in best
            ),
            played,
        )


def _counted(candidates: Sequence[Candidate]) -> list[int]:
    """The counters that are not zero everywhere; none while the program still thinks."""
    return [
        index
        for index in range(len(COUNTER_NAMES))
        if any(any(one.counters[index : index + 1]) for one in candidates)
    ]


def _head(counted: Sequence[int]) -> list[str]:
    return ["to", "value", *(COUNTER_NAMES[index] for index in counted)]


def _cells(candidate: Candidate, counted: Sequence[int]) -> list[str]:
    counters = (f"{candidate.counters[index]:X}" for index in counted)
    return [f"{candidate.to:02X}", f"{candidate.value:02X}", *counters]
