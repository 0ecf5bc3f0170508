"""Lenses as text: panels of cells, and a mark on each that is not what it was."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten

import chess

from microchess.boards.registry import Exhibit
from microchess.boards.view import BankPanel, BoardView, Cell, CellChange, CellState, How

STATE_MARKS = {CellState.STALE: "*", CellState.GHOST: "~"}
HOW_MARKS = {
    How.WRITTEN: "!",
    How.CLEARED: "-",
    How.STALE: "*",
    How.GHOST: "~",
    How.RESTORED: "^",
    How.LEFT: "?",
}
ASKED = ">"
_SQUARES = frozenset(chess.SQUARE_NAMES)
_ABOUT = 110
"""Letters in which a memory is described."""
KEY = "! written  - cleared  * stale  ~ ghost  ^ restored  ? not restored  ## guard  > asked about"
Marks = Mapping[tuple[str, int], str]


def marks(changes: Iterable[CellChange]) -> dict[tuple[str, int], str]:
    """The mark of each changed cell."""
    return {(change.after.bank, change.after.index): HOW_MARKS[change.how] for change in changes}


def mentions(lens: BoardView, square: chess.Square) -> dict[tuple[str, int], str]:
    """A mark on every live cell that mentions a square."""
    return {(cell.bank, cell.index): ASKED for cell in lens.mentioning(square)}


def draw(lens: BoardView, marked: Marks | None = None) -> Iterator[str]:
    for panel in lens.panels:
        yield from draw_panel(panel, marked or {})


def draw_panel(panel: BankPanel, marked: Marks) -> Iterator[str]:
    """A panel: its rows, each behind the name of its first cell; few cells with all their names."""
    note = f"  ({panel.note})" if panel.note else ""
    yield f"  {panel.name}{note}"
    grid = is_grid(panel)
    texts = [_text(cell, marked, named=not grid) for cell in panel.cells]
    width = max(map(len, texts), default=0)
    labels = max(len(cell.name) for cell in panel.cells[:: panel.columns]) if grid else 0
    skipped = 0
    for first in range(0, len(texts), panel.columns):
        row = panel.cells[first : first + panel.columns]
        if grid and is_idle(panel, row):
            skipped += 1
            continue
        label = f"{row[0].name:>{labels}} | " if grid else ""
        cells = " ".join(f"{text:<{width}}" for text in texts[first : first + panel.columns])
        yield f"    {label}{cells}".rstrip()
    if skipped:
        yield f"    ({skipped} {'row' if skipped == 1 else 'rows'} not used yet)"


def _text(cell: Cell, marked: Marks, named: bool) -> str:
    mark = marked.get((cell.bank, cell.index)) or STATE_MARKS.get(cell.state, "")
    return f"{cell.name}:{cell.text}{mark}" if named else f"{cell.text}{mark}"


def is_grid(panel: BankPanel) -> bool:
    """Whether there are too many cells to name each."""
    return len(panel.cells) > 33


def is_idle(panel: BankPanel, row: Sequence[Cell]) -> bool:
    """Whether a row of a grid holds nothing and says nothing by that."""
    empty = all(cell.state is CellState.EMPTY for cell in row)
    return empty and not any(cell.name in _SQUARES for cell in panel.cells)


def describe_memory(one: Exhibit) -> str:
    """Whose memory it is, and how this one differs from another of the same program."""
    limits = ", ".join(str(badge).partition(" (")[0] for badge in one.rules.limits())
    variant = ": ".join(filter(None, (one.variant, limits)))
    about = shorten(one.about, _ABOUT - len(variant), placeholder=" ...")
    return f"{about}; {variant}" if variant else about
