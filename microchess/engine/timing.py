"""Where the time of a reply goes: the cycles of the program of 1976, added up in two ways."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from microchess.engine.cycle_costs import COSTS, QUESTIONS, ClockedState
from microchess.engine.literal import BEFORE, CANDIDATES, CONTINUATION, KING_HUNT, REPLIES
from microchess.engine.state import think
from microchess.program.reply import Reply
from microchess.program.table import PieceTable

PURPOSES = {
    BEFORE: ("before", "counting what there is before a move", "key PC"),
    CANDIDATES: ("candidates", "trying a candidate", "candidate"),
    REPLIES: ("replies", "counting a reply", "reply"),
    0xFF: ("exchanges", "following a capture", "capture followed"),
    CONTINUATION: ("continuation", "counting a move of the continuation", "continuation"),
    KING_HUNT: ("check", "testing a move for check", "check test"),
}
"""What the program does in a STATE, and the event that says how often it begins to."""


@dataclass(frozen=True)
class Share:
    """A part of a reply: how ``often``, and the ``cycles`` of all of it."""

    key: str
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

    def lines(self) -> Iterator[str]:
        """Both as tables, each with its sum."""
        cycles = self.reply.cycles or 0
        for title, shares in (("what for", self.purposes), ("the question", self.questions)):
            yield f"{title:<58}{'times':>8}{'each':>8}{'cycles':>13}"
            for one in shares:
                each, share = one.cycles / max(1, one.often), one.cycles / max(1, cycles)
                yield f"{one.what:<58}{one.often:>8,}{each:>8,.0f}{one.cycles:>13,}{share:>7.1%}"
            yield f"{'in all':<74}{cycles:>13,}"


@lru_cache(maxsize=16)
def thinking_time(table: PieceTable, check: int, turn: int) -> ThinkingTime:
    """What key PC takes in 1976 on *table*, the book closed; *check* and *turn* are the level's
    bytes. Sources: `microchess.engine.cycle_costs`.
    """
    clock = ClockedState()
    reply = think(table, check, turn, clock)
    cycles, asked, often = (Counter[str]() for _ in range(3))
    for (state, event), times in clock.events.items():
        cost, spent = COSTS[event], times * COSTS[event].cycles
        cycles[PURPOSES[0xFF if state >= 0xFC else state][0]] += spent
        cycles[cost.question] += spent
        asked[cost.question] += times * cost.asks
        often[event] += times
    purposes = [
        Share(key, what, often[event], cycles[key]) for key, what, event in PURPOSES.values()
    ]
    questions = [Share(key, what, asked[key], cycles[key]) for key, what in QUESTIONS.items()]
    questions.sort(key=lambda share: -share.cycles)
    return ThinkingTime(reply, tuple(purposes), tuple(questions))
