"""What a memory looks like: frozen panels of named cells, and the difference of two looks.

Nothing here knows a terminal: a text command and a widget draw the same data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

import chess

from microchess.boards.geometry import Numbering


class CellState(Enum):
    """What a cell is good for just now."""

    LIVE = "live"
    EMPTY = "empty"
    STALE = "stale"
    """Left over: still there, never read before it is written again."""
    GUARD = "guard"
    """Off the board, never written."""
    GHOST = "ghost"
    """Written, never read for anything."""
    DEAD = "dead"
    """The cell of a captured piece."""
    CONSTANT = "constant"
    """In a table that never changes."""
    OUTSIDE = "outside"
    """Known to whoever uses the memory, not stored in it."""


@dataclass(frozen=True)
class Cell:
    """One cell. ``square`` is the one it mentions, if any: where it stands for or points to."""

    bank: str
    index: int
    name: str
    value: int
    text: str
    square: chess.Square | None = None
    state: CellState = CellState.LIVE


class Shown(NamedTuple):
    """How a cell is shown, see :class:`Cell`."""

    name: str
    text: str
    square: chess.Square | None = None
    state: CellState = CellState.LIVE


Show = Callable[[int, int], Shown]
"""How to show a cell by its index and value."""


Stale = Callable[[int], bool]
"""Whether a cell is left over, by its index."""


def by_square(
    numbering: Numbering, man: Callable[[int], str | None], stale: Stale | None = None
) -> Show:
    """Cells indexed by square: *man* gives the text of a value, None for an empty square.

    Cells off the board are guards.
    """

    def show(index: int, value: int) -> Shown:
        square = numbering.square.get(index)
        if square is None:
            return Shown(f"[{index}]", "##", None, CellState.GUARD)
        text = man(value)
        if text is None:
            return Shown(chess.square_name(square), ".", square, CellState.EMPTY)
        state = CellState.STALE if stale and stale(index) else CellState.LIVE
        return Shown(chess.square_name(square), text, square, state)

    return show


def pointing(
    names: Sequence[str],
    numbering: Numbering,
    off: CellState = CellState.EMPTY,
    stale: Stale | None = None,
) -> Show:
    """Cells that hold a square's number; *off* is the state of one that points nowhere."""

    def show(index: int, value: int) -> Shown:
        square = numbering.square.get(value)
        state = CellState.STALE if stale and stale(index) else CellState.LIVE
        state = off if square is None else state
        return Shown(names[index], numbering.name(value), square, state)

    return show


def named(
    names: Sequence[str], text: Callable[[int], str] = str, zero: CellState = CellState.LIVE
) -> Show:
    """Cells that have names of their own; *zero* is the state of one that holds 0."""
    return lambda index, value: Shown(
        names[index], text(value), None, CellState.LIVE if value else zero
    )


def words(numbering: Numbering, digits: int = 8) -> Show:
    """Words of bits indexed by square, in hexadecimal."""

    def show(index: int, value: int) -> Shown:
        square = numbering.square[index]
        state = CellState.LIVE if value else CellState.EMPTY
        return Shown(chess.square_name(square), f"{value:0{digits}x}", square, state)

    return show


def cells(bank: str, values: Iterable[int], show: Show) -> tuple[Cell, ...]:
    """All cells of a bank as they are shown."""
    every = ((index, value, show(index, value)) for index, value in enumerate(values))
    return tuple(Cell(bank, i, one.name, v, one.text, one.square, one.state) for i, v, one in every)


@dataclass(frozen=True)
class BankPanel:
    """A bank of cells, to be drawn *columns* wide."""

    name: str
    columns: int
    cells: tuple[Cell, ...]
    note: str = ""


@dataclass(frozen=True)
class Badge:
    """A rule, and whether it is kept: castling, en passant, promotion.

    ``limited`` when it is kept only as far as ``remark`` says.
    """

    rule: str
    kept: bool
    limited: bool = False
    remark: str = ""

    def __str__(self) -> str:
        if not self.kept:
            return f"no {self.rule}"
        return f"{self.rule} {self.remark}" if self.limited else self.rule


@dataclass(frozen=True)
class BoardView:
    """A whole memory at one moment."""

    key: str
    title: str
    badges: tuple[Badge, ...]
    panels: tuple[BankPanel, ...]

    def cells(self) -> Iterator[Cell]:
        for panel in self.panels:
            yield from panel.cells

    def with_cells(self, cells: Iterable[Cell]) -> BoardView:
        """The memory with these cells in the place of its own."""
        new = {(cell.bank, cell.index): cell for cell in cells}
        panels = tuple(
            replace(
                panel, cells=tuple(new.get((cell.bank, cell.index), cell) for cell in panel.cells)
            )
            for panel in self.panels
        )
        return replace(self, panels=panels)

    def mentioning(self, square: chess.Square) -> tuple[Cell, ...]:
        """The live cells that mention a square."""
        return tuple(
            cell for cell in self.cells() if cell.square == square and cell.state is CellState.LIVE
        )


class How(Enum):
    """How a cell differs from before."""

    WRITTEN = "written"
    CLEARED = "cleared"
    STALE = "stale"
    """The value is as before, but nothing reads it any more."""
    GHOST = "ghost"
    RESTORED = "restored"
    LEFT = "left"
    """Unmade, and not what it was before the move was made."""


@dataclass(frozen=True)
class CellChange:
    """A cell before and after."""

    before: Cell
    after: Cell
    how: How

    def __str__(self) -> str:
        before = "" if self.before.text == self.after.text else f"{self.before.text}->"
        return f"{self.after.name} {before}{self.after.text}"


def changes(before: BoardView, after: BoardView) -> tuple[CellChange, ...]:
    """The cells that differ between two looks at one memory."""
    return tuple(
        CellChange(old, new, _how(old, new))
        for old, new in zip(before.cells(), after.cells(), strict=True)
        if old.value != new.value
        or (new.state is CellState.STALE and old.state is not CellState.STALE)
    )


def undone(before: BoardView, made: BoardView, unmade: BoardView) -> tuple[CellChange, ...]:
    """What unmaking a move did: the cells it restored, and those it left other than before.

    A cell left is shown as it was before the move was made and as it is now.
    """
    found = []
    for old, during, new in zip(before.cells(), made.cells(), unmade.cells(), strict=True):
        if new.value != old.value:
            found.append(CellChange(old, new, How.LEFT))
        elif during.value != new.value:
            found.append(CellChange(during, new, How.RESTORED))
    return tuple(found)


def _how(old: Cell, new: Cell) -> How:
    if new.state is CellState.GHOST:
        return How.GHOST
    if new.state is CellState.STALE:
        return How.STALE if old.value == new.value else How.WRITTEN
    return How.CLEARED if new.state in (CellState.EMPTY, CellState.DEAD) else How.WRITTEN
