"""What a newcomer wonders about, beside the board until Escape, a move, or another panel."""

from __future__ import annotations

from textwrap import wrap

from textual.strip import Strip

from tui.screen.drawing.ink import Ink, line
from tui.screen.widgets.strips import StripWidget

CAPTIONS = (
    ("The machine", "A KIM-1 of 1976: 1 KB of memory, a hex keypad, six digits. It runs in here."),
    ("The digits", "The program's last move, two digits each: its man, from-square, to-square."),
    ("Two names", "Letters are yours (e4); digits at the rim are the program's ranks and files."),
    ("Your side", "The program has White at first, and you Black, below. n begins another game."),
    (
        "Your move",
        "Type it (e5) and Enter, or click man and square. F1 helps. Esc: away with this.",
    ),
)


class Captions(StripWidget):
    """Folded to its width; shown or not by ``display``."""

    DEFAULT_CSS = """
    Captions { width: 100%; height: auto; padding: 0 1; background: $boost; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.ink = Ink()

    def draw(self) -> list[Strip]:
        """Every caption: what it is about, then what it says."""
        strips = []
        for about, text in CAPTIONS:
            first, *rest = wrap(f"{about}: {text}", max(24, self.size.width))
            strips.append(line((f"{about}:", self.ink.warning), first[len(about) + 1 :]))
            strips += [line(one) for one in rest]
        return strips

    def on_resize(self) -> None:
        """Fold anew."""
        self.redraw()
