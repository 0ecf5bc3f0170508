"""MicroChess's second stack: what a move destroys, five bytes each, down from $01C8."""

from __future__ import annotations

from microchess.boards.representation import Representation
from microchess.boards.view import CellState, Shown, named

PAGE, TOP, ENTRY = 0x0100, 0xC8, 5
"""Where the stack's page begins, where in it the stack does, and the bytes of a move."""


class SecondStack:
    """The banks ``stack`` and ``SP2`` of *memory*."""

    def __init__(self, memory: Representation) -> None:
        self.bytes = memory.byte_cells("stack", [0] * TOP, self._show, 4 * ENTRY)
        self.pointer = memory.cells("SP2", [TOP], named(("pointer",), "{:02X}".format), 1)

    def push(self, *values: int) -> None:
        """Keep what a move destroys."""
        pointer = self.pointer[0]
        for value in values:
            pointer -= 1
            self.bytes[pointer] = value
        self.pointer[0] = pointer

    def pop(self) -> list[int]:
        """What the last move destroyed, last first."""
        pointer = self.pointer[0]
        self.pointer[0] = pointer + ENTRY
        return [self.bytes[place] for place in range(pointer, pointer + ENTRY)]

    def clear(self) -> None:
        """Forget all moves."""
        self.pointer[0] = TOP

    def _show(self, index: int, value: int) -> Shown:
        in_use = index >= self.pointer[0]
        state = CellState.LIVE if in_use else CellState.STALE if value else CellState.EMPTY
        return Shown(f"${PAGE + index:04X}", f"{value:02X}", None, state)
