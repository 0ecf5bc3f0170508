"""How MicroChess's bytes are shown, in the gallery's memory and on a real machine alike."""

from __future__ import annotations

import chess

from microchess.boards.geometry import OCTAL
from microchess.boards.view import BankPanel, CellState, Shown, cells
from microchess.program.memory_map import TABLE
from microchess.program.squares import on_board
from microchess.program.table import HALF, MEN, SIZE

GHOST = SIZE
"""The cell of $4F in the bank: the last, so that index -1 wraps to it as $FF does on the 6502."""


def show_byte(man: int, value: int, top: chess.Color) -> Shown:
    """How the byte of man 0-31 is shown, *top* being the side at $50; 32 is the ghost."""
    if man == GHOST:
        return Shown("$4F", f"{value:02X}", None, CellState.GHOST)
    name = f"${TABLE + man:02X} {MEN[man % HALF]}"
    if not on_board(value):
        return Shown(name, f"{value:02X}", None, CellState.DEAD)
    return Shown(name, f"{value:02X}", OCTAL[top].square[value])


def show_side(index: int, value: int) -> Shown:
    """How the side at $50 is shown, which the machine does not store."""
    del index
    return Shown("side", chess.COLOR_NAMES[value], None, CellState.OUTSIDE)


def machine_panel(data: bytes, ghost: int, computer: chess.Color) -> BankPanel:
    """The panel of a real machine's bytes $50-$6F and $4F, the computer's men at $50."""
    shown = cells("table", [*data, ghost], lambda man, byte: show_byte(man, byte, computer))
    note = f"$50: {chess.COLOR_NAMES[computer]}, computer; KR: king's rook"
    return BankPanel("table", 8, shown, note)
