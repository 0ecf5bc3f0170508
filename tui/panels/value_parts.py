"""A candidate's value taken apart, and one candidate beside another, in words."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from microchess.engine.value import BASE, POSITION_BONUS, WEIGHTS, Breakdown, Term, breakdown
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import Candidate
from tui.session.thought import Thought

MEANINGS = {name: meaning for name, meaning, _, _ in WEIGHTS} | {
    "WMAXP": "number of the piece WMAXC would take",
    "BMAXP": "number of the piece BMAXC would take",
    "PMAXP": "number of the piece PMAXC would take",
}
"""What each counter counts."""
FEW_WORDS = {
    "base": "for every move",
    "WCAP0": "what it takes now",
    "WMOB": "its moves after",
    "WMAXC": "its best capture after",
    "WCC": "all its captures after",
    "WCAP1": "exchange: it takes back",
    "WCAP2": "exchange: it takes again",
    "PMAXC": "its best capture before",
    "PCC": "all its captures before",
    "BMAXC": "your best capture",
    "BCC": "all your captures",
    "BCAP0": "exchange: you take first",
    "BCAP1": "exchange: you take again",
    "BCAP2": "exchange: your 3rd time",
    "PMOB": "its moves before",
    "BMOB": "your replies",
    "WMAXP": "which it would take",
    "BMAXP": "which you would take",
    "PMAXP": "which it could take",
    "bonus": "to centre, off 1st rank",
    "rounding": "rounding of the sums",
    "exception": "exception to the sum",
}
"""What each part of a value counts, in words that fit anywhere; it: the program."""
NO_COUNTERS = {
    "base": f"{BASE} for every move: $80 / 4 + $40 / 2 + $90, the constants of the formula",
    "bonus": f"{POSITION_BONUS} for a move to $33, $34, $22 or $25, and for one from the first "
    "rank by any piece but the king",
    "rounding": "what the 8-bit sums change: a halving drops a half, a carry adds 1, what falls "
    "below 0 becomes 0 or wraps at 256",
    "exception": "where the king could be taken the value is 0, whatever the parts say; where "
    "there is no reply and WMAXP is 0 (mate, and some stalemates) it is 255",
}
"""The parts of a value that are no counters."""
_NOTES = (
    (("WMOB", "WMAXC", "WCC", "PMOB", "PMAXC", "PCC"), "of moves that are not tested for check"),
    (
        ("WMOB", "WMAXC", "WCC"),
        "without those of the piece that your best capture takes: it is presumed lost, unless it "
        "is the king",
    ),
)
"""What else is to know of counters."""
_BECAUSE = {
    "WCAP0": "it takes a piece worth {} instead of {}",
    "WMOB": "after it MicroChess has {} moves instead of {}",
    "WMAXC": "its best capture afterwards is worth {} instead of {}",
    "WCC": "what it could capture afterwards is worth {} instead of {}",
    "WCAP1": "in the exchange after it MicroChess takes back {} instead of {}",
    "WCAP2": "in the exchange after it MicroChess takes {} instead of {} a second time",
    "BMOB": "after it you have {} replies instead of {}",
    "BMAXC": "your best capture after it is worth {} instead of {}",
    "BCC": "what you could capture after it is worth {} instead of {}",
    "BCAP0": "in the exchange after it you take {} instead of {}",
    "BCAP1": "in the exchange after it you take {} instead of {} a second time",
    "BCAP2": "in the exchange after it you take {} instead of {} a third time",
    "bonus": "it goes to the centre, or from the first rank",
    "rounding": "the sums of 8 bits round so",
}
"""What makes the one better that has the first number, where the other has the second."""


class ValuePart(NamedTuple):
    """A part of a value: what it means, what it ``adds`` (None: nothing), by which ``product``."""

    name: str
    meaning: str
    adds: Fraction | None
    product: str


def parts_of(thought: Thought, one: Candidate) -> list[ValuePart]:
    """All parts of a value: first those that are not zero, which add up to it; then what else is
    counted.
    """
    whole = _apart(thought, one)
    parts = [
        ValuePart(term.name, FEW_WORDS[term.name], term.contribution, _product(term))
        for term in whole.terms
    ]
    if whole.exception:
        parts.append(ValuePart("exception", whole.exception, whole.value - whole.total, ""))
    for name, value in zip(COUNTER_NAMES, one.counters, strict=True):
        if name in ("BMAXP", "WMAXP", "PMAXP"):
            parts.append(ValuePart(name, FEW_WORDS[name], None, str(value)))
    return sorted(parts, key=lambda part: not part.adds)


def difference(thought: Thought, one: Candidate, other: Candidate) -> list[ValuePart]:
    """What one value has more than another, part by part, what makes most first; none where a value
    is no sum of its parts.
    """
    pairs = _apart(thought, one), _apart(thought, other)
    if any(each.exception for each in pairs):
        return []
    parts = []
    for term, less in zip(pairs[0].terms, pairs[1].terms, strict=True):
        product = f"({term.count} - {less.count}) × {float(term.weight):g}"
        product *= term.weight == less.weight
        parts.append(
            ValuePart(
                term.name, FEW_WORDS[term.name], term.contribution - less.contribution, product
            )
        )
    return sorted((one for one in parts if one.adds), key=lambda part: -abs(float(part.adds or 0)))


def because(thought: Thought, best: Candidate, other: Candidate) -> str:
    """Why the *best* one was played, and not the *other*: a sentence."""
    names = thought.name_of(best), thought.name_of(other)
    if best.value == other.value:
        return f"{names[0]} and {names[1]} are worth the same: the one judged first is played."
    beats = f"{names[0]} beats {names[1]} by {best.value - other.value}"
    for name, one in zip(names, (best, other), strict=True):
        if exception := _apart(thought, one).exception:
            return f"{beats}. {name}: {exception}."
    name = max(difference(thought, best, other), key=lambda part: float(part.adds or 0)).name
    counts = [_count(thought, one, name) for one in (best, other)]
    return f"{beats}: {_BECAUSE[name].format(*counts)}."


def notes_on(counter: str) -> list[str]:
    """What a counter counts, and what else is to know of it."""
    return [MEANINGS[counter], *(note for names, note in _NOTES if counter in names)]


@lru_cache(maxsize=256)
def _taken_apart(table: bytes, points: bytes, one: Candidate) -> Breakdown:
    return breakdown(table, points, one)


def _apart(thought: Thought, one: Candidate) -> Breakdown:
    return _taken_apart(thought.table.data, thought.points, one)


def _count(thought: Thought, one: Candidate, name: str) -> int:
    return next(term.count for term in _apart(thought, one).terms if term.name == name)


def _product(term: Term) -> str:
    return f"{term.count} × {float(term.weight):g}"
