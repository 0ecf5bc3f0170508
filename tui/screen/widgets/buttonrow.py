"""Buttons side by side."""

from __future__ import annotations

from textual import events
from textual.containers import Horizontal
from textual.widgets import Button

_BLANK = 1
"""Columns of a button before its words, and behind them."""
_MORE = " ^P"
"""Key of the command palette, which has what is not seen."""


class ButtonRow(Horizontal):
    """A button that does not fit is not shown at all, rather than a part of its word; a mark at the
    end of the row says then that there are more, and where.
    """

    DEFAULT_CSS = """
    ButtonRow { height: 1; content-align: right middle; color: $warning; }
    ButtonRow Button { min-width: 0; width: auto; margin-right: 1; }
    """

    _hides = False

    def on_resize(self, event: events.Resize) -> None:
        """Another number of them fits."""
        ends, end = [], 0
        for button in self.query(Button):
            words = len(str(button.label)) + _BLANK if button.display else 0
            ends.append((button, end + words))
            end += words + _BLANK + button.styles.margin.right if words else 0
        room = event.size.width
        self._hides = any(end > room for _, end in ends)
        for button, end in ends:
            fits = end + len(_MORE) * self._hides <= room
            button.styles.visibility = "visible" if fits else "hidden"
        self.refresh()

    def render(self) -> str:
        """The mark; the buttons are in front of it."""
        return _MORE * self._hides
