"""What scrolls and says so."""

from __future__ import annotations

from textual.containers import VerticalScroll


class MoreBelow(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Its border, above or below, says in these ``words`` while there is more further down. It has
    no keys: the panel turns its pages.
    """

    words = "more below: scroll, Page Down"

    DEFAULT_CSS = """
    MoreBelow {
        border-title-align: right; border-title-color: $warning;
        border-subtitle-align: left; border-subtitle-color: $warning;
    }
    """

    def page(self, by: int) -> bool:
        """Scroll by so many pages; see `tui.screen.panels.blocks.BlocksWidget.page`."""
        self.scroll_relative(y=by * self.size.height, animate=False)
        return self.max_scroll_y > 0

    def watch_virtual_size(self) -> None:
        self.call_after_refresh(self._name_the_rest)

    def on_resize(self) -> None:
        self.call_after_refresh(self._name_the_rest)

    def watch_scroll_y(self, before: float, after: float) -> None:
        super().watch_scroll_y(before, after)
        self._name_the_rest()

    def _name_the_rest(self) -> None:
        words = self.words if self.scroll_y < self.max_scroll_y else ""
        self.border_title = self.border_subtitle = words
