"""A reply and its candidates as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from microchess.program.display.markup import table
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import Candidate, Reply, leaders
from microchess.program.squares import SquareByte
from microchess.program.table import man_name

MOST = 10
"""Candidates shown of a reply."""


def reply_html(reply: Reply) -> str:
    """What is played, and the best candidates by value, of equals the first judged first."""
    ranked = sorted(range(len(reply.candidates)), key=lambda index: -reply.candidates[index].value)[
        :MOST
    ]
    best = [reply.candidates[index] for index in ranked]
    leading = leaders(reply.candidates)
    played = ranked.index(leading[-1]) if leading and reply.move is not None else None
    caption = f"{_in_words(reply)}; {len(best)} of {len(reply.candidates)} candidates"
    return _candidates(caption, best, [_source(reply, one) for one in best], played)


def candidate_html(candidate: Candidate) -> str:
    """One candidate; where the man comes from it does not know."""
    return _candidates("Candidate", [candidate], ["?"], None)


def _candidates(
    caption: str, candidates: Sequence[Candidate], sources: Sequence[str], played: int | None
) -> str:
    counted = [
        index
        for index in range(len(COUNTER_NAMES))
        if any(_counter(one, index) for one in candidates)
    ]
    return table(
        f"{caption} (hexadecimal; counters that are all zero left out)",
        ("man", "from", "to", "value", *(COUNTER_NAMES[index] for index in counted)),
        (
            (
                man_name(one.man),
                source,
                f"{one.to:02X}",
                f"{one.value:02X}",
                *(f"{_counter(one, index):X}" for index in counted),
            )
            for one, source in zip(candidates, sources, strict=True)
        ),
        played,
    )


def _counter(candidate: Candidate, index: int) -> int:
    """A counter; 0 when there are none, as while the program still thinks."""
    return candidate.counters[index] if candidate.counters else 0


def _source(reply: Reply, candidate: Candidate) -> str:
    """Where the man stood before the move was made."""
    move = reply.move
    moved = move is not None and move.man == candidate.man
    byte: SquareByte = move.source if moved and move else reply.after[candidate.man]
    return f"{byte:02X}"


def _in_words(reply: Reply) -> str:
    move = reply.move
    return (
        "Resigns" if move is None else f"{man_name(move.man)} {move.source:02X}-{move.target:02X}"
    )
