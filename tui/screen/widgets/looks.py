"""In what colours and with what signs something is drawn."""

from __future__ import annotations

from textual.widget import Widget

from tui.screen.drawing.ink import Ink


class Looks(Widget):
    """Knows the looks of the application it is in."""

    @property
    def ink(self) -> Ink:
        """Styles of the present theme."""
        return Ink.of(self.app.current_theme) if self.is_attached else Ink()

    @property
    def ascii_only(self) -> bool:
        """Whether there is nothing but ASCII."""
        return self.is_attached and self.app.has_class("-ascii")

    @property
    def signs(self) -> bool:
        """Whether colours do not say it alone."""
        return self.ascii_only or (self.is_attached and self.app.no_color)
