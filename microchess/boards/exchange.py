"""Static exchange: what a series of captures on one square wins, the least valuable piece first.

Two ways to one value. By words: one read of a square's word says who attacks it; when a piece
leaves its square, the sliders of *that* square's word who look along the line are attackers now. By
moving: the captures are made in the memory and the attackers looked for again after each. Either
side stops when going on would lose; pins, checks and promotions are left out of account.
"""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from microchess.boards.attackwords import ATTACK, HALF, SIDE, AttackWords
from microchess.boards.representation import Representation

VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 300,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 9900,
}


class ExchangeCapture(NamedTuple):
    """A capture of an exchange: from where, by whom, and what is taken is worth."""

    source: chess.Square
    kind: chess.PieceType
    gain: int


class Exchange(NamedTuple):
    """What the side to capture first wins, and the captures, down to the last piece."""

    value: int
    captures: tuple[ExchangeCapture, ...]


def exchange(
    men: Representation, target: chess.Square, turn: chess.Color, first: chess.Square | None = None
) -> Exchange | None:
    """Captures on *target*, where a piece stands, *turn* being to move in the memory.

    The side opposed to it begins, with its least valuable piece or with the one on *first*; of two
    of a kind the one on the lower square. None when there is nobody to capture. The memory is left
    with all its pieces where they were.
    """
    there = men.at(men.numbering.of[target])
    assert there is not None
    color, gain, captures = not there.color, VALUES[there.kind], list[ExchangeCapture]()
    turned = there.color == turn and not isinstance(men, AttackWords)
    if turned:
        men.turn()
    way = _ByWords(men, target) if isinstance(men, AttackWords) else _ByMoving(men, target)
    while able := [one for one in way.attackers(color) if captures or first in (None, one[1])]:
        kind, source = min(able)
        if kind == chess.KING and way.guarded(not color):
            break
        way.capture(source, kind)
        captures.append(ExchangeCapture(source, kind, gain))
        gain, color = VALUES[kind], not color
    way.put_back()
    if turned:
        men.turn()
    if not captures:
        return None
    value = 0
    for capture in reversed(captures[1:]):
        value = max(0, capture.gain - value)
    return Exchange(captures[0].gain - value, tuple(captures))


class _ByWords:
    """The word of the square; whoever attacks it through a piece that left is added to it."""

    def __init__(self, men: AttackWords, target: chess.Square) -> None:
        self.men, self.target = men, men.numbering.of[target]
        self.word, self.sliding = men.words[ATTACK][self.target], men.sliding()
        self.slots: dict[chess.Square, int] = {}

    def attackers(self, color: chess.Color) -> Iterator[tuple[chess.PieceType, chess.Square]]:
        for slot in chess.scan_forward(self.word & SIDE[color]):
            square = self.men.numbering.square[self.men.squares[slot]]
            self.slots[square] = slot
            yield self.men.kind(slot), square

    def guarded(self, color: chess.Color) -> bool:
        return self.word & SIDE[color] != 0

    def capture(self, source: chess.Square, kind: chess.PieceType) -> None:
        """The sliders behind a piece that leaves for the square attack it now."""
        men, left = self.men, self.men.numbering.of[source]
        self.word &= ~(1 << self.slots[source])
        for slot in chess.scan_forward(men.words[ATTACK][left] & self.sliding):
            behind = men.squares[slot]
            ways = men.reach.lines(men.kind(slot), slot < HALF, behind)
            seen = any(left in way for way in ways)
            if seen and self.target in men.reach.beyond[behind, left]:
                self.word |= 1 << slot

    def put_back(self) -> None:
        """Nothing was moved."""


class _ByMoving:
    """The captures made in the memory, the attackers looked for again after each."""

    def __init__(self, men: Representation, target: chess.Square) -> None:
        self.men, self.target = men, target
        self.made: list[tuple[chess.Square, int, int | None]] = []

    def attackers(self, color: chess.Color) -> Iterator[tuple[chess.PieceType, chess.Square]]:
        numbering = self.men.numbering
        for number in list(self.men.attackers(numbering.of[self.target], color)):
            if man := self.men.at(number):
                yield man.kind, numbering.square[number]

    def guarded(self, color: chess.Color) -> bool:
        return self.men.attacked(self.men.numbering.of[self.target], color)

    def capture(self, source: chess.Square, kind: chess.PieceType) -> None:
        men, of = self.men, self.men.numbering.of
        token, became = men.move(of[source], of[self.target]), None
        if men.promotions and kind == chess.PAWN and chess.square_rank(self.target) in (0, 7):
            became = men.promote(of[self.target], chess.QUEEN)
        men.turn()
        self.made.append((source, token, became))

    def put_back(self) -> None:
        for source, token, became in reversed(self.made):
            self.men.turn()
            of = self.men.numbering.of
            if became is not None:
                self.men.demote(of[self.target], became)
            self.men.unmove(of[source], of[self.target], token)
