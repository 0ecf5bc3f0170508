"""The 22 counters at $DD-$F2 and the value they make.

A group of four - mobility, best capture, sum of captures, best captured man - counts the moves of
one state: the opponent's replies (state 0: BMOB BMAXC BCC BMAXP), the continuation (8: WMOB ...),
what there was before the move (12: PMOB ...). Five maxima hold the most that was captured at each
depth of the exchanges, WCAP0 what the candidate itself captures.
"""

from __future__ import annotations

from dataclasses import dataclass

SIZE = 22
WCAP0, BCAP2, WCAP2, BCAP1, WCAP1, BCAP0 = range(6)
MOB, MAXC, CC, MAXP = range(6, 10)
"""Those of state 0; add a state for its group."""
REPLY, CANDIDATE, CONTINUATION, BEFORE = 0, 4, 8, 12
"""States that count."""
ATTACK_TEST = -7
"""State $F9: can the king be taken?"""

BMOB, BMAXC, BCC, BMAXP = MOB, MAXC, CC, MAXP
WMOB, WMAXC, WCC, WMAXP = (group + CONTINUATION for group in (MOB, MAXC, CC, MAXP))
PMOB, PMAXC, PCC, PMAXP = (group + BEFORE for group in (MOB, MAXC, CC, MAXP))

CENTRE = (0x33, 0x34, 0x22, 0x25)
"""To-squares that are worth something in themselves: d4/e4 and the knights' best (or c3/f3)."""
KING_LOST, MATE = 0x00, 0xFF
POSITION_BONUS = 2


@dataclass(frozen=True)
class Chain:
    """A run of 8-bit additions or subtractions that hands its carry from term to term.

    ``start`` comes first, unless it is 0, then the counters of those indices.
    """

    sign: int
    start: int
    counters: tuple[int, ...]

    def apply(self, a: int, counters: bytes | bytearray) -> tuple[int, bool]:
        """The accumulator after the chain, and whether its last step carried (or borrowed)."""
        terms = [counters[index] for index in self.counters]
        if self.start:
            terms.insert(0, self.start)
        carry = 0
        for term in terms:
            total = a + self.sign * (term + carry)
            carry = int(not 0 <= total <= 0xFF)
            a = total & 0xFF
        return a, bool(carry)


GAIN = Chain(+1, 0, (WMOB, WMAXC, WCC, WCAP1, WCAP2))
LOSS = Chain(-1, 0, (PMAXC, PCC, BCAP0, BCAP1, BCAP2, PMOB, BMOB))
PROSPECT = Chain(+1, 0x40, (WMAXC, WCC))
THREAT = Chain(-1, 0, (BMAXC,))
CAPTURE = Chain(+1, 0x90, (WCAP0, WCAP0, WCAP0, WCAP0, WCAP1))
DANGER = Chain(-1, 0, (BMAXC, BMAXC, BCC, BCC, BCAP1))


def strategy(
    counters: bytes | bytearray, man: int, source: int, target: int, king_points: int
) -> int:
    """The value of a candidate (STRATGY), 0-255.

    The chains' carries run through, as in the original: a sum that passes 255 adds one to the
    next term.
    """
    a, _ = GAIN.apply(0x80, counters)
    a, borrowed = LOSS.apply(a, counters)
    a = 0 if borrowed else a >> 1
    a, _ = PROSPECT.apply(a, counters)
    a, _ = THREAT.apply(a, counters)
    a, _ = CAPTURE.apply(a >> 1, counters)
    a, _ = DANGER.apply(a, counters)
    if has_bonus(man, source, target):
        a = a + POSITION_BONUS & 0xFF
    if counters[BMAXC] == king_points:
        return KING_LOST
    if counters[BMOB] == 0 and counters[WMAXP] == 0:
        return MATE
    return a


def has_bonus(man: int, source: int, target: int) -> bool:
    """A move to the centre, or of any man but the king off the first rank."""
    return target in CENTRE or (man != 0 and bool(source - 0x10 & 0x80))
