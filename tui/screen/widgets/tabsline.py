"""The panels by name, the key of each below it."""

from collections.abc import Sequence

from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line
from tui.screen.panels.registry import PanelEntry
from tui.screen.widgets.strips import StripWidget

_LEAST, _GAP = len("F2"), 1
_MORE = "", "More", "^P"


class TabsLine(StripWidget):
    """Two lines. As many whole names as fit, the active one among them; where that is not all, what
    has the others.
    """

    DEFAULT_CSS = "TabsLine { height: 2; width: 100%; background: $panel; }"

    active: reactive[str] = reactive("")

    def __init__(self, entries: Sequence[PanelEntry], id: str) -> None:
        super().__init__(id=id)
        self._entries = entries
        self.muted = Ink().muted

    def draw(self) -> list[Strip]:
        names: list[Word] = []
        keys: list[Word] = []
        for name, text, key in self._shown:
            style = self.ink.chosen if name == self.active else self.ink.strong
            names += [(f"{text:^{_width(text)}}", style), " " * _GAP]
            keys += [(f"{key:^{_width(text)}}", self.muted), " " * _GAP]
        return [line(*names), line(*keys)]

    @property
    def _shown(self) -> list[tuple[str, str, str]]:
        room = self.size.width
        shown = [
            (one.name, one.title, one.key.upper())
            for one in self._entries
            if one.key or one.name == self.active
        ]
        if _whole(shown) > room:
            shown.append(_MORE)
        while _whole(shown) > room and len(shown) > 2:
            last = -2 if shown[-2][0] != self.active else -3
            del shown[max(last, -len(shown))]
        return shown

    watch_active = on_resize = StripWidget.redraw

    async def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        x = -1 if offset is None else offset.x
        for name, text, _ in self._shown:
            if 0 <= x < _width(text) + _GAP:
                await self.run_action(f"screen.panel('{name}')" if name else "app.command_palette")
                return
            x -= _width(text) + _GAP


def _whole(shown: Sequence[tuple[str, str, str]]) -> int:
    """Columns of all of them."""
    return sum(_width(text) + _GAP for _, text, _ in shown) - _GAP


def _width(text: str) -> int:
    """Columns of a tab: its key stands below."""
    return max(len(text), _LEAST)
