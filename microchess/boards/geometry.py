"""How programs number the squares, and how the pieces go: what tables and steps are built from."""

from collections.abc import Callable, Iterator
from functools import cache, cached_property

import chess

from microchess.program.squares import from_chess

Lines = tuple[tuple[chess.Square, ...], ...]
"""Squares by line, nearest first."""

_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
WAYS = {
    chess.KNIGHT: tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)),
    chess.BISHOP: _DIAGONAL,
    chess.ROOK: _STRAIGHT,
    chess.QUEEN: _STRAIGHT + _DIAGONAL,
    chess.KING: _STRAIGHT + _DIAGONAL,
}
"""Files and ranks to go, by type of piece."""
SLIDERS = frozenset((chess.BISHOP, chess.ROOK, chess.QUEEN))


class Numbering:
    """One way to number the squares.

    ``of[square]`` is the number of a python-chess square (a1 = 0, b1 = 1, ... h8 = 63),
    ``square[number]`` the way back; numbers off the board are not in it. ``ends`` are the numbers
    of the first and last rank, where no pawn stays one.
    """

    def __init__(self, rule: Callable[[chess.Square], int]) -> None:
        self.of = tuple(rule(square) for square in chess.SQUARES)
        self.square = {number: square for square, number in enumerate(self.of)}
        self.ends = frozenset(n for s, n in enumerate(self.of) if chess.square_rank(s) in (0, 7))
        self.ranks = {n: chess.square_rank(s) for n, s in self.square.items()}
        self.north = self.of[chess.A2] - self.of[chess.A1]

    @cached_property
    def steps(self) -> dict[chess.PieceType, tuple[int, ...]]:
        """What is added to a number to step on, by type, in a board whose rows have one width."""
        east = self.of[chess.B1] - self.of[chess.A1]
        return {
            kind: tuple(files * east + ranks * self.north for files, ranks in ways)
            for kind, ways in WAYS.items()
        }

    def ahead(self, color: chess.Color) -> int:
        """What is added for a pawn's step."""
        return self.north if color else -self.north

    def name(self, number: int) -> str:
        """``e4``, or ``--`` off the board."""
        return chess.square_name(self.square[number]) if number in self.square else "--"


def padded(width: int, left: int) -> Numbering:
    """Rows of *width* cells, a8 first, two guard ranks above and *left* guard cells before it."""
    return Numbering(
        lambda square: (9 - chess.square_rank(square)) * width + left + chess.square_file(square)
    )


A1 = Numbering(lambda square: square)
"""Ranks from White's side: a1 = 0, h1 = 7, h8 = 63."""
A8 = Numbering(lambda square: square ^ 56)
"""Ranks as one reads: a8 = 0, h8 = 7, h1 = 63."""
FILES = Numbering(lambda square: chess.square_file(square) * 8 + chess.square_rank(square))
"""Files first: a1 = 0, a2 = 1, h8 = 63."""
OX88 = Numbering(lambda square: chess.square_rank(square) * 16 + chess.square_file(square))
"""Rank and file a nibble each: off the board is ``number & $88``."""
OCTAL = {
    chess.WHITE: Numbering(lambda square: from_chess(square, True)),
    chess.BLACK: Numbering(lambda square: from_chess(square, False)),
}
"""MicroChess's bytes by whose pieces are at $50: rank from that side, file from the other's left.
"""


def line(square: chess.Square, files: int, ranks: int, far: int = 7) -> tuple[chess.Square, ...]:
    """At most *far* squares that way, to the edge of the board."""
    found: list[chess.Square] = []
    file, rank = chess.square_file(square) + files, chess.square_rank(square) + ranks
    while 0 <= file < 8 and 0 <= rank < 8 and len(found) < far:
        found.append(chess.square(file, rank))
        file, rank = file + files, rank + ranks
    return tuple(found)


@cache
def lines(kind: chess.PieceType, square: chess.Square) -> Lines:
    """The lines a piece can go along on an empty board, none of them empty."""
    far = 7 if kind in SLIDERS else 1
    return tuple(filter(None, (line(square, *way, far) for way in WAYS[kind])))


class Reach:
    """Where pieces reach on an empty board, in a numbering's own numbers."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self.lines = cache(self._lines)
        """The lines a piece attacks along by type, colour and square, nearest first."""

    def _lines(self, kind: chess.PieceType, color: chess.Color, square: int) -> Lines:
        """A pawn's are his two captures."""
        origin, of = self._numbering.square[square], self._numbering.of
        if kind == chess.PAWN:
            captures = chess.SquareSet(chess.BB_PAWN_ATTACKS[color][origin])
            return tuple((of[target],) for target in captures)
        return tuple(tuple(of[target] for target in way) for way in lines(kind, origin))

    @cached_property
    def beyond(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """By two squares on a common line: what lies behind the second, seen from the first."""
        return {ends: way[place + 1 :] for ends, way, place in self._pairs()}

    @cached_property
    def between(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """By two squares on a common line: the squares between them, from the first on."""
        return {ends: way[:place] for ends, way, place in self._pairs()}

    def _pairs(self) -> Iterator[tuple[tuple[int, int], tuple[int, ...], int]]:
        """Two squares on a common line, the line from the first to the edge, and the second's place
        in it.
        """
        for source in self._numbering.of:
            for way in self.lines(chess.QUEEN, chess.WHITE, source):
                for place, square in enumerate(way):
                    yield (source, square), way, place
