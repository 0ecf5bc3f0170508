"""Rustic's Zobrist keys: 851 words of 64 bits, drawn from ChaCha20 under a seed of 32 bytes of 125.

They are drawn by side, type and square, then for the sixteen castling rights, for the two sides to
move, for the 64 en passant squares and for none.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

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

    def draw(count: int) -> tuple[int, ...]:
        return tuple(next(words) for _ in range(count))

    return ZobristKeys(tuple(draw(64) for _ in range(12)), draw(16), draw(2), draw(65))


def _words() -> Iterator[int]:
    counter = 0
    while True:
        block = _block(counter)
        yield from (low | high << 32 for low, high in zip(block[::2], block[1::2], strict=True))
        counter += 1


def _block(counter: int) -> list[int]:
    """Sixteen words of ChaCha20 with a counter of 64 bits and stream 0."""
    start = [*_CONSTANTS, *_SEED, counter & _MASK, counter >> 32, 0, 0]
    state = list(start)
    for _ in range(10):
        for quarter in (*_COLUMNS, *_DIAGONALS):
            _quarter_round(state, *quarter)
    return [(one + other) & _MASK for one, other in zip(state, start, strict=True)]


def _quarter_round(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for one, other, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[one] = (state[one] + state[other]) & _MASK
        mixed = state[third] ^ state[one]
        state[third] = (mixed << turn | mixed >> (32 - turn)) & _MASK
