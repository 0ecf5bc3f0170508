"""Which piece of the table is which piece, when only a position is known.

A game gives every piece its slot from the first move on; a FEN does not. The canonical assignment:
the queen has her slot; of two rooks or knights the one on the higher file is the king's (on one
file, the one nearer to its own back rank), a single one is the king's on files e-h; bishops by the
colour of their square; pawns in the order of their files to the home files with the least total
distance, of several ways the one with the lowest files.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import chess

from microchess.program import table

TYPES: tuple[chess.PieceType, ...] = (
    chess.KING,
    chess.QUEEN,
    *[chess.ROOK] * 2,
    *[chess.BISHOP] * 2,
    *[chess.KNIGHT] * 2,
    *[chess.PAWN] * 8,
)
"""The type of each piece 0-15."""

_PAWN_OF_FILE = (
    table.FIRST_PAWN + 1,  # a: queen's rook's
    table.FIRST_PAWN + 3,  # b: queen's knight's
    table.FIRST_PAWN + 5,  # c: queen's bishop's
    table.FIRST_PAWN + 6,  # d: queen's
    table.FIRST_PAWN + 7,  # e: king's
    table.FIRST_PAWN + 4,  # f: king's bishop's
    table.FIRST_PAWN + 2,  # g: king's knight's
    table.FIRST_PAWN + 0,  # h: king's rook's
)
MOST = Counter(TYPES)
"""How many pieces of each type a side has room for."""


def misfits(board: chess.BaseBoard) -> list[str]:
    """Why the pieces of *board* do not fit into the table; empty when they do."""
    reasons = []
    for color in chess.COLORS:
        side = chess.COLOR_NAMES[color].capitalize()
        for kind, most in MOST.items():
            count = len(board.pieces(kind, color))
            name = chess.piece_name(kind)
            if kind == chess.KING and count == 0:
                reasons.append(f"{side} has no king")
            elif count > most:
                room = f"the table has room for {most}"
                reasons.append(f"{side} has {count} {name}s, {room}")
    return reasons


def assign(board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
    """Squares by piece 0-15 of one side, canonically. The pieces must fit (see :func:`misfits`)."""
    men: dict[int, chess.Square] = {}
    for kind, man in ((chess.KING, table.KING), (chess.QUEEN, table.QUEEN)):
        men.update((man, square) for square in board.pieces(kind, color))
    for kind, pair in (
        (chess.ROOK, (table.KING_ROOK, table.QUEEN_ROOK)),
        (chess.KNIGHT, (table.KING_KNIGHT, table.QUEEN_KNIGHT)),
    ):
        men.update(_by_wing(list(board.pieces(kind, color)), color, pair))
    for square in board.pieces(chess.BISHOP, color):
        pair = (table.KING_BISHOP, table.QUEEN_BISHOP)
        proper, other = pair if _is_light(square) == (color == chess.WHITE) else reversed(pair)
        men[other if proper in men else proper] = square
    pawns = sorted(board.pieces(chess.PAWN, color), key=chess.square_file)
    homes = _home_files(tuple(chess.square_file(square) for square in pawns))
    men.update((_PAWN_OF_FILE[file], square) for file, square in zip(homes, pawns, strict=True))
    return men


def misplaced(board: chess.BaseBoard) -> list[str]:
    """Bishops of one side on squares of one colour: one of them is in the other's slot."""
    found = []
    for color in chess.COLORS:
        squares = sorted(board.pieces(chess.BISHOP, color))
        if len(squares) == 2 and len({_is_light(square) for square in squares}) == 1:
            where = " and ".join(map(chess.square_name, squares))
            side = chess.COLOR_NAMES[color].capitalize()
            found.append(
                f"{side}'s bishops on {where} stand on one colour: "
                f"the one on {chess.square_name(squares[1])} is in the other bishop's slot"
            )
    return found


def _is_light(square: chess.Square) -> bool:
    return (chess.square_file(square) + chess.square_rank(square)) % 2 == 1


def _by_wing(
    squares: list[chess.Square], color: chess.Color, pair: tuple[int, int]
) -> dict[int, chess.Square]:
    def home(square: chess.Square) -> tuple[int, int]:
        rank = chess.square_rank(square)
        return -chess.square_file(square), rank if color == chess.WHITE else 7 - rank

    if len(squares) == 1:
        return {pair[0 if chess.square_file(squares[0]) >= 4 else 1]: squares[0]}
    return dict(zip(pair, sorted(squares, key=home), strict=False))


@cache
def _home_files(files: Sequence[int]) -> tuple[int, ...]:
    """Increasing home files for pawns on *files*: least total distance, then the lowest list."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {-1: (0, ())}
    for file in files:
        step: dict[int, tuple[int, tuple[int, ...]]] = {}
        for last, (cost, homes) in best.items():
            for home in range(last + 1, 8):
                way = (cost + abs(home - file), (*homes, home))
                step[home] = min(step.get(home, way), way)
        best = step
    return min(best.values())[1] if best else ()


def man_type(man: int) -> chess.PieceType:
    """The type of piece 0-31."""
    return TYPES[man % table.HALF]
