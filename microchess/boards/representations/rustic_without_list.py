"""Rustic before its list (Marcel Vanthoor): a word of 64 bits for every kind of piece, a1 the
lowest.

Twelve words say where each kind of piece stands, two where each side does. Kings, knights, rooks,
bishops, queens and pawns are generated in this order, castling last. A pawn's steps and captures
are one set, so a step may come between two captures. Sliding attacks are looked up by square and
occupancy; where Rustic has magic numbers, python-chess's tables stand here.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

import chess

from microchess.boards.geometry import A1
from microchess.boards.moves import (
    BLACK,
    DOUBLE,
    EN_PASSANT,
    QUIET,
    WHITE,
    BoardMove,
    Man,
    Moves,
    side_of,
)
from microchess.boards.representation import Representation
from microchess.boards.rules import Beside
from microchess.boards.view import CellState, named

KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, NONE = range(7)
CODES = (NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
"""Rustic's number of a python-chess type; the way back is the same table."""
LETTERS = "KQRBNP"


class RusticWithoutList(Representation):
    """``bb_pieces`` and ``bb_side``: what stands on a square is found by asking word after word.

    The repository's history has the time when a generator looked through the words, a pair of
    colours after the other, for every target.
    """

    title = "Rustic without the list"
    year: ClassVar[int | None] = 2021
    source = "Marcel Vanthoor, mvanthoor/rustic, as it was before the list (src/board.rs @033d8ad)"
    idea = "A word of 64 bits per kind of piece, and nothing else."
    cost = "What stands on a square takes up to twelve reads, and each target of a move asks."
    numbering = A1
    promotions = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)

    def lay_out(self) -> None:
        text = "{:016x}".format
        kinds = named(LETTERS + LETTERS.lower(), text, CellState.EMPTY)
        self.pieces = self.cells("bb_pieces", [0] * 12, kinds, 1, "white, then black")
        sides = named(chess.COLOR_NAMES[::-1], text)
        self.sides = self.cells("bb_side", [0] * 2, sides, 1)

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.put(square, CODES[man.kind], side_of(man.color))

    def put(self, square: int, kind: int, side: int) -> None:
        self.pieces[6 * side + kind] |= 1 << square
        self.sides[side] |= 1 << square

    def take(self, square: int, kind: int, side: int) -> None:
        self.pieces[6 * side + kind] ^= 1 << square
        self.sides[side] ^= 1 << square

    def kind_on(self, square: int) -> int:
        """The type of what stands on a square, of either side; NONE if nothing does.

        One word after another is asked: both kings, both queens, ...
        """
        for kind in range(6):
            for side in (WHITE, BLACK):
                if self.pieces[6 * side + kind] >> square & 1:
                    return kind
        return NONE

    def _side_on(self, square: int) -> int:
        return WHITE if self.sides[WHITE] >> square & 1 else BLACK

    def at(self, square: int) -> Man | None:
        kind = self.kind_on(square)
        return None if kind == NONE else Man(CODES[kind], self._side_on(square) == WHITE)

    def king(self, color: chess.Color) -> int:
        return self.pieces[(0 if color else 6) + KING].bit_length() - 1

    def men(self, color: chess.Color) -> Iterator[int]:
        return chess.scan_forward(self.sides[side_of(color)])

    def each(self, kind: int, side: int) -> Iterator[int]:
        """The squares of a side's pieces of a kind, by the lowest bit."""
        return chess.scan_forward(self.pieces[6 * side + kind])

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return self.pieces[(0 if color else 6) + CODES[kind]].bit_count()

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """King, rooks, queens, bishops, knights, pawns: from the square as if one stood there."""
        first = 0 if color else 6
        occupied = self.sides[WHITE] | self.sides[BLACK]
        rook, bishop = _attacks(ROOK, square, occupied), _attacks(BISHOP, square, occupied)
        for kind, reached in (
            (KING, chess.BB_KING_ATTACKS[square]),
            (ROOK, rook),
            (QUEEN, rook | bishop),
            (BISHOP, bishop),
            (KNIGHT, chess.BB_KNIGHT_ATTACKS[square]),
            (PAWN, chess.BB_PAWN_ATTACKS[not color][square]),
        ):
            yield from chess.scan_forward(reached & self.pieces[first + kind])

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        yield from self._all(color, ep)
        yield from self.castle(color, rights)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """En passant and promotions by capture are among them."""
        return self._all(color, ep, quiet=False)

    def quiet(self, color: chess.Color, rights: int = 0) -> Moves:
        yield from self._all(color, None, captures=False)
        yield from self.castle(color, rights)

    def _all(
        self, color: chess.Color, ep: int | None, *, captures: bool = True, quiet: bool = True
    ) -> Moves:
        side = side_of(color)
        own, other = self.sides[side], self.sides[1 - side]
        kept = (other if captures else 0) | (~(own | other) if quiet else 0)
        for kind in (KING, KNIGHT, ROOK, BISHOP, QUEEN, PAWN):
            for source in self.each(kind, side):
                yield from self._generate(source, kind, color, own | other, kept, ep)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        side = side_of(color)
        kind = self.kind_on(square)
        own, other = self.sides[side], self.sides[1 - side]
        if kind != NONE:
            yield from self._generate(square, kind, color, own | other, ~own, ep)

    def _generate(
        self, source: int, kind: int, color: chess.Color, occupied: int, kept: int, ep: int | None
    ) -> Moves:
        """The moves of a piece to the squares *kept*; a pawn's are one set with en passant."""
        if kind != PAWN:
            for target in chess.scan_forward(_attacks(kind, source, occupied) & kept):
                yield BoardMove(source, target, QUIET, _note(kind, self.kind_on(target)))
            return
        targets = chess.BB_PAWN_ATTACKS[color][source] & kept & occupied
        if ep is not None:
            targets |= chess.BB_PAWN_ATTACKS[color][source] & 1 << ep
        step = A1.ahead(color)
        if not occupied >> source + step & 1:
            targets |= 1 << source + step & kept
            first = source >> 3 == (1 if color else 6)
            if first and not occupied >> source + 2 * step & 1:
                targets |= 1 << source + 2 * step & kept
        for target in chess.scan_forward(targets):
            if target == ep and target - source & 7:
                yield BoardMove(source, target, EN_PASSANT, _note(PAWN, NONE))
            elif abs(target - source) == 16:
                yield BoardMove(source, target, DOUBLE, _note(PAWN, NONE))
            else:
                yield from self.advance(source, target, _note(PAWN, self.kind_on(target)))

    def move(self, source: int, target: int, note: int = 0) -> int:
        """*note* names mover and victim; with none, as when a rook castles, they are looked up.

        Types travel in the move, colours need not.
        """
        side = self._side_on(source)
        note = note or _note(self.kind_on(source), self.kind_on(target))
        mover, victim = note >> 3, note & 7
        if victim != NONE:
            self.take(target, victim, 1 - side)
        self.carry(source, target, mover, side)
        return note

    def unmove(self, source: int, target: int, token: int) -> None:
        mover, victim = token >> 3, token & 7
        side = self._side_on(target)
        self.carry(target, source, mover, side)
        if victim != NONE:
            self.put(target, victim, 1 - side)

    def carry(self, source: int, target: int, kind: int, side: int) -> None:
        """Take a piece away and put it elsewhere."""
        self.take(source, kind, side)
        self.put(target, kind, side)

    def remove(self, square: int) -> int:
        side = self._side_on(square)
        self.take(square, PAWN, side)
        return side

    def restore(self, square: int, token: int) -> None:
        self.put(square, PAWN, token)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self._become(square, PAWN, CODES[kind])
        return CODES[kind]

    def demote(self, square: int, token: int) -> None:
        self._become(square, token, PAWN)

    def _become(self, square: int, before: int, after: int) -> None:
        side = self._side_on(square)
        self.take(square, before, side)
        self.put(square, after, side)

    def record(self, beside: Beside) -> dict[str, Any]:
        words = [f"{word:016x}" for word in self.pieces]
        return {
            "bb_pieces": [words[:6], words[6:]],
            "bb_side": [f"{word:016x}" for word in self.sides],
        }


def _attacks(kind: int, square: int, occupied: int) -> int:
    """The squares a piece attacks, as a word."""
    if kind == KING:
        return chess.BB_KING_ATTACKS[square]
    if kind == KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    word = 0
    if kind != BISHOP:
        word |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        word |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    if kind != ROOK:
        word |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    return word


def _note(mover: int, victim: int) -> int:
    """What a move tells of who goes and who is captured: never 0, since none takes a king."""
    return mover << 3 | victim
