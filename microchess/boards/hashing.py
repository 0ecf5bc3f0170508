"""A Zobrist key that moves with make and unmake: in a cell of the memory of programs that had one.

A word is put in or taken out for each piece that leaves a square or comes to one, and for what lies
beside the pieces if it changes: castling rights, en passant square, side to move. The words are
Rustic's; the other programs' own are not known. (Programs that keep the old key to take a move back
read it; here the same words are taken out again.)

Rustic's are 851 words of 64 bits from ChaCha20 under a seed of 32 bytes of 125, drawn by side, type
and square, then for the sixteen castling rights, for the two sides to move, for the 64 en passant
squares and for none.
"""

import struct
from array import array
from collections.abc import Iterable, Iterator, MutableSequence
from functools import cache
from itertools import count, islice
from typing import NamedTuple

import chess

from microchess.boards.moves import CASTLING, EN_PASSANT, PROMOTIONS, Man
from microchess.boards.recorder import Cells
from microchess.boards.rules import CASTLING_TO

_MASK = 0xFFFFFFFF
_CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
_SEED = struct.unpack("<8I", bytes([125] * 32))
_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


class ZobristKeys(NamedTuple):
    """``pieces`` by 6 * side + type and square, ``castling`` by rights, ``sides``, ``en_passant``
    by square, 64 for none.
    """

    pieces: tuple[tuple[int, ...], ...]
    castling: tuple[int, ...]
    sides: tuple[int, ...]
    en_passant: tuple[int, ...]


@cache
def zobrist_keys() -> ZobristKeys:
    """All of them, drawn when first asked for."""
    words = _words()

    def draw(number: int) -> tuple[int, ...]:
        return tuple(islice(words, number))

    return ZobristKeys(tuple(draw(64) for _ in range(12)), draw(16), draw(2), draw(65))


def _words() -> Iterator[int]:
    """ChaCha20 with a counter of 64 bits and stream 0, sixteen words of 32 bits a block."""
    for counter in count():
        start = [*_CONSTANTS, *_SEED, counter & _MASK, counter >> 32, 0, 0]
        state = list(start)
        for quarter in (*_COLUMNS, *_DIAGONALS) * 10:
            _quarter_round(state, *quarter)
        block = [(one + other) & _MASK for one, other in zip(state, start, strict=True)]
        yield from (low | high << 32 for low, high in zip(block[::2], block[1::2], strict=True))


def _quarter_round(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for one, other, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[one] = (state[one] + state[other]) & _MASK
        mixed = state[third] ^ state[one]
        state[third] = (mixed << turn | mixed >> (32 - turn)) & _MASK


WHITE, NO_EP = 0, 64
DEPTH_BITS, ENTRY = 8, 16


class MovingKey:
    """The key in ``cell``; ``state`` is the side to move (0 White), the rights, and the en passant
    square (64: none) that are in it.
    """

    def __init__(self, bank: str, cell: Cells, state: Cells | None = None) -> None:
        self.bank, self.cell = bank, cell
        self.state: Cells | MutableSequence[int] = [WHITE, 0, NO_EP] if state is None else state
        keys = zobrist_keys()
        self._beside = (keys.sides, keys.castling, keys.en_passant)
        self.men = {
            (kind, color): keys.pieces[chess.KING - kind + (0 if color else 6)]
            for kind in chess.PIECE_TYPES
            for color in chess.COLORS
        }
        """The words of a piece by square; among Rustic's they go by king, queen, ... pawn."""

    def changed(
        self, man: Man, victim: Man | None, start: chess.Square, end: chess.Square, kind: int
    ) -> tuple[int, ...]:
        """The words of who leaves a square or comes to one by a move of that kind."""
        words, color = self.men, man.color
        became = words[kind, color] if kind in PROMOTIONS else words[man]
        both = words[man][start], became[end]
        if victim:
            return (*both, words[victim][end])
        if kind == EN_PASSANT:
            return (*both, words[chess.PAWN, not color][end ^ 8])
        if kind == CASTLING:
            way, rook = CASTLING_TO[end], words[chess.ROOK, color]
            return (*both, rook[way.rook], rook[way.rook_to])
        return both

    def toggle(self, words: Iterable[int]) -> None:
        """Put in, or take out, one word after another."""
        for word in words:
            self.cell[0] ^= word

    def beside(self, turn: chess.Color, rights: int, ep: chess.Square | None) -> None:
        """Take over what lies beside the pieces, as far as it has changed."""
        state = self.state
        for place, now in ((0, 1 - turn), (1, rights), (2, NO_EP if ep is None else ep)):
            before = state[place]
            if before != now:
                state[place] = now
                self.cell[0] ^= self._beside[place][before] ^ self._beside[place][now]

    def worked_out(self, board: chess.BaseBoard) -> int:
        """The key from nothing but the pieces and what lies beside them."""
        key = 0
        for words, now in zip(self._beside, self.state, strict=True):
            key ^= words[now]
        for square, man in board.piece_map().items():
            key ^= self.men[man.piece_type, man.color][square]
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
