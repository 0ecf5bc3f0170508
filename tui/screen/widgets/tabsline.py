"""The panels by name, the key of each below it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line
from tui.screen.panels.registry import PanelEntry
from tui.screen.widgets.strips import StripWidget


class TabsLine(StripWidget):
    """Two lines. As many long names as fit, the others short; where these do not fit, the tabs
    around the ``active`` one are shown, with marks for those that are not.
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
            width = max(len(text), len(one.key)) if one else len(text)
            style = self.ink.chosen if one and one.name == self.active else self.ink.strong
            names += [(f"{text:^{width}}", style), " " * gap]
            key = one.key.upper() if one else ""
            keys += [(f"{key:^{width}}", self.muted), " " * gap]
        return [line(*names), line(*keys)]

    def _shown(self) -> tuple[list[tuple[PanelEntry | None, str]], int]:
        """Tabs with their texts (no tab: a mark of more), and the gap between two."""
        room = self.size.width
        texts = [(one, one.title) for one in self._entries]
        for gap in (2, 1):
            if _width(texts, gap) <= room:
                return [*texts], gap
        cut = [len(one.title) - len(one.short) for one in self._entries]
        for at in sorted(range(len(texts)), key=cut.__getitem__):
            texts[at] = (self._entries[at], self._entries[at].short)
            if _width(texts, 1) <= room:
                return [*texts], 1
        at = next((i for i, one in enumerate(self._entries) if one.name == self.active), 0)
        first, end = at, at + 1
        while True:
            for wider in ((first, end + 1), (first - 1, end)):
                marked = self._marked(*wider)
                if wider[0] >= 0 and wider[1] <= len(self._entries) and _width(marked, 1) <= room:
                    first, end = wider
                    break
            else:
                return self._marked(first, end), 1

    def _marked(self, first: int, end: int) -> list[tuple[PanelEntry | None, str]]:
        before, behind = "<>" if self.ascii_only else "‹›"
        left = [(None, before)] if first > 0 else []
        right = [(None, behind)] if end < len(self._entries) else []
        return [*left, *((one, one.short) for one in self._entries[first:end]), *right]

    watch_active = on_resize = StripWidget.redraw

    async def on_click(self, event: events.Click) -> None:
        """That one; a mark: the next beyond it."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        shown, gap = self._shown()
        x = offset.x
        for index, (one, text) in enumerate(shown):
            width = max(len(text), len(one.key)) if one else len(text)
            if x < width + gap:
                await self.run_action(f"screen.panel('{self._named(one, shown, index)}')")
                return
            x -= width + gap

    def _named(
        self, one: PanelEntry | None, shown: list[tuple[PanelEntry | None, str]], index: int
    ) -> str:
        if one is not None:
            return one.name
        beside = shown[1][0] if index == 0 else shown[index - 1][0]
        assert beside is not None
        return self._entries[self._entries.index(beside) + (-1 if index == 0 else 1)].name


def _width(texts: Sequence[tuple[PanelEntry | None, str]], gap: int) -> int:
    widths = [max(len(text), len(one.key)) if one else len(text) for one, text in texts]
    return sum(widths) + gap * (len(texts) - 1)
