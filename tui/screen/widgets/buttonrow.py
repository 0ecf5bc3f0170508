"""Buttons side by side."""

from __future__ import annotations

from textual import events
from textual.containers import Horizontal
from textual.widgets import Button

_BLANK = 1
"""Columns of a button behind its words."""


class ButtonRow(Horizontal):
    """A button that does not fit is not shown at all, rather than a part of its word."""

    DEFAULT_CSS = """
    ButtonRow { height: 1; }
    ButtonRow Button { min-width: 0; width: auto; margin-right: 1; }
    """

    def on_resize(self, event: events.Resize) -> None:
        """Another number of them fits."""
        for button in self.query(Button):
            fits = button.virtual_region.right - _BLANK <= event.size.width
            button.styles.visibility = "visible" if fits else "hidden"
