"""A reply and its candidates as HTML; the module of replies loads this one when a notebook asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from microchess.program.display.markup import table
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.squares import SquareByte
from microchess.program.table import man_name

if TYPE_CHECKING:
    from microchess.program.reply import Candidate, Reply

MOST = 10
"""Candidates shown of a reply."""
_LEGEND = "hexadecimal; counters that are all zero are left out"


def reply_html(reply: Reply, leading: Sequence[int]) -> str:
    """What is played, and the best candidates by value, of equals the first judged first.

    *leading* are the candidates, by index, that were the best so far; the last one is played.
    """
    every = reply.candidates
    ranked = sorted(range(len(every)), key=lambda index: -every[index].value)[:MOST]
    best = [every[index] for index in ranked]
    played = ranked.index(leading[-1]) if leading and reply.move is not None else None
    caption = f"{_in_words(reply)}; {len(best)} of {len(every)} candidates ({_LEGEND})"
    counted = _counted(best)
    return table(
        caption,
        ("man", "from", *_head(counted)),
        ((man_name(one.man), f"{_source(reply, one):02X}", *_cells(one, counted)) for one in best),
        played,
    )


def candidate_html(candidate: Candidate) -> str:
    """One candidate; where the man comes from it does not know."""
    counted = _counted([candidate])
    row = (man_name(candidate.man), *_cells(candidate, counted))
    return table(f"Candidate ({_LEGEND})", ("man", *_head(counted)), [row])


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


def _source(reply: Reply, candidate: Candidate) -> SquareByte:
    """Where the man stood before the move was made."""
    move = reply.move
    if move is not None and move.man == candidate.man:
        return move.source
    return reply.after[candidate.man]


def _in_words(reply: Reply) -> str:
    move = reply.move
    if move is None:
        return "Resigns"
    return f"{man_name(move.man)} {move.source:02X}-{move.target:02X}"
