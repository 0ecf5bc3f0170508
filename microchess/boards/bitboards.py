"""Rustic's bitboards: a word of 64 bits for every kind of man, a1 the lowest bit.

Kings, knights, rooks, bishops, queens and pawns are generated in this order, castling last. A
pawn's steps and captures are one set, so a step may come between two captures. Sliding attacks are
looked up by square and occupancy; where Rustic has magic numbers, python-chess's tables stand here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import chess

from microchess.boards.geometry import A1
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    QUIET,
    Beside,
    BoardMove,
    Man,
    Moves,
    Representation,
)
from microchess.boards.view import CellState, Shown, named

KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, NONE = range(7)
CODES = (NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
"""Rustic's number of a python-chess type; the way back is the same table."""
LETTERS = "KQRBNP"
WHITE, BLACK = 0, 1


class Bitboards(Representation):
    """``bb_pieces`` and ``bb_side``: what stands on a square is found by asking word after word."""

    numbering = A1
    promotions = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.pieces = self.cells("bb_pieces", [0] * 12, _show_pieces, 1, "white, then black")
        sides = named(chess.COLOR_NAMES[::-1], "{:016x}".format)
        self.sides = self.cells("bb_side", [0] * 2, sides, 1)

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.put(square, CODES[man.kind], WHITE if man.color else BLACK)

    def put(self, square: int, kind: int, side: int) -> None:
        """Write a man."""
        self.pieces[6 * side + kind] |= 1 << square
        self.sides[side] |= 1 << square

    def take(self, square: int, kind: int, side: int) -> None:
        """Erase a man."""
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

    # the men

    def at(self, square: int) -> Man | None:
        kind = self.kind_on(square)
        if kind != NONE:
            return Man(CODES[kind], self._side_on(square) == WHITE)
        return None

    def king(self, color: chess.Color) -> int:
        return self.pieces[(0 if color else 6) + KING].bit_length() - 1

    def men(self, color: chess.Color) -> Iterator[int]:
        return chess.scan_forward(self.sides[WHITE if color else BLACK])

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return self.pieces[(0 if color else 6) + CODES[kind]].bit_count()

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """King, rooks, queens, bishops, knights, pawns: from the square as if one stood there."""
        first = 0 if color else 6
        occupied = self.sides[WHITE] | self.sides[BLACK]
        straight, diagonal = _straight(square, occupied), _diagonal(square, occupied)
        for kind, reached in (
            (KING, chess.BB_KING_ATTACKS[square]),
            (ROOK, straight),
            (QUEEN, straight | diagonal),
            (BISHOP, diagonal),
            (KNIGHT, chess.BB_KNIGHT_ATTACKS[square]),
            (PAWN, chess.BB_PAWN_ATTACKS[not color][square]),
        ):
            yield from chess.scan_forward(reached & self.pieces[first + kind])

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        return self.castle(self._of_kind(color, ep), color, rights)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """En passant and promotions by capture are among them."""
        return self._of_kind(color, ep, quiet=False)

    def quiet(self, color: chess.Color, rights: int = 0) -> Moves:
        """All but captures."""
        return self.castle(self._of_kind(color, None, captures=False), color, rights)

    def _of_kind(
        self, color: chess.Color, ep: int | None, *, captures: bool = True, quiet: bool = True
    ) -> Moves:
        found: Moves = []
        side = WHITE if color else BLACK
        own, other = self.sides[side], self.sides[1 - side]
        kept = (other if captures else 0) | (~(own | other) if quiet else 0)
        passing = 0 if ep is None else 1 << ep
        for kind in (KING, KNIGHT, ROOK, BISHOP, QUEEN):
            for source in self.each(kind, side):
                self._generate(found, source, kind, kept, own | other)
        for source in self.each(PAWN, side):
            targets = self._pawn_targets(source, side, own | other, other, ep)
            self._generate_pawn(found, source, targets & (kept | passing), ep)
        return found

    def each(self, kind: int, side: int) -> Iterator[int]:
        """The squares of a side's men of a kind, by the lowest bit."""
        return chess.scan_forward(self.pieces[6 * side + kind])

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        found: Moves = []
        side = WHITE if color else BLACK
        kind = self.kind_on(square)
        own, other = self.sides[side], self.sides[1 - side]
        if kind == PAWN:
            targets = self._pawn_targets(square, side, own | other, other, ep)
            self._generate_pawn(found, square, targets, ep)
        elif kind != NONE:
            self._generate(found, square, kind, ~own, own | other)
        return found

    def _generate(self, found: Moves, source: int, kind: int, kept: int, occupied: int) -> None:
        if kind == KING:
            targets = chess.BB_KING_ATTACKS[source]
        elif kind == KNIGHT:
            targets = chess.BB_KNIGHT_ATTACKS[source]
        else:
            targets = _diagonal(source, occupied) if kind != ROOK else 0
            targets |= _straight(source, occupied) if kind != BISHOP else 0
        for target in chess.scan_forward(targets & kept):
            victim = self.kind_on(target)
            found.append(BoardMove(source, target, QUIET, _note(kind, victim)))

    def _pawn_targets(
        self, source: int, side: int, occupied: int, other: int, ep: int | None
    ) -> int:
        """A pawn's steps, captures and en passant as one set."""
        step = 8 if side == WHITE else -8
        passing = 0 if ep is None else 1 << ep
        targets = chess.BB_PAWN_ATTACKS[side == WHITE][source] & (other | passing)
        if not occupied >> source + step & 1:
            targets |= 1 << source + step
            first = source >> 3 == (1 if side == WHITE else 6)
            if first and not occupied >> source + 2 * step & 1:
                targets |= 1 << source + 2 * step
        return targets

    def _generate_pawn(self, found: Moves, source: int, targets: int, ep: int | None) -> None:
        for target in chess.scan_forward(targets):
            if target == ep and target - source & 7:
                found.append(BoardMove(source, target, EN_PASSANT, _note(PAWN, NONE)))
            elif abs(target - source) == 16:
                found.append(BoardMove(source, target, DOUBLE, _note(PAWN, NONE)))
            else:
                self.advance(found, source, target, _note(PAWN, self.kind_on(target)))

    # making and unmaking; types travel in the move, colours need not

    def move(self, source: int, target: int, note: int = 0) -> int:
        """*note* names mover and victim; with none, as when a rook castles, they are looked up."""
        side = self._side_on(source)
        note = note or _note(self.kind_on(source), self.kind_on(target))
        mover, victim = note >> 3, note & 7
        if victim != NONE:
            self.take(target, victim, 1 - side)
        self.carry(source, target, mover, side)
        return mover << 3 | victim

    def unmove(self, source: int, target: int, token: int) -> None:
        mover, victim = token >> 3, token & 7
        side = self._side_on(target)
        self.carry(target, source, mover, side)
        if victim != NONE:
            self.put(target, victim, 1 - side)

    def carry(self, source: int, target: int, kind: int, side: int) -> None:
        """Take a man away and put him elsewhere."""
        self.take(source, kind, side)
        self.put(target, kind, side)

    def remove(self, square: int) -> int:
        side = self._side_on(square)
        self.take(square, PAWN, side)
        return side

    def restore(self, square: int, token: int) -> None:
        self.put(square, PAWN, token)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        side = self._side_on(square)
        self.take(square, PAWN, side)
        self.put(square, CODES[kind], side)
        return CODES[kind]

    def demote(self, square: int, token: int) -> None:
        side = self._side_on(square)
        self.take(square, token, side)
        self.put(square, PAWN, side)

    def record(self, beside: Beside) -> dict[str, Any]:
        del beside
        words = [f"{word:016x}" for word in self.pieces]
        return {
            "bb_pieces": [words[:6], words[6:]],
            "bb_side": [f"{word:016x}" for word in self.sides],
        }


def _straight(square: int, occupied: int) -> int:
    """The squares a rook attacks, as a word."""
    rank = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    return rank | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]


def _diagonal(square: int, occupied: int) -> int:
    """The squares a bishop attacks, as a word."""
    return chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def _note(mover: int, victim: int) -> int:
    """What :meth:`Bitboards.move` is told: never 0, since no move takes a king."""
    return mover << 3 | victim


def _show_pieces(index: int, value: int) -> Shown:
    side, kind = divmod(index, 6)
    letter = LETTERS[kind] if side == WHITE else LETTERS[kind].lower()
    return Shown(letter, f"{value:016x}", None, CellState.LIVE if value else CellState.EMPTY)
