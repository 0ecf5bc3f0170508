"""Thirty-two slots for men, when promotion has made more of a kind than its slots: who goes where.

The usual men get the slots of :mod:`microchess.program.slots`; a man beyond them sits in a pawn's
slot that is free, as a promoted pawn would.
"""

from __future__ import annotations

from itertools import islice

import chess

from microchess.program import slots
from microchess.program.table import FIRST_PAWN, HALF

_MOST = {chess.QUEEN: 1, chess.ROOK: 2, chess.BISHOP: 2, chess.KNIGHT: 2}


def assign(board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
    """Squares by man 0-15 of one side. No side may have more than 16 men."""
    usual = board.copy()
    surplus: list[chess.Square] = []
    for kind, most in _MOST.items():
        for square in islice(board.pieces(kind, color), most, None):
            usual.remove_piece_at(square)
            surplus.append(square)
    men = slots.assign(usual, color)
    free = (man for man in range(FIRST_PAWN, HALF) if man not in men)
    return men | dict(zip(free, surplus, strict=False))


def misfits(board: chess.BaseBoard) -> list[str]:
    """Why the men of *board* do not fit into 16 slots a side; empty when they do."""
    reasons = []
    for color in chess.COLORS:
        pawns = len(board.pieces(chess.PAWN, color))
        promoted = sum(
            max(len(board.pieces(kind, color)) - most, 0) for kind, most in _MOST.items()
        )
        if pawns + promoted > HALF - FIRST_PAWN:
            side = chess.COLOR_NAMES[color].capitalize()
            reasons.append(f"{side} has {pawns} pawns and {promoted} promoted men, more than 8")
    return reasons
