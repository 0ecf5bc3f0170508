"""The panels by name, the key of each below it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line
from tui.screen.panels.registry import PanelEntry
from tui.screen.widgets.strips import StripWidget

_LEAST = len("F2")


class TabsLine(StripWidget):
    """Two lines. As many long names as fit, the others short; where these do not fit, as many of
    their letters.
    """

    DEFAULT_CSS = "TabsLine { height: 2; width: 100%; padding: 0 1; background: $panel; }"

    active: reactive[str] = reactive("")

    def __init__(self, entries: Sequence[PanelEntry], id: str) -> None:
        super().__init__(id=id)
        self._entries = entries
        self.muted = Ink().muted

    def draw(self) -> list[Strip]:
        """Names and keys."""
        names: list[Word] = []
        keys: list[Word] = []
        shown, gap = self._shown()
        for one, text in shown:
            style = self.ink.chosen if one.name == self.active else self.ink.strong
            names += [(f"{text:^{_width(text)}}", style), " " * gap]
            keys += [(f"{one.key.upper():^{_width(text)}}", self.muted), " " * gap]
        return [line(*names), line(*keys)]

    def _shown(self) -> tuple[list[tuple[PanelEntry, str]], int]:
        """Tabs with their texts, and the gap between two."""
        room, texts = self.size.width, [one.title for one in self._entries]
        gap = 2 if sum(map(_width, texts)) + 2 * len(texts) - 2 <= room else 1
        room -= gap * (len(texts) - 1)
        cut = [len(one.title) - len(one.short) for one in self._entries]
        for at in sorted(range(len(texts)), key=cut.__getitem__):
            if sum(map(_width, texts)) > room:
                texts[at] = self._entries[at].short
        while sum(map(_width, texts)) > room and max(map(len, texts)) > _LEAST:
            longest = max(reversed(texts), key=len)
            texts[texts.index(longest)] = longest[:-1]
        return list(zip(self._entries, texts, strict=True)), gap

    watch_active = on_resize = StripWidget.redraw

    async def on_click(self, event: events.Click) -> None:
        """That one."""
        offset = event.get_content_offset(self)
        shown, gap = self._shown()
        x = -1 if offset is None else offset.x
        for one, text in shown:
            if 0 <= x < _width(text) + gap:
                await self.run_action(f"screen.panel('{one.name}')")
            x -= _width(text) + gap


def _width(text: str) -> int:
    """Columns of a tab: its key stands below."""
    return max(len(text), _LEAST)
