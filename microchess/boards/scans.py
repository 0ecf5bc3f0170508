"""Attackers found by looking outward from a square, as several boards do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import chess

from microchess.boards.geometry import SLIDERS

Reached = Iterable[tuple[int, int]]
"""Squares, and what stands on each: along every way of a piece, the first man the last of it."""


def attackers_outward(
    reached: Callable[[int, chess.PieceType], Reached],
    pawns: Reached,
    code: Callable[[chess.PieceType, chess.Color], int],
    square: int,
    color: chess.Color,
) -> Iterator[int]:
    """Pawns on the squares they attack from, knights, king, diagonals, straight lines."""
    pawn = code(chess.PAWN, color)
    for source, there in pawns:
        if there == pawn:
            yield source
    queen = code(chess.QUEEN, color)
    for kind in (chess.KNIGHT, chess.KING, chess.BISHOP, chess.ROOK):
        wanted = code(kind, color)
        also = queen if kind in SLIDERS else wanted
        for source, there in reached(square, kind):
            if there in (wanted, also):
                yield source
