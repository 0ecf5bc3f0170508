"""A Zobrist key that moves with make and unmake: in a cell of the memory of programs that had one.

A word is put in or taken out for each man that leaves a square or comes to one, and for what lies
beside the men if it changes: castling rights, en passant square, side to move. The words are
Rustic's; the other programs' own are not known. (Programs that keep the old key to take a move back
read it; here the same words are taken out again.)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence

import chess

from microchess.boards.recorder import Cells
from microchess.boards.zobrist import zobrist_keys

WHITE, NO_EP = 0, 64
DEPTH_BITS, ENTRY = 8, 16


class MovingKey:
    """The key in ``cell``; ``state`` is the side to move (0 White), the rights, and the en passant
    square (64: none) that are in it.
    """

    def __init__(self, bank: str, cell: Cells, state: Cells | None = None) -> None:
        self.bank, self.cell = bank, cell
        self.state: Cells | MutableSequence[int] = [WHITE, 0, NO_EP] if state is None else state
        self.words = zobrist_keys()

    def toggle(self, men: Iterable[tuple[chess.PieceType, chess.Color, chess.Square]]) -> None:
        """Put in, or take out, the words of men, one after another."""
        for kind, color, square in men:
            self.cell[0] ^= self.of_man(kind, color, square)

    def beside(self, turn: chess.Color, rights: int, ep: chess.Square | None) -> None:
        """Take over what lies beside the men, as far as it has changed."""
        state = (int(not turn), rights, NO_EP if ep is None else ep)
        words = (self.words.sides, self.words.castling, self.words.en_passant)
        for place, (now, these) in enumerate(zip(state, words, strict=True)):
            before = self.state[place]
            if before != now:
                self.state[place] = now
                self.cell[0] ^= these[before] ^ these[now]

    def of_man(self, kind: chess.PieceType, color: chess.Color, square: chess.Square) -> int:
        """The word of a man on a square; they go by king, queen, ... pawn."""
        return self.words.pieces[chess.KING - kind + (0 if color else 6)][square]

    def worked_out(self, board: chess.BaseBoard) -> int:
        """The key from nothing but the men and what lies beside them."""
        side, rights, ep = self.state
        key = self.words.sides[side] ^ self.words.castling[rights] ^ self.words.en_passant[ep]
        for square, man in board.piece_map().items():
            key ^= self.of_man(man.piece_type, man.color, square)
        return key


class CountTable:
    """Leaves by key and depth, in so many megabytes: two words of 64 bits an entry. A new entry
    takes the place of an old one.
    """

    def __init__(self, megabytes: int) -> None:
        self._size = (megabytes << 20) // ENTRY
        self._keys = array("Q", bytes(8)) * self._size
        self._leaves = array("Q", bytes(8)) * self._size

    def find(self, key: int, depth: int) -> int | None:
        """The leaves, None if they are not known."""
        place = self._place(key, depth)
        leaves, of_depth = divmod(self._leaves[place], 1 << DEPTH_BITS)
        return leaves if of_depth == depth and self._keys[place] == key else None

    def keep(self, key: int, depth: int, leaves: int) -> None:
        """Note them, if they fit in an entry: a depth of less than 256."""
        if depth < 1 << DEPTH_BITS and leaves < 1 << 64 - DEPTH_BITS:
            place = self._place(key, depth)
            self._keys[place], self._leaves[place] = key, leaves << DEPTH_BITS | depth

    def _place(self, key: int, depth: int) -> int:
        return (key + depth) % self._size
