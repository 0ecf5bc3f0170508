"""Men as numbers and sets as words, as several memories write them."""

from __future__ import annotations

from collections.abc import Iterator

import chess


def code(kind: chess.PieceType, color: chess.Color) -> int:
    """A man in a cell of his own: his type, and 8 more for Black."""
    return kind if color else kind + 8


def bits(word: int) -> Iterator[int]:
    """The numbers of the bits set in a word, lowest first."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low
