"""Ways to show a cell that several memories share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import chess

from microchess.boards.lens import CellState
from microchess.boards.numbering import Numbering
from microchess.boards.representation import Man, Shown

Show = Callable[[int, int], Shown]

GUARD_TEXT = "##"
EMPTY_TEXT = "."


def by_square(numbering: Numbering, man: Callable[[int], str | None]) -> Show:
    """Cells indexed by square: *man* gives the text of a value, None for an empty square.

    Cells off the board are guards.
    """

    def show(index: int, value: int) -> Shown:
        square = numbering.square.get(index)
        if square is None:
            return Shown(f"[{index}]", GUARD_TEXT, None, CellState.GUARD)
        text = man(value)
        state = CellState.EMPTY if text is None else CellState.LIVE
        return Shown(chess.square_name(square), text or EMPTY_TEXT, square, state)

    return show


def pointing(names: Sequence[str], numbering: Numbering) -> Show:
    """Cells that hold a square's number."""

    def show(index: int, value: int) -> Shown:
        square = numbering.square.get(value)
        state = CellState.EMPTY if square is None else CellState.LIVE
        return Shown(names[index], numbering.name(value), square, state)

    return show


def symbol(kind: chess.PieceType, color: chess.Color) -> str:
    """``P`` or ``p``."""
    return Man(kind, color).symbol
