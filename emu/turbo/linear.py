"""Where translated code finds what it works on: one stretch of WebAssembly's linear memory a
machine. Python reads and writes the same bytes.
"""

from __future__ import annotations

from array import array
from enum import IntEnum
from typing import Literal

from emu.turbo.contract import TREE_REGISTERS
from emu.turbo.iostate import INPUTS_SIZE, IO_SIZE, LOG_SIZE
from emu.turbo.layout import Layout
from emu.units import ADDRESS_SPACE

SLOTS = (*TREE_REGISTERS, "pc", "time", "limit", "number")
"""The state passed in and out, an i64 each; ``number`` of the tree that is entered."""
SEEN_SIZE = 16384
"""Bytes of what is noted in one run."""


class Past(IntEnum):
    """Places of what tells where to go past: the address; where the cells noted there begin, how
    many they are; for how many notes there is room; the bytes used for them; the number of the tree
    there. An i64 each.
    """

    ADDRESS = 0
    START = 1
    LENGTH = 2
    ROOM = 3
    USED = 4
    NUMBER = 5


class At(IntEnum):
    """Offsets of the tables."""

    STATE = 0
    PAST = 0x80
    IO = 0x100
    INPUTS = 0x180
    STACK_FREE = 0x300
    LOG = 0x400
    SEEN = LOG + 8 * LOG_SIZE
    READ_CELLS = 0x10000
    WRITE_CELLS = READ_CELLS + 4 * ADDRESS_SPACE
    NUMBERS = WRITE_CELLS + 4 * ADDRESS_SPACE
    MEMORY = NUMBERS + 2 * ADDRESS_SPACE
    CODE_MAP = MEMORY + ADDRESS_SPACE
    END = CODE_MAP + ADDRESS_SPACE


class Linear:
    """The tables of a machine with this *layout* in memory that a host gave."""

    def __init__(self, whole: memoryview, layout: Layout) -> None:
        self._bytes, size = whole, layout.size
        for at, table in zip((At.READ_CELLS, At.WRITE_CELLS), layout.tables, strict=True):
            self._numbers(at, ADDRESS_SPACE, "i")[:] = table
        self.memory = whole[At.MEMORY : At.MEMORY + size]
        self.code_map = whole[At.CODE_MAP : At.CODE_MAP + size]
        self.stack_free = whole[At.STACK_FREE : At.STACK_FREE + 256]
        self.state = self._numbers(At.STATE, len(SLOTS), "q")
        self.past = self._numbers(At.PAST, len(Past), "q")
        self.io = self._numbers(At.IO, IO_SIZE, "i")
        self.inputs = self._numbers(At.INPUTS, INPUTS_SIZE, "i")
        self.log = self._numbers(At.LOG, LOG_SIZE, "q")
        self.numbers = self._numbers(At.NUMBERS, ADDRESS_SPACE, "H")
        self.seen = whole[At.SEEN : At.SEEN + SEEN_SIZE]

    def _numbers(self, at: At, count: int, kind: Literal["q", "i", "H"]) -> memoryview:
        return self._bytes[at : at + count * array(kind).itemsize].cast(kind)
