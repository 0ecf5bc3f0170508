"""The panels that have been shown: one on top, beside it those there is room for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Grid
from textual.widget import Widget

from tui.panels.blocks import Block
from tui.panels.missed import Missed
from tui.panels.panel import Act, Panel
from tui.panels.registry import NAMES, load
from tui.screen.arrangement import Arrangement
from tui.screen.panels.blocks import BlocksWidget
from tui.screen.panels.here import offered
from tui.screen.panels.registry import FIRST_UP, PANELS, PanelEntry
from tui.session.considered import Arrows
from tui.session.snapshot import Heard, Snapshot


class PanelStack(Grid):
    """Builds each panel when it is first wanted, as it would be if it had been there always.

    ``entry`` is the one on top, ``order`` all names, the one that was chosen last first; as many as
    there is room for are seen.
    """

    DEFAULT_CSS = """
    PanelStack { height: 1fr; }
    PanelStack.-tiles > BlocksWidget { height: 100%; border-top: solid $surface-lighten-2;
        border-title-color: $foreground 80%; }
    PanelStack > BlocksWidget.-mode { border-left: outer $warning; padding-left: 0; }
    """

    def __init__(self) -> None:
        super().__init__(id="panels")
        self.entry: PanelEntry = PANELS[0]
        self.order = list(FIRST_UP)
        self.room = 1
        self._panels: dict[str, BlocksWidget] = {}
        self._mounting = asyncio.Lock()
        self._settings: Mapping[str, Any] = {}
        self._missed = Missed()

    def compose(self) -> ComposeResult:
        """Those to begin with; the game's is always there."""
        for name in {**dict.fromkeys(self.up), "game": None}:
            yield self._built(name)

    def __getitem__(self, name: str) -> BlocksWidget:
        """A panel that has been shown."""
        return self._panels[name]

    @property
    def top(self) -> BlocksWidget:
        """The panel on top."""
        return self._panels[self.entry.name]

    @property
    def up(self) -> list[str]:
        """The panels that are seen."""
        return self.order[: self.room]

    def acts(self) -> Iterator[tuple[Panel, list[Block], list[Act]]]:
        """What is seen and what can be done in each panel, shown or not."""
        for name in NAMES:
            panel = self._panels[name].panel if name in self._panels else load(name)
            if (now := self._missed.last) is not None:
                blocks, acts = panel.shown(now)
                yield panel, blocks, offered(blocks, acts)

    def take_heard(self, came: Heard) -> None:
        """What output pins did, for the panel that asked."""
        for one in self._panels.values():
            one.take_heard(came)

    def arrows(self, snapshot: Snapshot) -> Arrows | None:
        """What is marked on the board by the first of those seen that marks something."""
        seen = (self._panels[name].panel for name in self.up if name in self._panels)
        marked = (panel.arrows(snapshot) for panel in seen)
        return next((one for one in marked if one is not None), None)

    async def bring_up(self, name: str) -> None:
        """Put a panel on top."""
        await self._have(name)
        self.order.remove(name)
        self.order.insert(0, name)
        self.entry = next(one for one in PANELS if one.name == name)

    async def tile(self, places: Arrangement) -> None:
        """Show as many as there is room for."""
        for name in self.order[: places.panels]:
            await self._have(name)
        self.room = places.panels
        self.styles.grid_size_columns, self.styles.grid_size_rows = places.tiles
        tiled = self.room > 1
        if tiled != self.has_class("-tiles"):
            self.set_class(tiled, "-tiles", update=False)
            self.app.stylesheet.update_nodes(self.children)  # its rules concern nothing deeper
        for name, panel in self._panels.items():
            panel.display = name in self.up
            for hidden in () if panel.display else panel.walk_children(Widget):
                hidden._styles_cache.clear()  # Textual would keep their lines
            top = name == self.entry.name
            panel.styles.column_span, panel.styles.row_span = places.span if top else (1, 1)
        self.sort_children(key=lambda panel: self.order.index(panel.id or ""))

    async def _have(self, name: str) -> None:
        """Have a panel there."""
        async with self._mounting:
            if name not in self._panels:
                panel = self._built(name)
                panel.display = False
                await self.mount(panel)

    def _built(self, name: str) -> BlocksWidget:
        entry = next(one for one in PANELS if one.name == name)
        panel = entry.build()
        panel.panel.restore(self._settings)
        self._missed.tell(panel.panel)
        panel.snapshot = self._missed.last
        panel.border_title = f"{entry.title} {entry.key.upper()}"
        self._panels[name] = panel
        return panel

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Look as they did when the session was left."""
        self._settings = settings
        names = str(settings.get("panel")).split()
        self.order.sort(key=lambda one: names.index(one) if one in names else len(names))
        for panel in self._panels.values():
            panel.panel.restore(settings)

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session; what nobody sees follows it."""
        self._missed.follow(snapshot)
        for panel in self._panels.values():
            panel.panel.follow(snapshot)
        for name in self.up:
            self._panels[name].show(snapshot)
