"""What each byte of the KIM-1's RAM is for while the program of 1976 runs."""

from collections.abc import Mapping, Sequence

from microchess.machine.manifest import MICROCHESS_1976
from microchess.program.memory_map import (
    BOOK,
    COUNTER_NAMES,
    COUNTERS,
    DIGITS,
    INITIAL,
    PIECE,
    TABLE,
)

RAM = 0x400
"""Bytes, from $0000 on."""
CODE = "code"
_OLD_KEY = COUNTERS + len(COUNTER_NAMES)
PARTS: Mapping[str, Sequence[range]] = {
    CODE: [
        range(part.first, part.last + 1)
        for part in MICROCHESS_1976.parts
        if not part.first <= INITIAL <= part.last
    ],
    "the 32 pieces": [range(TABLE, INITIAL)],
    "tables": [range(INITIAL, PIECE)],
    "move at hand": [range(PIECE, PIECE + 7)],
    "opening book": [range(BOOK, COUNTERS)],
    "counters": [range(COUNTERS, _OLD_KEY)],
    "key and digits": [range(_OLD_KEY, _OLD_KEY + 1), range(DIGITS, DIGITS + 3)],
    "stacks": [range(0x1AF, 0x200)],
}
"""Addresses by their use; what is in none of them is free."""
_OWNERS = {address: name for name, spans in PARTS.items() for span in spans for address in span}


def part_of(address: int) -> str:
    """The part a byte belongs to; empty: it is free."""
    return _OWNERS.get(address, "")
