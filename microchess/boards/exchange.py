"""Static exchange: what a series of captures on one square wins, the least valuable man first.

Two ways to one value. By words: one read of a square's word says who attacks it; when a man leaves
his square, the sliders of *that* square's word who look along the line are attackers now. By
moving: the captures are made in the memory and the attackers looked for again after each. Either
side stops when going on would lose; pins, checks and promotions are left out of account.
"""

from __future__ import annotations

from collections.abc import Callable
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
    """What the side to capture first wins, and the captures, down to the last man."""

    value: int
    captures: tuple[ExchangeCapture, ...]


Attacking = list[tuple[chess.PieceType, chess.Square]]
"""Who could capture now."""
Next = Callable[[chess.Color, chess.Square | None], tuple[chess.Square, chess.PieceType] | None]
"""The least valuable man of a side that can capture now, or the one named, goes to the square."""


def exchange(
    men: Representation, target: chess.Square, turn: chess.Color, first: chess.Square | None = None
) -> Exchange | None:
    """Captures on *target*, where a man stands, *turn* being to move in the memory.

    The other side than his begins, with its least valuable man or with the one on *first*. None
    when there is nobody to capture. The memory is left with all its men where they were.
    """
    there = men.at(men.numbering.of[target])
    assert there is not None
    gain, color = VALUES[there.kind], not there.color
    if isinstance(men, AttackWords):
        return _swap(_by_words(men, target), color, gain, first)
    if there.color != turn:
        return _by_moving(men, target, color, gain, first)
    men.turn()
    found = _by_moving(men, target, color, gain, first)
    men.turn()
    return found


def _swap(
    following: Next, color: chess.Color, gain: int, first: chess.Square | None
) -> Exchange | None:
    captures: list[ExchangeCapture] = []
    while (found := following(color, None if captures else first)) is not None:
        captures.append(ExchangeCapture(*found, gain))
        gain, color = VALUES[found[1]], not color
    if not captures:
        return None
    value = 0
    for capture in reversed(captures[1:]):
        value = max(0, capture.gain - value)
    return Exchange(captures[0].gain - value, tuple(captures))


def _chosen(
    found: Attacking, wanted: chess.Square | None
) -> tuple[chess.Square, chess.PieceType] | None:
    """Pawns first, the king last; of two of a kind the one on the lower square."""
    able = [(kind, square) for kind, square in found if wanted in (None, square)]
    return min(able)[::-1] if able else None


def _by_words(men: AttackWords, target: chess.Square) -> Next:
    numbering = men.numbering
    number = numbering.of[target]
    word = men.words[ATTACK][number]
    sliding = men.sliding()

    def following(
        color: chess.Color, wanted: chess.Square | None
    ) -> tuple[chess.Square, chess.PieceType] | None:
        nonlocal word
        slots = chess.scan_forward(word & SIDE[color])
        own = {numbering.square[men.squares[slot]]: slot for slot in slots}
        chosen = _chosen([(men.kind(slot), square) for square, slot in own.items()], wanted)
        if chosen is None or (chosen[1] == chess.KING and word & SIDE[not color]):
            return None
        word &= ~(1 << own[chosen[0]])
        word |= _opened(men, numbering.of[chosen[0]], number, sliding)
        return chosen

    return following


def _opened(men: AttackWords, left: int, target: int, sliding: int) -> int:
    """The sliders behind a man who leaves for *target*: they attack it now."""
    found = 0
    for slot in chess.scan_forward(men.words[ATTACK][left] & sliding):
        source = men.squares[slot]
        reaches = any(left in way for way in men.reach.lines(men.kind(slot), slot < HALF, source))
        if reaches and target in men.reach.beyond[source, left]:
            found |= 1 << slot
    return found


def _by_moving(
    men: Representation,
    target: chess.Square,
    color: chess.Color,
    gain: int,
    first: chess.Square | None,
) -> Exchange | None:
    made: list[tuple[chess.Square, int, int | None]] = []

    def following(
        side: chess.Color, wanted: chess.Square | None
    ) -> tuple[chess.Square, chess.PieceType] | None:
        of = men.numbering.of
        numbers = list(men.attackers(of[target], side))
        able = [(man.kind, men.numbering.square[n]) for n in numbers if (man := men.at(n))]
        chosen = _chosen(able, wanted)
        if chosen is None:
            return None
        source, kind = chosen
        if kind == chess.KING and men.attacked(of[target], not side):
            return None
        token, became = men.move(of[source], of[target]), None
        if men.promotions and kind == chess.PAWN and chess.square_rank(target) in (0, 7):
            became = men.promote(of[target], chess.QUEEN)
        men.turn()
        made.append((source, token, became))
        return chosen

    result = _swap(following, color, gain, first)
    for source, token, became in reversed(made):
        men.turn()
        of = men.numbering.of
        if became is not None:
            men.demote(of[target], became)
        men.unmove(of[source], of[target], token)
    return result
