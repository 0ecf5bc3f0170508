"""A memory as coloured cells, panel by panel; without colours the same is said with signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import chess
from rich.style import Style
from textual.strip import Strip

from emu.notation import counted
from microchess.boards.cells_text import ASKED, HOW_MARKS, STATE_MARKS, is_grid, is_idle
from microchess.boards.view import BankPanel, BoardView, Cell, CellState, How
from tui.screen.drawing.colors import CELL_NOW, CELL_POINTED, CELL_READ, CELL_TEXT
from tui.screen.drawing.ink import Ink, Word, line, wrapped

Key = tuple[str, int]
"""Bank and index of a cell."""
_READ, _NOW = "r", "R"


_MEANT = {CellState.STALE: "* left over", CellState.GHOST: "~ written, never read",
          CellState.GUARD: "## border"}  # fmt: skip


def legend(lens: BoardView, marks: Iterable[How], signs: bool) -> str:
    """What the signs mean that are there; *marks* are seen as signs only where *signs* are."""
    states = {cell.state for cell in lens.cells()}
    found = [text for state, text in _MEANT.items() if state in states]
    if signs:
        found += [f"{HOW_MARKS[how]} {how.value}" for how in How if how in set(marks)]
    return "  ".join(dict.fromkeys(found))


@dataclass(frozen=True)
class Row:
    """A line: a label and the cells behind it, each with the column it begins in."""

    label: str
    cells: tuple[tuple[int, Cell], ...] = ()
    width: int = 0
    named: bool = False


@dataclass(frozen=True)
class CellsPicture:
    """*lens* in *columns*.

    ``marks`` say how cells changed, ``pointed`` is the square pointed at, ``reads`` are the cells
    read so far for a question and ``now`` the one read last. ``more`` are panels that belong to a
    square. ``signs``: not by colours alone.
    """

    lens: BoardView
    columns: int
    marks: Mapping[Key, How] = field(default_factory=dict)
    pointed: chess.Square | None = None
    reads: frozenset[Key] = frozenset()
    now: Key | None = None
    more: tuple[BankPanel, ...] = ()
    signs: bool = False

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All lines."""
        return tuple(row for one in (*self.lens.panels, *self.more) for row in self._panel(one))

    @cached_property
    def lit(self) -> frozenset[Key]:
        """The cells that mention the square pointed at."""
        if self.pointed is None:
            return frozenset()
        return frozenset((one.bank, one.index) for one in self.lens.mentioning(self.pointed))

    def strips(self, ink: Ink) -> list[Strip]:
        """The picture."""
        return [line(*self._words(row, ink)) for row in self.rows]

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell in column *x* of line *y*."""
        if not 0 <= y < len(self.rows):
            return None
        row = self.rows[y]
        return next((cell for left, cell in row.cells if left <= x < left + row.width), None)

    def place_of(self, key: Key) -> tuple[int, int] | None:
        """Column and line of a cell; None when it is not shown."""
        for y, row in enumerate(self.rows):
            for x, cell in row.cells:
                if (cell.bank, cell.index) == key:
                    return x, y
        return None

    def _panel(self, panel: BankPanel) -> Iterator[Row]:
        numbered = all(cell.name.isdecimal() for cell in panel.cells)
        named = not numbered and not is_grid(panel)
        gap = 2 if named else 1
        width = max((len(_body(cell, named)) for cell in panel.cells), default=0) + gap
        if numbered and len(panel.cells) <= panel.columns:
            yield from self._run(panel, width)
            return
        heading = panel.name + (f" ({panel.note})" if panel.note else "")
        for text in wrapped(heading, self.columns - 1):
            yield Row(text)
        labels = 0 if named else 1 + max(len(c.name) for c in panel.cells[:: panel.columns])
        if labels + panel.columns * width >= self.columns > panel.columns * width:
            labels = 0
        room = max(1, (self.columns - labels - 1) // width)
        columns = _fitting(panel.columns, room, even=not named)
        idle = 0
        for first in range(0, len(panel.cells), columns):
            part = panel.cells[first : first + columns]
            if not named and is_idle(panel, part):
                idle += 1
                continue
            label = f" {part[0].name:<{labels}}" if labels else " "
            yield Row(label, _placed(part, len(label), width), width, named)
        if idle:
            yield Row(f" ({counted(idle, 'row')} not used yet)")

    def _run(self, panel: BankPanel, width: int) -> Iterator[Row]:
        """A short list behind its name, on as many lines as it takes."""
        label = f"{panel.name:<20}"
        columns = max(1, (self.columns - len(label)) // width)
        for first in range(0, len(panel.cells), columns):
            part = panel.cells[first : first + columns]
            yield Row(label if first == 0 else " " * 20, _placed(part, 20, width), width)

    def _words(self, row: Row, ink: Ink) -> Iterator[Word]:
        heading = not row.cells
        yield (row.label, ink.accent if heading and row.label[:1] != " " else ink.muted)
        for _, cell in row.cells:
            key = cell.bank, cell.index
            text = _body(cell, row.named)
            sign = self._sign(key, cell)
            yield (text + sign, self._style(key, cell, ink))
            yield " " * (row.width - len(text) - len(sign))

    def _sign(self, key: Key, cell: Cell) -> str:
        state = STATE_MARKS.get(cell.state, "")
        if not self.signs:
            return state
        if key == self.now:
            return _NOW
        if key in self.reads:
            return _READ
        if key in self.lit:
            return ASKED
        how = self.marks.get(key)
        return HOW_MARKS[how] if how else state

    def _style(self, key: Key, cell: Cell, ink: Ink) -> Style:
        if key == self.now:
            return Style(color=CELL_TEXT, bgcolor=CELL_NOW, bold=True)
        if key in self.reads:
            return Style(color=CELL_TEXT, bgcolor=CELL_READ)
        if key in self.lit:
            return Style(color=CELL_TEXT, bgcolor=CELL_POINTED, bold=True)
        style = _state_style(cell.state, ink)
        match self.marks.get(key):
            case How.WRITTEN:
                style = Style(reverse=True, bold=True)
            case How.GHOST:
                style = Style(reverse=True, italic=True)
            case How.CLEARED:
                style = Style(reverse=True, dim=True)
            case How.RESTORED:
                style = ink.good + Style(underline=True)
            case How.LEFT:
                style = ink.error + Style(reverse=True)
        return style


def _state_style(state: CellState, ink: Ink) -> Style:
    if state is CellState.LIVE:
        return ink.strong
    return ink.warning + Style(italic=True) if state is CellState.GHOST else ink.muted


def _body(cell: Cell, named: bool) -> str:
    return f"{cell.name} {cell.text}" if named else cell.text


def _placed(cells: tuple[Cell, ...], left: int, width: int) -> tuple[tuple[int, Cell], ...]:
    return tuple((left + index * width, cell) for index, cell in enumerate(cells))


def _fitting(columns: int, room: int, even: bool) -> int:
    """The most columns in the room; *even*: so many that rows of *columns* keep their shape."""
    if columns <= room:
        return columns
    best = next(n for n in range(room, 0, -1) if columns % n == 0)
    return best if even or best * 2 > room else room
