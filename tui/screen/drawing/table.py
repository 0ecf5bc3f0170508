"""The piece table: name, byte and square of all 32 men."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import chess
from rich.style import Style
from textual.strip import Strip

from microchess.program.memory_map import TABLE
from microchess.program.slots import TYPES
from microchess.program.squares import CAPTURED, on_board, pack, reverse, reverse_octal, to_chess
from microchess.program.table import HALF, MEN, PieceTable
from tui.screen.drawing.board import glyph
from tui.screen.drawing.ink import Ink, Word, line

EXCHANGED_OFF = f"{reverse(CAPTURED):02X}: {CAPTURED:02X}, off the board, after key E"
"""What the byte of such a man means."""
_SHORT = "KP king's pawn, QN queen's knight"
CELL = 17
"""Columns of one man."""


@dataclass(frozen=True)
class TablePicture:
    """The table as columns of men; ``chosen`` 0-31, ``typed`` the digits entered so far.

    ``exchanged`` shows what key E would make of it.
    """

    table: PieceTable
    computer_white: bool
    chosen: int | None = None
    typed: str = ""
    exchanged: bool = False
    ascii_only: bool = False

    @property
    def shown(self) -> PieceTable:
        """The bytes that are shown."""
        return self.table.reversed() if self.exchanged else self.table

    def man_at(self, x: int, y: int) -> int | None:
        """The man under a cell."""
        half, man = x // CELL, y - self._heads
        return HALF * half + man if half in (0, 1) and 0 <= man < HALF else None

    def row_of(self, man: int) -> int:
        """The line of a man."""
        return self._heads + man % HALF

    @property
    def _heads(self) -> int:
        return 2 + self.exchanged

    def strips(self, ink: Ink) -> list[Strip]:
        """Headings, whether the view is exchanged, and 16 lines of two men."""
        white = self.computer_white != self.exchanged
        names = [chess.COLOR_NAMES[one].capitalize() for one in (white, not white)]
        heads = [f"computer: {names[0]}", f"you: {names[1]}"]
        head = line(*[(f"{text:<{CELL}.{CELL - 1}}", ink.accent) for text in heads])
        rows = [line(*self._cell(man, ink), *self._cell(man + HALF, ink)) for man in range(HALF)]
        words = ("as key E would turn it; x or Esc goes back", ink.warning)
        other = [line(words)] if self.exchanged else []
        return [line((_SHORT, ink.muted)), *other, head, *rows]

    def _cell(self, man: int, ink: Ink) -> list[Word]:
        byte = self.shown[man]
        white = self.computer_white != self.exchanged
        color = white if man < HALF else not white
        piece = chess.Piece(TYPES[man % HALF], color).symbol()
        chosen = man == self.chosen
        value = f"{self.typed:_<2}" if chosen and self.typed else f"{byte:02X}"
        style = ink.chosen if chosen else self._value_style(byte, ink)
        return [
            (f"{TABLE + man:02X} ", ink.muted),
            (glyph(piece, self.ascii_only), Style(bold=True)),
            (f" {MEN[man % HALF]:<4}", Style()),
            (value, style),
            (f" {self._where(byte, white):<4} ", ink.muted),
        ]

    def _value_style(self, byte: int, ink: Ink) -> Style:
        if not on_board(byte):
            return ink.muted if byte in (CAPTURED, reverse(CAPTURED)) else ink.warning
        return ink.error if Counter(self.shown)[byte] > 1 else ink.led

    def _where(self, byte: int, white: bool) -> str:
        if on_board(byte):
            name = chess.square_name(to_chess(byte, white))
            return f"{name}!" if Counter(self.shown)[byte] > 1 else name
        return "off" if byte in (CAPTURED, reverse(CAPTURED)) else "off?"


def doubled(table: PieceTable, computer_white: bool) -> frozenset[chess.Square]:
    """The squares where more than one man stands."""
    counts = Counter(byte for byte in table if on_board(byte))
    return frozenset(to_chess(byte, computer_white) for byte, n in counts.items() if n > 1)


def explain_exchange(table: PieceTable, chosen: int | None, ink: Ink) -> list[Strip]:
    """What key E does, in both notations, for the man *chosen* in the exchanged table."""
    man = 0 if chosen is None else chosen
    byte = table[(man + HALF) % (2 * HALF)]
    lines = [line(("Key E swaps halves, moves no man:", ink.warning))]
    lines.append(line((f"$77 - ${byte:02X} = ${reverse(byte):02X}", ink.led)))
    if on_board(byte):
        octal = f"octal 077 - 0{pack(byte):02o} = 0{reverse_octal(pack(byte)):02o}"
        lines.append(line((octal, ink.led)))
    return lines
