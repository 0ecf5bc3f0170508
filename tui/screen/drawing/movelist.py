"""The moves in two columns; and reviewed, with comments and a graph of the values."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

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
    "Bars: how good the best move was. Numbers, 0 to 255: how good a move is for its side, by "
    "MicroChess's formula. PgUp, PgDn; Esc: the moves."
)


class MoveRow(NamedTuple):
    """A line: its ``head``, then moves, each behind the half-moves made with it, as counted for
    `GameView.way_to`; ``last`` is the highest count here.
    """

    head: str
    moves: list[tuple[int | None, str]]
    last: int


def move_rows(view: GameView, width: int) -> list[MoveRow]:
    """A line for each move number; before them what was played until the position was changed, and
    why it was.
    """
    rows, made = [], -view.before
    parts: list[Earlier | GameView] = [*view.earlier, view]
    for one in parts:
        moves: list[tuple[int | None, str]] = [*enumerate(one.sans, made + 1)]
        if moves and one.first_ply % 2:
            moves.insert(0, (None, "..."))
        for at in range(0, len(moves), 2):
            pair = moves[at : at + 2]
            rows.append(
                MoveRow(f"{one.first_ply // 2 + 1 + at // 2:>3}. ", pair, pair[-1][0] or made)
            )
        made += len(one.sans)
        if isinstance(one, Earlier):
            reasons = dict.fromkeys(_POSITION.sub("", one.why).split(", "))
            told = wrap(f"- {', '.join(reasons)} -", max(16, width))
            rows += [MoveRow(text, [], made) for text in told]
            made += 1
    return rows


def draw_moves(view: GameView, ink: Ink, width: int, shown: int | None = None) -> list[Strip]:
    """Marked is the move after which the board is *shown*, a count of half-moves, else the last."""
    last = len(view.sans) if shown is None else shown
    style = ink.accent if shown is None else ink.chosen
    lines = []
    for head, moves, _ in move_rows(view, width):
        words: list[Word] = [(head, ink.muted if moves else ink.warning)]
        for made, text in moves:
            chosen = style if made == last else ink.strong
            words += [(text, chosen), " " * max(1, _COLUMN - len(text))]
        lines.append(line(*words))
    return lines or [line(("no moves yet", ink.muted))]


def half_moves_at(view: GameView, x: int, y: int, width: int) -> int | None:
    """How many half-moves had been made after the move that is drawn there; None beside a move."""
    rows, column = move_rows(view, width), (x - _NUMBER) // _COLUMN
    if x < _NUMBER or y >= len(rows):
        return None
    moves = rows[y].moves
    return moves[min(column, 1)][0] if min(column, 1) < len(moves) else None


def line_of(view: GameView, half_moves: int, width: int) -> int:
    """The line in which the last of so many half-moves is drawn."""
    return sum(row.last < half_moves for row in move_rows(view, width))


def draw_review(
    view: GameView,
    found: tuple[Reviewed, ...],
    ink: Ink,
    width: int,
    ascii_only: bool,
    looking: int | None,
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
