"""Bare boards of 64 squares, a8 = 0: edges by arithmetic on row and column, everything by scans.

FirstChess and Banksia are by one author, Pham Hong Nguyen: the loop over the squares and the order
of directions are the same in both. How a square is stored, the order of a pawn's captures and
castling are their own. With them stands the board as everybody first writes it.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

import chess

from microchess.boards.arrays import EMPTY, OneArray, ScannedBoard, TwoArrays
from microchess.boards.geometry import A8, SLIDERS
from microchess.boards.moves import BLACK, WHITE, Moves, side_of
from microchess.boards.recorder import Cells
from microchess.boards.rules import CASTLINGS, Beside
from microchess.boards.view import Show, by_square

Way = tuple[int, int]
"""Rows down and columns to the right."""

_DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_STRAIGHT = ((0, -1), (0, 1), (-1, 0), (1, 0))
WAYS: dict[chess.PieceType, tuple[Way, ...]] = {
    chess.KNIGHT: ((-1, 2), (-1, -2), (-2, 1), (-2, -1), (1, -2), (1, 2), (2, -1), (2, 1)),
    chess.BISHOP: _DIAGONAL,
    chess.ROOK: _STRAIGHT,
    chess.QUEEN: _DIAGONAL + _STRAIGHT,
    chess.KING: (*_STRAIGHT, (-1, -1), (-1, 1), (1, -1), (1, 1)),
}
"""In the programs' order."""
_KNIGHTS_SEEN = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_DIAGONAL_SEEN = ((1, 1), (1, -1), (-1, -1), (-1, 1))


class BareBoard(ScannedBoard):
    """64 squares; subclasses store them.

    ``columns`` are those a pawn captures on, to the side, by colour, in the order looked at;
    ``straight_seen`` the order of straight lines when attackers are looked for.
    """

    numbering = A8
    squares = range(64)
    steps_first = True
    columns: ClassVar[dict[chess.Color, Way]] = {chess.WHITE: (-1, 1), chess.BLACK: (-1, 1)}
    straight_seen: ClassVar[tuple[Way, ...]] = ((1, 0), (0, -1), (0, 1), (-1, 0))

    def holds(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.at(square) == (kind, color)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Outward from the square: knights, straight lines, diagonals; who stands next on a line
        may be the king, on a diagonal a pawn too.
        """
        for way in _KNIGHTS_SEEN:
            for source in _ray(square, *way, 1):
                if self.holds(source, chess.KNIGHT, color):
                    yield source
        for slider, ways in ((chess.ROOK, self.straight_seen), (chess.BISHOP, _DIAGONAL_SEEN)):
            for way in ways:
                yield from self._attacking(square, way, color, slider)

    def _attacking(
        self, square: int, way: Way, color: chess.Color, slider: chess.PieceType
    ) -> Iterator[int]:
        behind = 1 if color else -1
        for distance, source in enumerate(_ray(square, *way, 7)):
            there = self.at(source)
            if there is None:
                continue
            next_to = distance == 0 and (
                there.kind == chess.KING
                or (there.kind == chess.PAWN and slider == chess.BISHOP and way[0] == behind)
            )
            if there.color == color and (next_to or there.kind in (slider, chess.QUEEN)):
                yield source
            return

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        far = 7 if kind in SLIDERS else 1
        for way in WAYS[kind]:
            for target in _ray(source, *way, far):
                there = self.look(target)
                yield target, there
                if self.colors[there] is not None:
                    break

    def pawn_captures(self, source: int, color: chess.Color) -> Iterator[int]:
        for columns in self.columns[color]:
            yield from _ray(source, -1 if color else 1, columns, 1)

    def pawn_steps(self, source: int, color: chess.Color) -> Iterator[int]:
        """None beyond the last rank: a pawn that stayed one there (FirstChess) has no moves."""
        first = source >> 3 == (6 if color else 1)
        return _ray(source, -1 if color else 1, 0, 2 if first else 1)


def _ray(square: int, rows: int, columns: int, far: int) -> Iterator[int]:
    """At most *far* squares that way; the row leaves 0-7 at the ends, the column at the sides."""
    row, column = square >> 3, square & 7
    for _ in range(far):
        row += rows
        column += columns
        if not (0 <= row < 8 and 0 <= column < 8):
            return
        yield row * 8 + column


class FirstChess(BareBoard, TwoArrays):
    """``piece[64]`` and ``color[64]``, two arrays of integers, and that is all.

    The king is found by looking for it; check is tested outward from there. The move record is the
    move and the piece it took. There is no generator of captures.

    As published it knows no castling and no en passant, and only a pawn that *steps* onto the last
    rank is promoted: capturing there it stays a pawn, and its next step would index outside the
    arrays. Here such a pawn stands still.
    """

    title = "FirstChess"
    year = 2002
    source = "Pham Hong Nguyen, nguyenpham/FirstChess, firstchess.c; CPW 8x8 Board"
    idea = "Two bare arrays of 64. Row and column are worked out at every step."
    cost = "The smallest idea there is. An edge test at every step; scans for pieces and king."

    def lay_out(self) -> None:
        letters = by_square(A8, lambda v: "PNBRQK"[v] if v != EMPTY else None)
        self.piece = self.cells("piece", [EMPTY] * 64, letters)
        self.color = self.cells("color", [EMPTY] * 64, by_square(A8, {WHITE: "W", BLACK: "B"}.get))

    def holds(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.piece[square] == kind - 1 and self.color[square] == side_of(color)

    def record(self, beside: Beside) -> dict[str, Any]:
        arrays = {"piece": list(self.piece), "color": list(self.color)}
        return {**arrays, "side": side_of(beside.turn), "hdp": beside.plies}


NOBODY = 2
"""Banksia's side of an empty square, and so its cell; the other sides are Black 0 and White 1."""
KINDS = (0, chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
"""Banksia's number of a python-chess type; the way back is the same table."""
LONG, SHORT = 1, 2


class Banksia(BareBoard, OneArray):
    """``pieces``: one vector of 64 pairs of a type and a side.

    FirstChess's two arrays are folded into one: a cell is a pair and read at once. A move is legal
    if, made, it leaves the king safe. Castling, the long side first, is generated in the king's
    turn: the squares passed and reached must not be attacked, but as published nobody asks whether
    the king stands in check, so it castles out of check.
    """

    title = "Banksia"
    year = 2019
    source = "Pham Hong Nguyen, nguyenpham/Banksia, src/base/base.h and src/chess/chess.cpp"
    idea = "One vector of 64 pairs of type and side."
    cost = "One read says everything about a square. Nothing says where a piece is: scans of 64."
    empty = NOBODY
    castling_safe = ("king_to", "through")
    columns: ClassVar[dict[chess.Color, Way]] = {chess.WHITE: (1, -1), chess.BLACK: (-1, 1)}
    straight_seen: ClassVar[tuple[Way, ...]] = ((1, 0), (-1, 0), (0, -1), (0, 1))

    def lay_out(self) -> None:
        super().lay_out()
        self.board = self.cells("pieces", [NOBODY] * 64, by_square(A8, self.letter))
        self.keep_key("hash")

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return KINDS[kind] << 2 | color

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        for square, man in self.scan(color):
            yield from self.generate(square, man, ep)
            if man.kind == chess.KING:
                yield from self.castle(color, rights, reversed(CASTLINGS))

    def record(self, beside: Beside) -> dict[str, Any]:
        rights = [0, 0]
        for way in CASTLINGS:
            if beside.rights & way.right:
                rights[way.color] += LONG if way.rook_to > way.king_to else SHORT
        return {
            "type": [there >> 2 for there in self.board],
            "side_of": [there & 3 for there in self.board],
            "side": int(beside.turn),
            "enpassant": -1 if beside.ep is None else beside.ep,
            "castleRights": rights,
            "quietCnt": beside.uncaptured,
            "hist": beside.plies,
        }


class Rows:
    """Eight rows addressed as one board."""

    def __init__(self, rows: tuple[Cells, ...]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return 64

    def __getitem__(self, square: int, /) -> int:
        return self._rows[square >> 3][square & 7]

    def __setitem__(self, square: int, value: int, /) -> None:
        self._rows[square >> 3][square & 7] = value

    def __iter__(self) -> Iterator[int]:
        return (self[square] for square in range(64))


class TwoDimensional(BareBoard, OneArray):
    """``board[8][8]``, a letter for every piece, rows from the eighth rank down, columns from the
    a-file. A step is a change of row and column, and whether it stays on the board is two
    comparisons.
    """

    title = "8 x 8, two-dimensional"
    year = None
    source = "common property; chessprogramming.org, 8x8 Board"
    idea = "A row and a column, as on paper."
    cost = "Readable by anyone. Two indices and up to four comparisons a step; scans of 64."
    empty = ord(".")

    def lay_out(self) -> None:
        super().lay_out()
        rows = range(8)
        cells = (self.cells(f"row {row}", [self.empty] * 8, self._row(row)) for row in rows)
        self.board = Rows(tuple(cells))

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return ord(chess.Piece(kind, color).symbol())

    def _row(self, row: int) -> Show:
        letters = by_square(A8, self.letter)
        return lambda index, value: letters(row * 8 + index, value)
