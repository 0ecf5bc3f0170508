"""A widget whose content is a list of strips."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget


class StripWidget(Widget):
    """Shows what ``draw`` returns; ask ``redraw`` after anything has changed."""

    DEFAULT_CSS = "StripWidget { width: auto; height: auto; }"

    def __init__(
        self,
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._strips: list[Strip] | None = None

    def draw(self) -> list[Strip]:
        """The picture, from top to bottom."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw anew; lay out anew when the size is another."""
        before, self._strips = self._strips, None
        if before is None or _measure(before) != _measure(self.strips):
            self.refresh(layout=True)
        else:
            self.refresh()

    @property
    def strips(self) -> list[Strip]:
        """The picture as drawn last."""
        if self._strips is None:
            self._strips = self.draw()
        return self._strips

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """As wide as the picture."""
        return _measure(self.strips)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As high as the picture."""
        return len(self.strips)

    def render_line(self, y: int) -> Strip:
        """One line of it, on the widget's own background."""
        width, ground = self.size.width, self.rich_style
        if not 0 <= y < len(self.strips):
            return Strip.blank(width, ground)
        strip = self.strips[y]
        based = Strip(Segment.apply_style(strip, ground), strip.cell_length)
        return based.adjust_cell_length(width, Style(bgcolor=ground.bgcolor))


def _measure(strips: list[Strip]) -> tuple[int, int]:
    return max((strip.cell_length for strip in strips), default=0), len(strips)
