"""The moves in two columns."""

from __future__ import annotations

from textual.strip import Strip

from tui.screen.drawing.ink import Ink, line
from tui.session.snapshot import GameView

_COLUMN = 10


def draw_moves(view: GameView, ink: Ink) -> list[Strip]:
    """One line for each move number, the last move marked."""
    cells = [""] * (view.first_ply % 2) + list(view.sans)
    number = view.first_ply // 2 + 1
    lines = []
    for start in range(0, len(cells), 2):
        pair = cells[start : start + 2]
        words = [(f"{number:>3}. ", ink.muted)]
        for offset, san in enumerate(pair):
            last = start + offset == len(cells) - 1
            words.append((f"{san or '...':<{_COLUMN}}", ink.accent if last else ink.strong))
        lines.append(line(*words))
        number += 1
    return lines or [line(("no moves yet", ink.muted))]
