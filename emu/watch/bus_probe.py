"""A tap between processor and bus: sees every byte that goes over it.

A tapped board runs on the reference interpreter, one instruction after another, whatever its
engine; what happens is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from emu.board import Board
from emu.chips.mpu import AddressSpace
from emu.interpreter import Interpreter


class BusProbe(AddressSpace, Protocol):
    """Stands where the processor expects the bus."""

    def connect(self, board: Board, bus: AddressSpace) -> None:
        """Pass on to *bus*, which may be another tap, what *board*'s processor asks."""


@contextmanager
def tapped(board: Board, *taps: BusProbe) -> Iterator[None]:
    """Within it *taps* are in the line; the first is next to the bus."""
    if not taps:
        yield
        return
    engine, bus = board.engine, board.cpu.memory
    board.engine = Interpreter(board)
    for tap in taps:
        tap.connect(board, board.cpu.memory)
        board.cpu.memory = tap
    try:
        yield
    finally:
        board.engine, board.cpu.memory = engine, bus
