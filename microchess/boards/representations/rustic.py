"""Rustic (Marcel Vanthoor): bitboards, and a list of 64 types beside them.

Twelve words say where each kind of man stands, two where each side does; a1 is bit 0. To ask a
bitboard *what* stands on a square means asking all of them, so Rustic keeps ``piece_list[64]``, the
type on each square and nothing of its colour: two truths, always kept equal.

Kings, knights, rooks, bishops, queens and pawns are generated in this order, castling last. A
pawn's steps and captures are one set, so a step may come between two captures. The Zobrist key is
kept as men and state change, of the program's own random words; all four parts are always in it.
(Rustic puts the old state back when it takes a move back; here the same words are taken out again.)
Sliding attacks are looked up by square and occupancy, as in Rustic; for its magic numbers
python-chess's tables stand here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import chess

from microchess.boards.geometry import A1
from microchess.boards.lens import CellState, Shown, by_square, named
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    QUIET,
    Beside,
    BoardMove,
    Man,
    Representation,
)
from microchess.boards.zobrist import zobrist_keys

KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, NONE = range(7)
CODES = (NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
"""Rustic's number of a python-chess type; the way back is the same table."""
LETTERS = "KQRBNP"
WHITE, BLACK = 0, 1
NO_EP = 64


class Rustic(Representation):
    """``bb_pieces``, ``bb_side`` and ``piece_list``."""

    title = "Rustic"
    year = 2021
    source = "Marcel Vanthoor, mvanthoor/rustic, Alpha 3.0.0, src/board and src/movegen"
    idea = "A word of 64 bits per kind of man, and a list of what stands on each square."
    cost = "Sets of squares at once: attacks are a few ANDs. Every change is written three times."
    numbering = A1
    promotions = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.keys = zobrist_keys()
        self.pieces = self.cells("bb_pieces", [0] * 12, _show_pieces, 1, "white, then black")
        self.sides = self.cells(
            "bb_side", [0] * 2, named(chess.COLOR_NAMES[::-1], "{:016x}".format), 1
        )
        self._add_list()
        self._loaded = False

    def _add_list(self) -> None:
        show = by_square(A1, lambda v: None if v == NONE else LETTERS[v])
        self.piece_list = self.cells("piece_list", [NONE] * 64, show)
        self.state = self.cells("game_state", [WHITE, 0, NO_EP], _show_state, 3)
        self.key = self.cells("zobrist_key", [0], named("0", "{:016x}".format), 1)

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self._put(square, CODES[man.kind], WHITE if man.color else BLACK)
        self._loaded = True

    def beside(self, turn: chess.Color, rights: int, ep: int | None) -> None:
        """The key follows what lies beside the men; set up, it is worked out."""
        state = (WHITE if turn else BLACK, rights, NO_EP if ep is None else ep)
        keys = (self.keys.sides, self.keys.castling, self.keys.en_passant)
        for place, (now, words) in enumerate(zip(state, keys, strict=True)):
            before = self.state[place]
            if before != now:
                self.state[place] = now
                self.key[0] ^= words[before] ^ words[now]
        if self._loaded:
            self.key[0] = self.worked_out()
            self._loaded = False

    def worked_out(self) -> int:
        """The key from nothing but the men and the state."""
        side, rights, ep = self.state
        key = self.keys.sides[side] ^ self.keys.castling[rights] ^ self.keys.en_passant[ep]
        for which in range(12):
            for square in chess.scan_forward(self.pieces[which]):
                key ^= self.keys.pieces[which][square]
        return key

    # one man: three writes, and the key

    def _put(self, square: int, kind: int, side: int) -> None:
        self.pieces[6 * side + kind] |= 1 << square
        self.sides[side] |= 1 << square
        self._list(square, kind)
        self._hash(square, kind, side)

    def _take(self, square: int, kind: int, side: int) -> None:
        self.pieces[6 * side + kind] ^= 1 << square
        self.sides[side] ^= 1 << square
        self._list(square, NONE)
        self._hash(square, kind, side)

    def _hash(self, square: int, kind: int, side: int) -> None:
        self.key[0] ^= self.keys.pieces[6 * side + kind][square]

    def _list(self, square: int, kind: int) -> None:
        self.piece_list[square] = kind

    def _kind_on(self, square: int) -> int:
        """The type of what stands on a square, of either side; NONE if nothing does."""
        return self.piece_list[square]

    def _side_on(self, square: int) -> int:
        return WHITE if self.sides[WHITE] >> square & 1 else BLACK

    # the men

    def at(self, square: int) -> Man | None:
        kind = self._kind_on(square)
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
        pieces = self.pieces
        occupied = self.sides[WHITE] | self.sides[BLACK]
        straight, diagonal = _straight(square, occupied), _diagonal(square, occupied)
        yield from chess.scan_forward(chess.BB_KING_ATTACKS[square] & pieces[first + KING])
        yield from chess.scan_forward(straight & pieces[first + ROOK])
        yield from chess.scan_forward((straight | diagonal) & pieces[first + QUEEN])
        yield from chess.scan_forward(diagonal & pieces[first + BISHOP])
        yield from chess.scan_forward(chess.BB_KNIGHT_ATTACKS[square] & pieces[first + KNIGHT])
        yield from chess.scan_forward(
            chess.BB_PAWN_ATTACKS[not color][square] & pieces[first + PAWN]
        )

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        return self.castle(self._of_kind(color, ep), color, rights)

    def captures(self, color: chess.Color, ep: int | None) -> list[BoardMove]:
        """En passant and promotions by capture are among them."""
        return self._of_kind(color, ep, quiet=False)

    def quiet(self, color: chess.Color, rights: int = 0) -> list[BoardMove]:
        """All but captures."""
        return self.castle(self._of_kind(color, None, captures=False), color, rights)

    def _of_kind(
        self, color: chess.Color, ep: int | None, *, captures: bool = True, quiet: bool = True
    ) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = WHITE if color else BLACK
        own, other = self.sides[side], self.sides[1 - side]
        kept = (other if captures else 0) | (~(own | other) if quiet else 0)
        passing = 0 if ep is None else 1 << ep
        for kind in (KING, KNIGHT, ROOK, BISHOP, QUEEN):
            for source in chess.scan_forward(self.pieces[6 * side + kind]):
                self._generate(found, source, kind, kept, own | other)
        for source in chess.scan_forward(self.pieces[6 * side + PAWN]):
            targets = self._pawn_targets(source, side, own | other, other, ep)
            self._generate_pawn(found, source, targets & (kept | passing), ep)
        return found

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = WHITE if color else BLACK
        kind = self._kind_on(square)
        own, other = self.sides[side], self.sides[1 - side]
        if kind == PAWN:
            targets = self._pawn_targets(square, side, own | other, other, ep)
            self._generate_pawn(found, square, targets, ep)
        elif kind != NONE:
            self._generate(found, square, kind, ~own, own | other)
        return found

    def _generate(
        self, found: list[BoardMove], source: int, kind: int, kept: int, occupied: int
    ) -> None:
        if kind == KING:
            targets = chess.BB_KING_ATTACKS[source]
        elif kind == KNIGHT:
            targets = chess.BB_KNIGHT_ATTACKS[source]
        else:
            targets = _diagonal(source, occupied) if kind != ROOK else 0
            targets |= _straight(source, occupied) if kind != BISHOP else 0
        for target in chess.scan_forward(targets & kept):
            victim = self._kind_on(target)
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

    def _generate_pawn(
        self, found: list[BoardMove], source: int, targets: int, ep: int | None
    ) -> None:
        for target in chess.scan_forward(targets):
            if target == ep and target - source & 7:
                found.append(BoardMove(source, target, EN_PASSANT, _note(PAWN, NONE)))
            elif abs(target - source) == 16:
                found.append(BoardMove(source, target, DOUBLE, _note(PAWN, NONE)))
            else:
                self.advance(found, source, target, _note(PAWN, self._kind_on(target)))

    # making and unmaking; types travel in the move, colours need not

    def move(self, source: int, target: int, note: int = 0) -> int:
        """*note* names mover and victim; with none, as when a rook castles, they are looked up."""
        side = self._side_on(source)
        note = note or _note(self._kind_on(source), self._kind_on(target))
        mover, victim = note >> 3, note & 7
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

    def men_recorded(self) -> dict[str, Any]:
        words = [f"{word:016x}" for word in self.pieces]
        return {
            "bb_pieces": [words[:6], words[6:]],
            "bb_side": [f"{word:016x}" for word in self.sides],
        }

    def record(self, beside: Beside) -> dict[str, Any]:
        return {
            **self.men_recorded(),
            "piece_list": list(self.piece_list),
            "active_color": WHITE if beside.turn else BLACK,
            "castling": beside.rights,
            "halfmove_clock": beside.clock,
            "en_passant": beside.ep,
            "fullmove_number": beside.number,
            "zobrist_key": f"{self.key[0]:016x}",
            "history_len": beside.plies,
        }

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
            if listed != self.look_through(square):
                yield f"piece_list[{A1.name(square)}] does not agree with the words"
        if self.key[0] != self.worked_out():
            yield f"zobrist_key is {self.key[0]:016x}, worked out anew {self.worked_out():016x}"

    def look_through(self, square: int) -> int:
        """The type on a square by asking one word after another: both kings, both queens, ..."""
        for kind in range(6):
            for side in (WHITE, BLACK):
                if self.pieces[6 * side + kind] >> square & 1:
                    return kind
        return NONE


def _straight(square: int, occupied: int) -> int:
    """The squares a rook attacks, as a word."""
    rank = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    return rank | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]


def _diagonal(square: int, occupied: int) -> int:
    """The squares a bishop attacks, as a word."""
    return chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def _note(mover: int, victim: int) -> int:
    """What :meth:`Rustic.move` is told: never 0, since no move takes a king."""
    return mover << 3 | victim


def _show_pieces(index: int, value: int) -> Shown:
    side, kind = divmod(index, 6)
    letter = LETTERS[kind] if side == WHITE else LETTERS[kind].lower()
    return Shown(letter, f"{value:016x}", None, CellState.LIVE if value else CellState.EMPTY)


def _show_state(index: int, value: int) -> Shown:
    name = ("active_color", "castling", "en_passant")[index]
    if index == 2:
        square = None if value == NO_EP else value
        return Shown(name, A1.name(value), square, CellState.LIVE if square else CellState.EMPTY)
    return Shown(name, str(value))
