"""A widget whose content is a list of strips, and what one says that speaks of squares."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import chess
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.screen.drawing.ink import Ink
from tui.session.verbs import Asked


@dataclass
class Pointed(Message):
    """A ``square`` of the board was chosen."""

    square: chess.Square


_FEW_COLORS = "standard", "windows"
"""What Rich calls the eight colours and their bright ones."""


class Looks(Widget):
    """Knows the looks of the application it is in, and its session."""

    @property
    def application(self) -> Any:
        """`tui.screen.app.MicroChessApp`, which knows screens and panels."""
        return self.app

    @property
    def ask(self) -> Callable[[Asked], None]:
        """Asks the session for something."""
        ask: Callable[[Asked], None] = self.application.session.ask
        return ask

    @property
    def ink(self) -> Ink:
        return Ink.of(self.app.current_theme) if self.is_attached else Ink()

    @property
    def ascii_only(self) -> bool:
        """Whether there is nothing but ASCII."""
        return self.is_attached and self.app.has_class("-ascii")

    @property
    def signs(self) -> bool:
        """Whether colours do not say it alone: there are none, or too few."""
        few = self.is_attached and self.app.console.color_system in _FEW_COLORS
        return self.ascii_only or few or (self.is_attached and self.app.no_color)


class StripWidget(Looks):
    """Shows what ``draw`` returns; ask ``redraw`` after anything has changed."""

    DEFAULT_CSS = "StripWidget { width: auto; height: auto; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._strips: list[Strip] | None = None
        self._ground: Style | None = None

    def draw(self) -> list[Strip]:
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw anew; lay out anew when the size is another."""
        if (before := self._strips) is None:
            self.refresh(layout=True)
            return
        self._strips = self.draw()
        if self._takes_other_room(before) or len(before) != len(self.strips):
            self.refresh(layout=True)
            return
        left, top, width = self.gutter.left, self.gutter.top, self.size.width
        changed = [
            Region(left, top + y, width, 1)
            for y, (old, new) in enumerate(zip(before, self.strips, strict=True))
            if old != new
        ]
        if changed:
            self.refresh(*changed)

    def _takes_other_room(self, before: list[Strip]) -> bool:
        """Whether the picture has another size, as far as that matters to the layout."""
        (old_width, old_height), (width, height) = _measure(before), _measure(self.strips)
        styles = self.styles
        wider = old_width != width and (styles.width is None or styles.width.is_auto)
        higher = old_height != height and (styles.height is None or styles.height.is_auto)
        return wider or higher

    @property
    def strips(self) -> list[Strip]:
        if self._strips is None:
            self._strips = self.draw()
        return self._strips

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return _measure(self.strips)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.strips)

    def notify_style_update(self) -> None:
        self._ground = None
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """One line of it, on the widget's own background."""
        if self._ground is None:
            self._ground = self.rich_style
        width, ground = self.size.width, self._ground
        if not 0 <= y < len(self.strips):
            return Strip.blank(width, ground)
        strip = self.strips[y]
        based = Strip(Segment.apply_style(strip, ground), strip.cell_length)
        return based.adjust_cell_length(width, Style(bgcolor=ground.bgcolor))


def _measure(strips: list[Strip]) -> tuple[int, int]:
    return max((strip.cell_length for strip in strips), default=0), len(strips)
