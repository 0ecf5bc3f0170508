"""Who gets which of KnightCap's sixteen places of a side."""

from __future__ import annotations

import chess

from microchess.boards.attackwords import HALF
from microchess.boards.numbering import FILES

FIRST_PAWN = 8
HOMES = {
    chess.KING: (0, 1),
    chess.QUEEN: (1, 1),
    chess.ROOK: (2, 2),
    chess.BISHOP: (4, 2),
    chess.KNIGHT: (6, 2),
}
"""By type of piece: its first place, and how many it has."""


def places(board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square] | None:
    """The squares of a side's men by place 0-15; None when there are too few places.

    Of two men of a kind the one nearer the h-file comes first; of two bishops White's light one,
    Black's dark one.
    """
    placed: dict[int, chess.Square] = {}
    following = 0
    for kind, (home, room) in HOMES.items():
        following = max(following, home)
        men = sorted(board.pieces(kind, color), key=lambda square: -FILES.of[square])
        for square in men:
            if following >= home + room:
                following = max(following, FIRST_PAWN)
            placed[following] = square
            following += 1
    if {4, 5} & placed.keys():
        _swap_bishops(placed, board, color)
    pawns = sorted(board.pieces(chess.PAWN, color), key=FILES.of.__getitem__)
    first = HALF - len(pawns)
    if any(place >= first for place in placed):
        return None
    return placed | dict(enumerate(pawns, first))


def _swap_bishops(
    placed: dict[int, chess.Square], board: chess.BaseBoard, color: chess.Color
) -> None:
    first, second = placed.get(4), placed.get(5)
    wanted = chess.BB_LIGHT_SQUARES if color else chess.BB_DARK_SQUARES
    if first is None or board.piece_type_at(first) != chess.BISHOP:
        return
    if not chess.BB_SQUARES[first] & wanted:
        placed[5] = first
        if second is None:
            del placed[4]
        else:
            placed[4] = second
