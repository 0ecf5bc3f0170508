"""Where the time of a reply goes: the cycles of the program of 1976, added up in two ways."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from microchess.engine.clock import COSTS, ClockedState
from microchess.engine.literal import BEFORE, CANDIDATES, CONTINUATION, KING_HUNT, REPLIES
from microchess.engine.state import think
from microchess.program.levels import Level
from microchess.program.reply import Reply
from microchess.program.table import PieceTable

PURPOSES = {
    BEFORE: ("counting what there is before a move", "key PC"),
    CANDIDATES: ("trying a candidate", "candidate"),
    REPLIES: ("counting a reply", "reply"),
    0xFF: ("following a capture", "capture followed"),
    CONTINUATION: ("counting a move of the continuation", "continuation"),
    KING_HUNT: ("testing a move for check", "check test"),
}
"""What the program does in a STATE, and the event that says how often it begins to."""


@dataclass(frozen=True)
class Share:
    """A part of a reply: how ``often``, and the ``cycles`` of all of it."""

    what: str
    often: int
    cycles: int


@dataclass(frozen=True)
class ThinkingTime:
    """The time of one reply, without the display. ``purposes`` and ``questions`` each add up to
    ``reply.cycles``; the longest question comes first.
    """

    reply: Reply
    purposes: tuple[Share, ...]
    questions: tuple[Share, ...]


def thinking_time(table: PieceTable, level: Level) -> ThinkingTime:
    """What key PC takes in 1976 on *table*, the book closed. Sources: `microchess.engine.clock`."""
    clock = ClockedState()
    reply = think(table, level.check, level.turn, clock)
    purposes: defaultdict[int, int] = defaultdict(int)
    questions: defaultdict[str, int] = defaultdict(int)
    asked: defaultdict[str, int] = defaultdict(int)
    for (state, event), times in clock.events.items():
        cost = COSTS[event]
        purposes[0xFF if 0xFC <= state < 0xFF else state] += times * cost.cycles
        questions[cost.question] += times * cost.cycles
        asked[cost.question] += times * cost.asks
    often = {event: sum(n for (_, e), n in clock.events.items() if e == event) for event in COSTS}
    return ThinkingTime(
        reply,
        tuple(Share(name, often[event], purposes[s]) for s, (name, event) in PURPOSES.items()),
        tuple(
            Share(question, asked[question], cycles)
            for question, cycles in sorted(questions.items(), key=lambda item: -item[1])
        ),
    )
