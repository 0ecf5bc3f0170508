"""A memory as a block of cells: what each holds, and what has become of it."""

from collections.abc import Iterable, Iterator, Mapping

import chess

from emu.notation import counted
from microchess.boards.cells_text import ASKED, HOW_MARKS, STATE_MARKS, is_grid, is_idle
from microchess.boards.replay import MemoryEvent
from microchess.boards.view import BankPanel, BoardView, Cell, CellState, How
from tui.panels.asking import Asking, CellKey
from tui.panels.blocks import BlockCell, CellGroup, CellNames, CellsBlock, Tone

_READ, _LAST, _GUARD = "+", "@", "##"
_MEANT = {
    **{sign: how.value for how, sign in HOW_MARKS.items()},
    STATE_MARKS[CellState.STALE]: "left over",
    STATE_MARKS[CellState.GHOST]: "written, never read",
    HOW_MARKS[How.LEFT]: "not restored",
    ASKED: "about the square",
    _READ: "read",
    _LAST: "read last",
    _GUARD: "border",
}
_HOW_TONES: Mapping[How, Tone] = {
    How.WRITTEN: "strong chosen",
    How.GHOST: "strong chosen",
    How.CLEARED: "muted chosen",
    How.RESTORED: "good watched",
    How.LEFT: "error chosen",
}
_STATE_TONES: Mapping[CellState, Tone] = {CellState.LIVE: "strong", CellState.GHOST: "warning"}
_PHRASES = 8
"""Cells of which is said what a move did to them."""


def cells_block(
    name: str,
    key: str,
    lens: BoardView,
    marks: Mapping[CellKey, How],
    square: chess.Square,
    asking: Asking | None,
    more: Iterable[BankPanel],
) -> CellsBlock:
    """The memory of exhibit *key*; ``marks`` say how cells changed, ``more`` belongs to *square*.
    While a question is gone through only the cells read for it are marked.
    """
    reads: frozenset[CellKey] = frozenset()
    last, told = None, ", ".join(map(str, lens.badges))
    lit = {(one.bank, one.index) for one in lens.mentioning(square)}
    if asking and key in asking.answers:
        reads, last = asking.cells(key)
        lens, told = asking.lens(key, lens), asking.counter(key)
        marks, lit = {}, lit if not reads else set()

    def shown(cell: Cell) -> BlockCell:
        at, how = (cell.bank, cell.index), marks.get((cell.bank, cell.index))
        tone, sign = _STATE_TONES.get(cell.state, "muted"), STATE_MARKS.get(cell.state, "")
        if at == last:
            tone, sign = "now", _LAST
        elif at in reads:
            tone, sign = "read", _READ
        elif at in lit:
            tone, sign = "pointed", ASKED
        elif how is not None:
            tone, sign = _HOW_TONES.get(how, tone), HOW_MARKS[how]
        return BlockCell(_key(at), cell.name, cell.text, tone, sign)

    groups: list[CellGroup] = []
    cells: list[BlockCell] = []
    for panel in (*lens.panels, *more):
        rows, note = list(_rows(panel)), panel.note
        if idle := -(-len(panel.cells) // panel.columns) - len(rows):
            note = ", ".join(filter(None, (note, f"{counted(idle, 'row')} not used yet")))
        title = f"{panel.name} ({note})" if note else panel.name
        held = [cell for row in rows for cell in row]
        groups.append(CellGroup(title, len(held), panel.columns, _names(panel, len(held))))
        cells += map(shown, held)
    chosen = "" if last is None else _key(last)
    return CellsBlock(name, lens.title, told, tuple(groups), tuple(cells), chosen)


def _names(panel: BankPanel, size: int) -> CellNames:
    if not all(one.name.isdecimal() for one in panel.cells):
        return "first" if is_grid(panel) else "each"
    return "none" if size <= panel.columns else "first"


def _key(at: CellKey) -> str:
    return f"{at[0]}:{at[1]}"


def _rows(panel: BankPanel) -> Iterator[tuple[Cell, ...]]:
    """Those of a grid that are in use, all of another."""
    for first in range(0, len(panel.cells), panel.columns):
        row = panel.cells[first : first + panel.columns]
        if not (is_grid(panel) and is_idle(panel, row)):
            yield row


def square_of(lens: BoardView, key: str) -> chess.Square | None:
    """The square that the cell of that key mentions."""
    cells = (one for one in lens.cells() if _key((one.bank, one.index)) == key)
    return next((one.square for one in cells), None)


def signs_of(blocks: Iterable[CellsBlock]) -> str:
    """What the signs mean that are there."""
    cells = [cell for block in blocks for cell in block.cells]
    there = {cell.sign for cell in cells} | {cell.text for cell in cells} & {_GUARD}
    return "  ".join(f"{sign} {means}" for sign, means in _MEANT.items() if sign in there)


def told_of(event: MemoryEvent) -> str:
    """``make e2e4; written: board e4 .->P``; what happened and the bank are named when they
    change.
    """
    phrases, bank, how = [], "", None
    for change in event.changes[:_PHRASES]:
        name = "" if change.after.bank == bank else f"{change.after.bank} "
        what = "" if change.how is how else f"{change.how.value}: "
        bank, how = change.after.bank, change.how
        phrases.append(f"{what}{name}{change}")
    if len(event.changes) > _PHRASES:
        phrases.append(f"... {counted(len(event.changes), 'cell')} in all")
    if event.turned:
        phrases.append(f"and turned round: {counted(len(event.turned), 'cell')}")
    return f"{event.what}; {', '.join(phrases)}" if phrases else event.what
