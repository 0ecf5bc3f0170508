"""The moves in two columns; and reviewed, with comments and a graph of the values."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line
from tui.session.snapshot import GameView

if TYPE_CHECKING:
    from tui.session.review import Reviewed

_COLUMN, _NUMBER = 10, 5
_BARS, _DIGITS = " ▁▂▃▄▅▆▇█", " 12345678"
_LOWEST, _STEP = 120, 12
"""The value at the bottom of the graph, and between two heights."""

_REVIEW = (
    "Bars: the best move at each turn. $00-$FF: what MicroChess takes a move to be worth to the "
    "side that makes it, $FF the most. PgUp, PgDn; Esc: the moves."
)


def draw_moves(view: GameView, ink: Ink, shown: int | None = None) -> list[Strip]:
    """One line for each move number; marked is the move after which the board is *shown*, a count
    of half-moves, else the last.
    """
    first = view.first_ply % 2
    cells = [""] * first + list(view.sans)
    marked = first + (len(view.sans) if shown is None else shown) - 1
    number = view.first_ply // 2 + 1
    lines = []
    for start in range(0, len(cells), 2):
        words: list[Word] = [(f"{number:>3}. ", ink.muted)]
        for offset, san in enumerate(cells[start : start + 2]):
            style = ink.strong
            if start + offset == marked:
                style = ink.accent if shown is None else ink.chosen
            text = san or "..."
            words += [(text, style), " " * max(1, _COLUMN - len(text))]
        lines.append(line(*words))
        number += 1
    return lines or [line(("no moves yet", ink.muted))]


def half_moves_at(view: GameView, x: int, y: int) -> int | None:
    """How many half-moves have been made after the one that is drawn there; None beside it."""
    if x < _NUMBER:
        return None
    count = 2 * y + (1 if x >= _NUMBER + _COLUMN else 0) - view.first_ply % 2 + 1
    return count if 1 <= count <= len(view.sans) else None


def draw_review(
    view: GameView, found: tuple[Reviewed, ...], ink: Ink, width: int, ascii_only: bool = False
) -> list[Strip]:
    """Graphs of both sides, then every move with its comment."""
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
        lines.append(line((f"{ply // 2 + 1}{dots} {view.sans[index]}", ink.strong)))
        lines += [line((f"   {text}", ink.muted)) for text in wrap(one.comment, max(16, width - 4))]
    return lines


def _bar(value: int | None, signs: str) -> str:
    if value is None:
        return " "
    return signs[max(1, min(len(signs) - 1, (value - _LOWEST) // _STEP))]
