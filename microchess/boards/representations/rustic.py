"""Rustic (Marcel Vanthoor): bitboards, and a list of 64 types beside them.

Twelve words say where each kind of man stands, two where each side does; a1 is bit 0. To ask a
bitboard *what* stands on a square means asking all of them, so Rustic keeps ``piece_list[64]``, the
type on each square and nothing of its colour: two truths, always kept equal.

The repository's history has the time before, when a generator looked through the words for every
target: that is :class:`RusticWithoutList`.

Sliding attacks come from tables by square and occupancy; where Rustic hashes with magic numbers,
dictionaries do here, filled as they are asked.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.codes import bits
from microchess.boards.geometry import lines, pawn_captures
from microchess.boards.lens import CellState
from microchess.boards.numbering import A1
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    QUIET,
    BoardMove,
    Man,
    Representation,
    Shown,
)
from microchess.boards.shows import by_square

KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, NONE = range(7)
CODES = (NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
"""Rustic's number of a python-chess type; the way back is the same table."""
LETTERS = "KQRBNP"
WHITE, BLACK = 0, 1


class Sliding:
    """Attacks along lines by square and occupancy, worked out when first asked for."""

    def __init__(self, kind: chess.PieceType) -> None:
        self._lines = tuple(lines(kind, square) for square in chess.SQUARES)
        self.masks = tuple(
            sum(1 << square for way in ways for square in way[:-1]) for ways in self._lines
        )
        self._known: tuple[dict[int, int], ...] = tuple({} for _ in chess.SQUARES)

    def attacks(self, square: chess.Square, occupied: int) -> int:
        """The squares attacked from *square*, as a word."""
        blockers = occupied & self.masks[square]
        found = self._known[square].get(blockers)
        if found is None:
            found = self._known[square][blockers] = self._walk(square, blockers)
        return found

    def _walk(self, square: chess.Square, blockers: int) -> int:
        found = 0
        for way in self._lines[square]:
            for target in way:
                found |= 1 << target
                if blockers >> target & 1:
                    break
        return found


def _leaps(kind: chess.PieceType) -> tuple[int, ...]:
    return tuple(sum(1 << way[0] for way in lines(kind, square)) for square in chess.SQUARES)


def _captures(color: chess.Color) -> tuple[int, ...]:
    return tuple(sum(1 << s for s in pawn_captures(color, square)) for square in chess.SQUARES)


ROOKS, BISHOPS = Sliding(chess.ROOK), Sliding(chess.BISHOP)
KINGS, KNIGHTS = _leaps(chess.KING), _leaps(chess.KNIGHT)
PAWN_CAPTURES = (_captures(chess.WHITE), _captures(chess.BLACK))


class Rustic(Representation):
    """``bb_pieces``, ``bb_side`` and ``piece_list``."""

    title = "Rustic"
    year = None
    source = "Marcel Vanthoor, mvanthoor/rustic, src/board and src/movegen; the book's Piece List"
    idea = "A word of 64 bits per kind of man, and a list of what stands on each square."
    cost = "Sets of squares at once: attacks are a few ANDs. Every change is written three times."
    numbering = A1

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.pieces = self.cells("bb_pieces", [0] * 12, _show_pieces, 1, "white, then black")
        self.sides = self.cells("bb_side", [0] * 2, _show_side, 1)
        self._add_list()

    def _add_list(self) -> None:
        show = by_square(A1, lambda v: None if v == NONE else LETTERS[v])
        self.piece_list = self.cells("piece_list", [NONE] * 64, show)

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self._put(square, CODES[man.kind], WHITE if man.color else BLACK)

    # one man: three writes

    def _put(self, square: int, kind: int, side: int) -> None:
        self.pieces[6 * side + kind] |= 1 << square
        self.sides[side] |= 1 << square
        self._list(square, kind)

    def _take(self, square: int, kind: int, side: int) -> None:
        self.pieces[6 * side + kind] ^= 1 << square
        self.sides[side] ^= 1 << square
        self._list(square, NONE)

    def _list(self, square: int, kind: int) -> None:
        self.piece_list[square] = kind

    def _kind_on(self, square: int, side: int) -> int:
        """The type of what stands on a square, of either side; NONE if nothing does."""
        del side
        return self.piece_list[square]

    def _side_on(self, square: int) -> int:
        return WHITE if self.sides[WHITE] >> square & 1 else BLACK

    # the men

    def at(self, square: int) -> Man | None:
        kind = self._kind_on(square, WHITE)
        if kind != NONE:
            return Man(CODES[kind], self._side_on(square) == WHITE)
        return None

    def king(self, color: chess.Color) -> int:
        return self.pieces[(0 if color else 6) + KING].bit_length() - 1

    def men(self, color: chess.Color) -> Iterator[int]:
        return bits(self.sides[WHITE if color else BLACK])

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return self.pieces[(0 if color else 6) + CODES[kind]].bit_count()

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        first = 0 if color else 6
        pieces = self.pieces
        yield from bits(PAWN_CAPTURES[BLACK if color else WHITE][square] & pieces[first + PAWN])
        yield from bits(KNIGHTS[square] & pieces[first + KNIGHT])
        yield from bits(KINGS[square] & pieces[first + KING])
        occupied = self.sides[WHITE] | self.sides[BLACK]
        queens = pieces[first + QUEEN]
        yield from bits(BISHOPS.attacks(square, occupied) & (pieces[first + BISHOP] | queens))
        yield from bits(ROOKS.attacks(square, occupied) & (pieces[first + ROOK] | queens))

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = WHITE if color else BLACK
        own, other = self.sides[side], self.sides[1 - side]
        for kind in (KING, QUEEN, ROOK, BISHOP, KNIGHT):
            for source in bits(self.pieces[6 * side + kind]):
                self._generate(found, source, kind, own, own | other, side)
        for source in bits(self.pieces[6 * side + PAWN]):
            self._generate_pawn(found, source, side, own | other, other, ep)
        return self.castle(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = WHITE if color else BLACK
        kind = self._kind_on(square, side)
        own, other = self.sides[side], self.sides[1 - side]
        if kind == PAWN:
            self._generate_pawn(found, square, side, own | other, other, ep)
        elif kind != NONE:
            self._generate(found, square, kind, own, own | other, side)
        return found

    def _generate(
        self, found: list[BoardMove], source: int, kind: int, own: int, occupied: int, side: int
    ) -> None:
        if kind == KING:
            targets = KINGS[source]
        elif kind == KNIGHT:
            targets = KNIGHTS[source]
        else:
            targets = BISHOPS.attacks(source, occupied) if kind != ROOK else 0
            targets |= ROOKS.attacks(source, occupied) if kind != BISHOP else 0
        for target in bits(targets & ~own):
            victim = self._kind_on(target, 1 - side)
            found.append(BoardMove(source, target, QUIET, note(kind, victim)))

    def _generate_pawn(
        self,
        found: list[BoardMove],
        source: int,
        side: int,
        occupied: int,
        other: int,
        ep: int | None,
    ) -> None:
        passing = 0 if ep is None else 1 << ep
        for target in bits(PAWN_CAPTURES[side][source] & (other | passing)):
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT, note(PAWN, NONE)))
            else:
                victim = self._kind_on(target, 1 - side)
                self.advance(found, source, target, note(PAWN, victim))
        step = 8 if side == WHITE else -8
        if not occupied >> source + step & 1:
            self.advance(found, source, source + step, note(PAWN, NONE))
            first = source >> 3 == (1 if side == WHITE else 6)
            if first and not occupied >> source + 2 * step & 1:
                found.append(BoardMove(source, source + 2 * step, DOUBLE, note(PAWN, NONE)))

    # making and unmaking; types travel in the move, colours need not

    def move(self, source: int, target: int, note: int = 0) -> int:
        """*note* names mover and victim; 0 is a man who castles, and is looked up."""
        side = self._side_on(source)
        mover, victim = (note >> 3, note & 7) if note else (self._kind_on(source, side), NONE)
        if victim != NONE:
            self._take(target, victim, 1 - side)
        self._take(source, mover, side)
        self._put(target, mover, side)
        return mover << 3 | victim

    def unmove(self, source: int, target: int, token: int) -> None:
        mover, victim = token >> 3, token & 7
        side = self._side_on(target)
        self._take(target, mover, side)
        self._put(source, mover, side)
        if victim != NONE:
            self._put(target, victim, 1 - side)

    def remove(self, square: int) -> int:
        side = self._side_on(square)
        self._take(square, PAWN, side)
        return side

    def restore(self, square: int, token: int) -> None:
        self._put(square, PAWN, token)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        side = self._side_on(square)
        self._take(square, PAWN, side)
        self._put(square, CODES[kind], side)
        return CODES[kind]

    def demote(self, square: int, token: int) -> None:
        side = self._side_on(square)
        self._take(square, token, side)
        self._put(square, PAWN, side)

    # what is always true

    def broken(self) -> Iterator[str]:
        seen = 0
        for side in (WHITE, BLACK):
            together = 0
            for kind in range(6):
                word = self.pieces[6 * side + kind]
                if word & seen:
                    yield f"two men stand on {A1.name((word & seen).bit_length() - 1)}"
                together |= word
                seen |= word
            if together != self.sides[side]:
                yield f"bb_side[{side}] is not the sum of its men"
        yield from self._broken_list()

    def _broken_list(self) -> Iterator[str]:
        for square, listed in enumerate(self.piece_list):
            if listed != self._look_through(square):
                yield f"piece_list[{A1.name(square)}] does not agree with the words"

    def _look_through(self, square: int, first: int = WHITE) -> int:
        """The type on a square by asking one word after another, those of side *first* first."""
        for side in (first, 1 - first):
            for kind in range(6):
                if self.pieces[6 * side + kind] >> square & 1:
                    return kind
        return NONE


class RusticWithoutList(Rustic):
    """``bb_pieces`` and ``bb_side``: what stands there is found by asking word after word."""

    title = "Rustic without the list"
    source = "Marcel Vanthoor, mvanthoor/rustic, as it was before the list (src/board.rs @033d8ad)"
    idea = "A word of 64 bits per kind of man, and nothing else."
    cost = "What stands on a square takes up to twelve reads, and each target of a move asks."

    def _add_list(self) -> None:
        pass

    def _list(self, square: int, kind: int) -> None:
        pass

    def _kind_on(self, square: int, side: int) -> int:
        return self._look_through(square, side)

    def _broken_list(self) -> Iterator[str]:
        return iter(())


def note(mover: int, victim: int) -> int:
    """What :meth:`Rustic.move` is told: never 0, since no move takes a king."""
    return mover << 3 | victim


def _show_pieces(index: int, value: int) -> Shown:
    side, kind = divmod(index, 6)
    letter = LETTERS[kind] if side == WHITE else LETTERS[kind].lower()
    return Shown(letter, f"{value:016x}", None, CellState.LIVE if value else CellState.EMPTY)


def _show_side(index: int, value: int) -> Shown:
    return Shown("white" if index == WHITE else "black", f"{value:016x}")
