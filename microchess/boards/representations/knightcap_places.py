"""KnightCap's places of pieces: which of the sixteen of its side a piece of a position gets.

A queen more than its places hold sits from place 8 on, and so does every piece after it; the pawns
fill the end. (Pieces for whom nothing is left there get their own places from us.)
"""

from __future__ import annotations

import chess

from microchess.boards.attackwords import HALF
from microchess.boards.geometry import FILES

QUEEN_SLOT, BISHOPS, FIRST_PAWN = 1, 4, 8
HOMES = {
    chess.KING: (0, 1),
    chess.QUEEN: (QUEEN_SLOT, 1),
    chess.ROOK: (2, 2),
    chess.BISHOP: (BISHOPS, 2),
    chess.KNIGHT: (6, 2),
}
"""By type of piece: its first place, and how many it has."""


def places(board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square] | None:
    """The squares of a side's pieces by place 0-15; None when there are too few places.

    Of two pieces of a kind the one nearer the h-file comes first; of two bishops White's light one,
    Black's dark one. Where no place is left from `FIRST_PAWN` on, a piece sits at its home.
    """
    placed: dict[int, chess.Square] = {}
    pawns = sorted(board.pieces(chess.PAWN, color), key=FILES.of.__getitem__)
    following, end = 0, HALF - len(pawns)
    for kind, (home, room) in HOMES.items():
        following = max(following, home)
        for square in sorted(board.pieces(kind, color), key=lambda square: -FILES.of[square]):
            if following >= home + room:
                following = max(following, FIRST_PAWN)
            place: int | None = following
            if following >= end:
                place = next((one for one in range(home, home + room) if one not in placed), None)
            if place is None:
                return None
            placed[place] = square
            following += place == following
    light = chess.BB_LIGHT_SQUARES if color else chess.BB_DARK_SQUARES
    first = placed.get(BISHOPS)
    if (
        first is not None
        and board.piece_type_at(first) == chess.BISHOP
        and not chess.BB_SQUARES[first] & light
    ):
        placed[BISHOPS + 1], second = placed.pop(BISHOPS), placed.get(BISHOPS + 1)
        if second is not None:
            placed[BISHOPS] = second
    return placed | dict(enumerate(pawns, end))
