"""The value of a candidate (STRATGY): six chains of 8-bit sums, two halvings, three exceptions.

The carry of one addition goes into the next of the same chain, as the processor leaves it: a sum
that passes 255 is one more than it should be. That is the original's, and kept.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from microchess.engine import counters as cells
from microchess.engine.counters import BMAXC, BMOB, WMAXC, WMAXP
from microchess.engine.formula import IN_1976, Chain, Formula
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import Candidate

CENTRE = (0x33, 0x34, 0x22, 0x25)
"""To-squares worth a bonus: the two of the centre on the fourth rank, and where knights develop."""
KING_LOST, MATE = 0x00, 0xFF


def strategy(
    counters: bytes | bytearray,
    man: int,
    source: int,
    target: int,
    king_points: int,
    formula: Formula = IN_1976,
) -> int:
    """The value of a candidate (STRATGY), 0-255.

    The chains' carries run through, as in the original: a sum that passes 255 adds one to the next
    term. 255 (MATE) stands for no reply and WMAXP 0. WMAXP is the number of the best piece that
    could be taken next: 0 is the king, whom a mating move attacks, and also what is left in the
    cell when nobody could be taken, as in stalemate.
    """
    if counters[BMAXC] == king_points:
        return KING_LOST
    if counters[BMOB] == 0 and counters[WMAXP] == 0:
        return MATE
    return formula.apply(counters, has_bonus(man, source, target))


def has_bonus(man: int, source: int, target: int) -> bool:
    """A move to the centre, or of any piece but the king off the first rank (or from $90-$FF)."""
    return target in CENTRE or (man != 0 and bool(source - 0x10 & 0x80))


@dataclass(frozen=True)
class Term:
    """One counter's part in a value: its weight in effect, its count, and what that makes.

    The weights are those of exact arithmetic; what rounding and carries do is a term of its own.
    """

    name: str
    meaning: str
    weight: Fraction
    count: int

    @property
    def contribution(self) -> Fraction:
        """Weight times count."""
        return self.weight * self.count


@dataclass(frozen=True)
class Breakdown:
    """A value taken apart: ``value`` is the sum of the terms, unless ``exception`` says why not."""

    value: int
    terms: tuple[Term, ...]
    exception: str = ""

    @property
    def total(self) -> Fraction:
        """The sum of all terms: the value, but for an exception."""
        return sum((term.contribution for term in self.terms), Fraction(0))


WEIGHTS: tuple[tuple[str, str, Fraction, int], ...] = tuple(
    (name, meaning, getattr(IN_1976, name), getattr(cells, name))
    for name, meaning in (
        ("WCAP0", "taken by the move itself"),
        ("WMOB", "own moves after; queen's twice"),
        ("WMAXC", "best capture afterwards"),
        ("WCC", "all captures afterwards"),
        ("WCAP1", "exchange: MicroChess takes back"),
        ("WCAP2", "exchange: MicroChess takes back again"),
        ("BMOB", "opponent replies; queen's twice"),
        ("BMAXC", "opponent's best capture"),
        ("BCC", "all the opponent's captures"),
        ("BCAP0", "exchange: opponent captures first"),
        ("BCAP1", "exchange: opponent takes again"),
        ("BCAP2", "exchange: opponent takes a third time"),
        ("PMOB", "own moves before; queen's twice"),
        ("PMAXC", "best capture before"),
        ("PCC", "all captures before"),
    )
)
"""Name, meaning, weight in effect, index of the counter.

The manual prints 2.56 for BMAXC; 2.50 is in effect, a half in one halving and twice whole.
"""
BASE, POSITION_BONUS = int(IN_1976.base), int(IN_1976.bonus)
"""The sum of all counters at zero, $D0, and what `has_bonus` adds."""


def revalue(table: bytes, points: bytes, candidate: Candidate, formula: Formula) -> int:
    """A candidate's value by *formula*; *points* are the 16 bytes at $A0."""
    source = table[candidate.man]
    return strategy(candidate.counters, candidate.man, source, candidate.to, points[0], formula)


def breakdown(
    table: bytes, points: bytes, candidate: Candidate, formula: Formula = IN_1976
) -> Breakdown:
    """The terms of a candidate's value, which add up to it; *points* are the 16 bytes at $A0."""
    counters, source = candidate.counters, table[candidate.man]
    value = revalue(table, points, candidate, formula)
    terms = [_constant("base", "constants of the formula", formula.base)]
    terms += [
        Term(name, meaning, getattr(formula, name), counters[index])
        for name, meaning, _, index in WEIGHTS
    ]
    bonus = formula.bonus if has_bonus(candidate.man, source, candidate.to) else Fraction(0)
    terms.append(_constant("bonus", "to the centre, or from the first rank", bonus))
    exception, rest = "", Fraction(0)
    if counters[BMAXC] == points[0]:
        exception = "the king could be taken: 0"
    elif counters[BMOB] == 0 and counters[WMAXP] == 0:
        taken_next = "the king" if counters[WMAXC] else "nobody"
        meant = "mate" if counters[WMAXC] else "stalemate, valued like mate"
        exception = f"no reply, and {taken_next} could be taken next (WMAXP 0): {meant}: 255"
    else:
        rest = value - sum((term.contribution for term in terms), Fraction(0))
    terms.append(Term("rounding", "halving, carry, cut at 0, wrap at 256", rest, 1))
    return Breakdown(value, tuple(terms), exception)


def _constant(name: str, meaning: str, value: Fraction) -> Term:
    """Whole ones count as so many times one."""
    if value.denominator == 1:
        return Term(name, meaning, Fraction(1), int(value))
    return Term(name, meaning, value, 1)


def worked_out(counters: bytes | bytearray, man: int, source: int, target: int) -> list[str]:
    """The steps of `strategy` in words, each ending with the accumulator; where one of its
    exceptions holds, that takes the place of the last.
    """
    lines: list[str] = []

    def chained(a: int, chain: Chain) -> tuple[int, bool]:
        after, carry = chain.apply(a, counters)
        exact = a + chain.sign * (chain.start + sum(counters[one] for one in chain.counters))
        sign = " + " if chain.sign > 0 else " - "
        byte = "" if exact == after else f"{exact}; as a byte, with the carries, "
        if terms := _terms(chain, counters):
            lines.append(f"{a}{sign}{sign.join(terms)} = {byte}{after}")
        return after, carry

    def halved(a: int) -> int:
        lines.append(f"{a} / 2 = {a >> 1}{', a half is dropped' if a % 2 else ''}")
        return a >> 1

    assert IN_1976.stages is not None
    first, second, third = IN_1976.stages
    a, _ = chained(0x80, first[0])
    a, borrowed = chained(a, first[1])
    if borrowed:
        lines.append("it fell below 0: 0 instead of the half")
    a, _ = chained(0 if borrowed else halved(a), second[0])
    a, _ = chained(a, second[1])
    a, _ = chained(halved(a), third[0])
    a, _ = chained(a, third[1])
    if has_bonus(man, source, target):
        lines.append(f"{a} + bonus {POSITION_BONUS} = {a + POSITION_BONUS & 0xFF}")
    return lines


def _terms(chain: Chain, counters: bytes | bytearray) -> list[str]:
    """What is added, or taken away, that is not 0."""
    start = [str(chain.start)] if chain.start else []
    return start + [
        f"{f'{times} x ' if times > 1 else ''}{COUNTER_NAMES[index]} {counters[index]}"
        for index, times in Counter(chain.counters).items()
        if counters[index]
    ]
