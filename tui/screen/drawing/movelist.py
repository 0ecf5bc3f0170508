"""The moves in two columns; and reviewed, with comments and a graph of the values."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.style import Style
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line
from tui.session.snapshot import Earlier, GameView

if TYPE_CHECKING:
    from tui.session.review import Reviewed

_COLUMN, _NUMBER = 10, 5
_BARS, _DIGITS = " ▁▂▃▄▅▆▇█", " 12345678"
_LOWEST, _STEP = 120, 12
"""The value at the bottom of the graph, and between two heights."""

_POSITION = re.compile(": [^,]*")
"""What follows the reason in short: the position that was set up."""

_REVIEW = (
    "Bars: the best move at each turn. Values 0-255: what MicroChess takes a move to be worth to "
    "the side that makes it, 255 the most. Up, Down, PgUp, PgDn; Esc: the moves."
)


def draw_moves(view: GameView, ink: Ink, width: int, shown: int | None = None) -> list[Strip]:
    """One line for each move number; marked is the move after which the board is *shown*, a count
    of half-moves as in `GameView.way_to`, else the last. Before them what was played until the
    position was changed.
    """
    last = len(view.sans) if shown is None else shown
    style = ink.accent if shown is None else ink.chosen
    lines, made = [], view.before + min(last, 0)
    for one in view.earlier:
        lines += _numbered(one.first_ply, one.sans, ink, made, style)
        lines += [line((text, ink.warning)) for text in _reason(one, width)]
        made -= len(one.sans) + 1
    lines += _numbered(view.first_ply, view.sans, ink, last, style)
    return lines or [line(("no moves yet", ink.muted))]


def _reason(one: Earlier, width: int) -> list[str]:
    reasons = dict.fromkeys(_POSITION.sub("", one.why).split(", "))
    return wrap(f"- {', '.join(reasons)} -", max(16, width))


def _numbered(
    first_ply: int, sans: tuple[str, ...], ink: Ink, last: int, style: Style
) -> list[Strip]:
    """The lines of *sans*; the *last* of them made, a count, in a *style* of its own."""
    if not sans:
        return []
    first = first_ply % 2
    cells = [""] * first + list(sans)
    lines = []
    for start in range(0, len(cells), 2):
        number = first_ply // 2 + 1 + start // 2
        words: list[Word] = [(f"{number:>3}. ", ink.muted)]
        for at, san in enumerate(cells[start : start + 2], start):
            chosen = style if at == first + last - 1 else ink.strong
            text = san or "..."
            words += [(text, chosen), " " * max(1, _COLUMN - len(text))]
        lines.append(line(*words))
    return lines


def half_moves_at(view: GameView, x: int, y: int, width: int) -> int | None:
    """How many half-moves had been made after the move that is drawn there, as in
    `GameView.way_to`; None beside a move.
    """
    begun = -view.before
    for one in view.earlier:
        lines = _lines(one.first_ply, one.sans) + len(_reason(one, width))
        if y < lines:
            made = _move_at(x, y, one.first_ply, len(one.sans))
            return None if made is None else begun + made
        y, begun = y - lines, begun + len(one.sans) + 1
    return _move_at(x, y, view.first_ply, len(view.sans))


def line_of(view: GameView, half_moves: int, width: int) -> int:
    """The line in which the last of so many half-moves is drawn, counted as in
    `GameView.way_to`.
    """
    row, made = 0, half_moves + view.before
    for one in view.earlier:
        if made <= len(one.sans):
            return row + _line_of(one.first_ply, made)
        made -= len(one.sans) + 1
        row += _lines(one.first_ply, one.sans) + len(_reason(one, width))
    return row + _line_of(view.first_ply, made)


def _lines(first_ply: int, sans: tuple[str, ...]) -> int:
    return (first_ply % 2 + len(sans) + 1) // 2 if sans else 0


def _line_of(first_ply: int, made: int) -> int:
    return (first_ply % 2 + max(made, 1) - 1) // 2


def _move_at(x: int, y: int, first_ply: int, moves: int) -> int | None:
    if x < _NUMBER:
        return None
    count = 2 * y + (1 if x >= _NUMBER + _COLUMN else 0) - first_ply % 2 + 1
    return count if 1 <= count <= moves else None


def draw_review(
    view: GameView,
    found: tuple[Reviewed, ...],
    ink: Ink,
    width: int,
    ascii_only: bool = False,
    looking: int | None = None,
) -> list[Strip]:
    """Graphs of both sides, then every move with its comment; the last of *looking* half-moves is
    marked.
    """
    lines = []
    for name, first in (("White", 0), ("Black", 1)):
        values = [one.value for i, one in enumerate(found) if (view.first_ply + i) % 2 == first]
        signs = _DIGITS if ascii_only else _BARS
        bars = "".join(_bar(value, signs) for value in values[-(width - 8) :])
        lines.append(line((f"{name} ", ink.muted), (bars, ink.accent)))
    lines += [line((text, ink.muted)) for text in wrap(_REVIEW, max(16, width))]
    for index, one in enumerate(found):
        ply = view.first_ply + index
        dots = "." if ply % 2 == 0 else "..."
        style = ink.chosen if index + 1 == looking else ink.strong
        lines.append(line((f"{ply // 2 + 1}{dots} {view.sans[index]}", style)))
        lines += [line((f"   {text}", ink.muted)) for text in wrap(one.comment, max(16, width - 4))]
    return lines


def review_rows(found: tuple[Reviewed, ...], width: int) -> list[int]:
    """The lines of `draw_review` that moves stand in, with their comments below."""
    rows, row = [], 2 + len(wrap(_REVIEW, max(16, width)))
    for one in found:
        rows.append(row)
        row += 1 + len(wrap(one.comment, max(16, width - 4)))
    return rows


def _bar(value: int | None, signs: str) -> str:
    if value is None:
        return " "
    return signs[max(1, min(len(signs) - 1, (value - _LOWEST) // _STEP))]
