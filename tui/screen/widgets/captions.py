"""What a newcomer wonders about, beside the board until Escape, a move, or another panel."""

from __future__ import annotations

from textwrap import wrap

from textual.strip import Strip

from tui.screen.drawing.header import digits_say
from tui.screen.drawing.ink import Ink, line
from tui.screen.drawing.thinking import JANUS
from tui.screen.widgets.strips import StripWidget
from tui.session.snapshot import Snapshot

CAPTIONS = (
    ("The machine", "A KIM-1 of 1976, 1 KB of memory. It runs in here."),
    ("The program", "{program}"),
    ("The digits", "{digits}"),
    ("Two names", "Letters are yours (e4), digits at the rim the program's."),
    ("Your side", "It has White at first, you Black, below. n: another game."),
    ("Your move", "Type it (e5) and Enter, or click. F1 helps. Esc: away with this."),
)
_OURS = "Janus, our own, by the rules of MicroChess (1976){own_copy}."


class Captions(StripWidget):
    """Folded to its width; shown or not by ``display``. *own_copy* tells how to bring the program
    of 1976, with the mark before it.
    """

    DEFAULT_CSS = """
    Captions { width: 100%; height: auto; padding: 0 1; background: $boost; display: none; }
    """

    def __init__(self, own_copy: str) -> None:
        super().__init__()
        self._ours = _OURS.format(own_copy=own_copy)
        self.ink = Ink()
        self.program, self.digits = JANUS, ""

    def draw(self) -> list[Strip]:
        """Every caption: what it is about, then what it says."""
        strips = []
        program = self._ours if self.program == JANUS else f"{self.program}, your own copy."
        for about, text in CAPTIONS:
            said = text.format(program=program, digits=self.digits)
            first, *rest = wrap(f"{about}: {said}", max(24, self.size.width))
            strips.append(line((f"{about}:", self.ink.warning), first[len(about) + 1 :]))
            strips += [line(one) for one in rest]
        return strips

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """What is true at this moment."""
        self.program, digits = snapshot.game.program, digits_say(snapshot)
        if digits != self.digits:
            self.digits = digits
            self.redraw()

    def on_resize(self) -> None:
        """Fold anew."""
        self.redraw()
