"""The piece table: name, byte and square of all 32 men."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import chess
from rich.style import Style
from textual.strip import Strip

from microchess.program.memory_map import TABLE
from microchess.program.slots import TYPES
from microchess.program.squares import CAPTURED, on_board, reverse, to_chess
from microchess.program.table import HALF, MEN, PieceTable
from tui.screen.drawing.board import glyph
from tui.screen.drawing.ink import Ink, Word, line

EXCHANGED_OFF = f"{reverse(CAPTURED):02X}: {CAPTURED:02X}, off the board, after key E"
"""What the byte of such a man means."""
_SHORT = "KP king's pawn, QN queen's knight"
CELL = 17
"""Columns of one man."""
_HEADS = 2
"""Lines above the men."""


@dataclass(frozen=True)
class TablePicture:
    """The table as columns of men; ``chosen`` 0-31."""

    table: PieceTable
    computer_white: bool
    chosen: int | None = None
    ascii_only: bool = False

    def man_at(self, x: int, y: int) -> int | None:
        """The man under a cell."""
        half, man = x // CELL, y - _HEADS
        return HALF * half + man if half in (0, 1) and 0 <= man < HALF else None

    def row_of(self, man: int) -> int:
        """The line of a man."""
        return _HEADS + man % HALF

    def strips(self, ink: Ink) -> list[Strip]:
        """Headings, and 16 lines of two men."""
        white = self.computer_white
        names = [chess.COLOR_NAMES[one].capitalize() for one in (white, not white)]
        heads = [f"computer: {names[0]}", f"you: {names[1]}"]
        head = line(*[(f"{text:<{CELL}.{CELL - 1}}", ink.accent) for text in heads])
        rows = [line(*self._cell(man, ink), *self._cell(man + HALF, ink)) for man in range(HALF)]
        return [line((_SHORT, ink.muted)), head, *rows]

    def _cell(self, man: int, ink: Ink) -> list[Word]:
        byte = self.table[man]
        color = self.computer_white if man < HALF else not self.computer_white
        piece = chess.Piece(TYPES[man % HALF], color).symbol()
        style = ink.chosen if man == self.chosen else self._value_style(byte, ink)
        return [
            (f"{TABLE + man:02X} ", ink.muted),
            (glyph(piece, self.ascii_only), Style(bold=True)),
            (f" {MEN[man % HALF]:<4}", Style()),
            (f"{byte:02X}", style),
            (f" {self._where(byte):<4} ", ink.muted),
        ]

    def _value_style(self, byte: int, ink: Ink) -> Style:
        if not on_board(byte):
            return ink.muted if byte in (CAPTURED, reverse(CAPTURED)) else ink.warning
        return ink.error if Counter(self.table)[byte] > 1 else ink.led

    def _where(self, byte: int) -> str:
        if on_board(byte):
            name = chess.square_name(to_chess(byte, self.computer_white))
            return f"{name}!" if Counter(self.table)[byte] > 1 else name
        return "off" if byte in (CAPTURED, reverse(CAPTURED)) else "off?"


def doubled(table: PieceTable, computer_white: bool) -> frozenset[chess.Square]:
    """The squares where more than one man stands."""
    counts = Counter(byte for byte in table if on_board(byte))
    return frozenset(to_chess(byte, computer_white) for byte, n in counts.items() if n > 1)
