"""Programs of our own whose habits differ, to run the engines on, at $0200 of a bare board.

The census searches a list of men. *spread* has 32 routines, each with five branches of its own,
called in an order that the data decide; *recursion* searches a game of taking stones to its end,
four bytes of stack a move. Each is started with other data: what comes next has not been seen.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import rom
from emu.bus import Expansion

ORIGIN, ROUTINES_AT = 0x0200, 0x2000
ROUTINES = 32
EXPANSIONS = (Expansion(ROUTINES_AT, 0x800),)
_ROUTINE_SIZE = 64
_DATA = range(0x10, 0x20)
_SEED = 0x08
_PILE, _TAKES = 0x20, 0x21
_OPERATIONS = (0x45, 0x25, 0x05, 0x65, 0xE5, 0x85, 0xA6, 0xA4, 0x86, 0x84, 0xE6, 0xC6, 0x46, 0x26)
_BRANCHES = (0x10, 0x30, 0x90, 0xB0, 0xD0, 0xF0)


class Program(NamedTuple):
    """Bytes by address; the addresses of the first instruction and of the last, endless loop."""

    parts: dict[int, bytes]
    start: int
    done: int


_AT = rom.labels("census")
CENSUS = Program({ORIGIN: rom.census()}, _AT["start"], _AT["done"])
_RECURSION = bytes.fromhex(
    "D8 A2 FF 9A A5 20 20 0C 02"  # cld / stack / lda pile / jsr win
    "4C 09 02"  # done: jmp done
    "E6 30 A2 02"  # win: inc nodes / ldx #2
    "48 38 F5 21 90 15"  # take: pha / sec / sbc takes,x / bcc few
    "85 31 8A 48 A5 31"  # sta left / txa / pha / lda left
    "20 0C 02 68 AA 68 90 05"  # jsr win / pla / tax / pla / bcc won
    "CA 10 E9 18 60"  # dex / bpl take / clc / rts
    "38 60"  # won: sec / rts
    "68 CA 10 E1 18 60"  # few: pla / dex / bpl take / clc / rts
)
RECURSION = Program({ORIGIN: _RECURSION}, ORIGIN, 0x0209)
"""``win``: carry set where the side to move can leave the other a lost pile."""


def cells(number: int) -> Iterator[tuple[int, int]]:
    """The zero page of start *number*: cells and bytes."""
    rng = Random(number)
    for cell in (_SEED, _SEED + 1, *_DATA):
        yield cell, rng.randrange(1, 256)
    yield _PILE, 60 + number % 4
    yield from enumerate(sorted(rng.sample(range(2, 7), 3)), _TAKES)


def spread() -> Program:
    """10,240 calls by way of a table of addresses, its index a shift register."""
    rng = Random(6502)
    code = bytes.fromhex(
        "D8 A2 FF 9A A9 28 85 0A A0 00 84 0B"  # cld / stack / calls
        "A5 08 0A 26 09 90 02 49 2D 85 08"  # again: the next of the sequence
        "29 3E A8 B9 00 03 85 0C B9 01 03 85 0D"  # the address of its routine
        "A5 10 20 34 02"  # lda data / jsr jump
        "C6 0B D0 DF C6 0A D0 DB"  # dec calls, bne again
        "4C 31 02"  # done: jmp done
        "6C 0C 00"  # jump: jmp (routine)
    )
    starts = [ROUTINES_AT + n * _ROUTINE_SIZE for n in range(ROUTINES)]
    table = b"".join(start.to_bytes(2, "little") for start in starts)
    routines = {start: _routine(rng) for start in starts}
    return Program({ORIGIN: code, 0x0300: table, **routines}, ORIGIN, 0x0231)


def _routine(rng: Random) -> bytes:
    """Five times a few operations on the data and a branch over some more."""
    code = b""
    for _ in range(5):
        code += _operations(rng, 2)
        skipped = _operations(rng, 1)
        code += bytes((rng.choice(_BRANCHES), len(skipped))) + skipped
    return code + b"\x60"


def _operations(rng: Random, number: int) -> bytes:
    return b"".join(bytes((rng.choice(_OPERATIONS), rng.choice(_DATA))) for _ in range(number))
