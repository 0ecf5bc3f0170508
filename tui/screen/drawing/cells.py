"""A memory as coloured cells, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tui.panels.blocks import BlockCell, CellGroup, CellsBlock
from tui.screen.drawing.ink import wrapped
from tui.screen.drawing.words import BlockLine, BlockWord

_TITLE = 20
"""Columns for what stands before a short list, where there is room."""


def draw_cells(block: CellsBlock, width: int) -> Iterator[BlockLine]:
    """What it is, what is told of it, and its groups."""
    for text in wrapped(block.title, width):
        yield (BlockWord(text, "accent"),)
    for text in wrapped(block.told, width):
        yield (BlockWord(text, "muted"),)
    at = 0
    for group in block.groups:
        cells = block.cells[at : at + group.size]
        at += group.size
        yield from (
            _group(group, cells, width) if group.names != "none" else _list(group, cells, width)
        )


def _list(group: CellGroup, cells: Sequence[BlockCell], width: int) -> Iterator[BlockLine]:
    """Behind its name, on as many lines as it takes."""
    room = 1 + max((len(one.text) for one in cells), default=0)
    left = min(_TITLE, max(0, width - room))
    columns = max(1, (width - left) // room)
    for first in range(0, len(cells), columns):
        label = "" if first else group.title
        yield _row(f"{label:<{left}}", cells[first : first + columns], room, False)


def _group(group: CellGroup, cells: Sequence[BlockCell], width: int) -> Iterator[BlockLine]:
    for text in wrapped(group.title, width):
        yield (BlockWord(text, "accent"),)
    each = group.names == "each"
    room = max((len(_body(one, each)) for one in cells), default=0) + 1 + each
    labels = 0 if each else 1 + max((len(one.name) for one in cells[:: group.columns]), default=0)
    if labels + group.columns * room >= width > group.columns * room:
        labels = 0
    columns = _fitting(group.columns, max(1, (width - labels - 1) // room), even=not each)
    for first in range(0, len(cells), columns):
        part = cells[first : first + columns]
        yield _row(f" {part[0].name:<{labels}}" if labels else " ", part, room, each)


def _row(label: str, cells: Sequence[BlockCell], room: int, named: bool) -> BlockLine:
    words = [BlockWord(label, "muted")]
    for one in cells:
        text = _body(one, named) + one.sign
        words += [BlockWord(text, one.tone, one.key), BlockWord(" " * (room - len(text)))]
    return tuple(words)


def _body(cell: BlockCell, named: bool) -> str:
    return f"{cell.name} {cell.text}" if named else cell.text


def _fitting(columns: int, room: int, even: bool) -> int:
    """The most columns in the room; *even*: so many that rows of *columns* keep their shape."""
    if columns <= room:
        return columns
    best = next(n for n in range(room, 0, -1) if columns % n == 0)
    return best if even or best * 2 > room else room
