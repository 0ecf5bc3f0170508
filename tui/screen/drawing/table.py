"""A table in lines of words: parts side by side, columns left out where there is no room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from tui.panels.blocks import TableBlock, TableCell, TableColumn, TableRow
from tui.screen.drawing.ink import wrapped
from tui.screen.drawing.words import BlockLine, BlockWord

GAP, _BETWEEN = 1, 1
"""Columns between cells, and between parts of a table."""
_BAR = 7
"""Those of the longest bar."""
_CUT = ".."
"""Behind a text for which there is no room."""


def draw_table(block: TableBlock, width: int) -> Iterator[BlockLine]:
    """All of it, in so many columns."""
    count = len(block.parts)
    size = len(block.rows) // count
    fitted, headed = _fitting(block.columns, block.rows, count, width)
    room = sum(one.width + GAP for one in fitted.places)
    stands = count > 1 and count * room + _BETWEEN * (count - 1) - GAP <= width
    heads = _cells([TableCell(one.head, "muted") for one in block.columns], fitted)
    drawn = [
        [(BlockWord(f"{text:<{room}}", "accent"),) for text in _folded(title, stands, room, width)]
        + [heads] * headed
        + [_row(one, fitted, one.key == block.chosen) for one in block.rows[at : at + size]]
        for title, at in zip(block.parts, range(0, count * size or count, size or 1), strict=True)
    ]
    if not stands:
        for part in drawn:
            yield from part
        return
    for lines in zip(*drawn, strict=True):
        joined: list[BlockWord] = []
        for one in lines:
            joined += [*([BlockWord(" " * _BETWEEN)] if joined else ()), *one]
        yield tuple(joined)


def _folded(title: str, stands: bool, room: int, width: int) -> list[str]:
    return [title[:room]] if stands else wrapped(title, width)


class _Place(NamedTuple):
    """Where cells of a column stand."""

    column: int
    width: int
    right: bool


class _Fitted(NamedTuple):
    """The columns there is room for, and whether their texts are ``short``."""

    places: tuple[_Place, ...]
    short: bool


@lru_cache(maxsize=64)
def _fitting(
    columns: tuple[TableColumn, ...], rows: tuple[TableRow, ...], parts: int, width: int
) -> tuple[_Fitted, bool]:
    """The columns, and whether there are headings: the best for which all parts stand side by side,
    else one part. Of those that are spare as many as there is room for, from the left.
    """
    spare = sum(one.spare for one in columns)
    ways = ((False, spare, True), (False, 0, True), (True, 0, True), (True, 0, False))
    for beside in (parts, 1):
        for short, spare, headed in ways:
            found = _places(columns, rows, short, headed)
            kept = [one for one in found if not columns[one.column].spare or spare]
            while len(kept) > len(columns) - spare and _too_wide(kept, beside, width):
                del kept[-1]
            if not _too_wide(kept, beside, width):
                return _Fitted(tuple(kept), short), headed
    return _Fitted(_narrowed(kept, width), short), headed


def _narrowed(places: Sequence[_Place], width: int) -> tuple[_Place, ...]:
    """They fit in *width*: the widest of texts is cut."""
    too_much = sum(one.width + GAP for one in places) - GAP - width
    widest = max(places, key=lambda one: (not one.right, one.width))
    cut = widest._replace(width=max(len(_CUT), widest.width - too_much))
    return tuple(cut if one is widest else one for one in places)


def _places(
    columns: Sequence[TableColumn], rows: Sequence[TableRow], short: bool, headed: bool
) -> list[_Place]:
    widths = (
        max([*(cell_len(_text(row.cells[at], short)) for row in rows), len(one.head) * headed])
        for at, one in enumerate(columns)
    )
    return [_Place(at, width, columns[at].right) for at, width in enumerate(widths)]


def _too_wide(places: Sequence[_Place], parts: int, width: int) -> bool:
    room = sum(one.width + GAP for one in places)
    return parts * (room + _BETWEEN) - GAP - _BETWEEN > width


def _text(cell: TableCell, short: bool) -> str:
    if cell.bar is not None:
        return "▇" * (1 + int(cell.bar * (_BAR - 1)))
    return cell.short or cell.text if short else cell.text


@lru_cache(maxsize=512)
def _row(row: TableRow, fitted: _Fitted, chosen: bool) -> BlockLine:
    return _cells(row.cells, fitted, row.key, "chosen" if chosen else "")


def _cells(cells: Sequence[TableCell], fitted: _Fitted, key: str = "", tone: str = "") -> BlockLine:
    words = []
    for at, width, right in fitted.places:
        text = _text(cells[at], fitted.short)
        if cell_len(text) > width:
            text = text[: width - len(_CUT)] + _CUT
        blanks = " " * (width - cell_len(text))
        text = f"{blanks}{text}" if right else f"{text}{blanks}"
        words.append(BlockWord(text + " " * GAP, tone or cells[at].tone, key))
    return tuple(words)
