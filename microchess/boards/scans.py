"""Attackers found by looking outward from a square, as several boards do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import chess

Reached = Iterable[tuple[int, int]]
"""Squares reached along the ways of a piece, and what stands on each: the last one blocks."""


def attackers_outward(
    reached: Callable[[int, chess.PieceType], Reached],
    pawns: Reached,
    code: Callable[[chess.PieceType, chess.Color], int],
    square: int,
    color: chess.Color,
) -> Iterator[int]:
    """Pawns on the squares they attack from, knights, king, diagonals, straight lines."""
    yield from _holding(pawns, code(chess.PAWN, color))
    for kind in (chess.KNIGHT, chess.KING):
        yield from _holding(reached(square, kind), code(kind, color))
    queen = code(chess.QUEEN, color)
    for kind in (chess.BISHOP, chess.ROOK):
        yield from _holding(reached(square, kind), code(kind, color), queen)


def _holding(found: Reached, *codes: int) -> Iterator[int]:
    return (source for source, there in found if there in codes)
