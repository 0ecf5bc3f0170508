"""The panels that have been shown: one on top, on a wide screen another one beside it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal

from tui.screen.panels.panel import Panel
from tui.screen.panels.registry import PANELS, PanelEntry
from tui.session.snapshot import Snapshot


class PanelStack(Horizontal):
    """Builds each panel when it is first wanted, as it would be if it had been there always.

    ``entry`` is the one on top, ``beside`` the name of the other one that is seen, or empty.
    """

    DEFAULT_CSS = """
    PanelStack { height: 1fr; }
    PanelStack > Panel.-mode { border-left: outer $warning; padding-left: 0; }
    """

    def __init__(self) -> None:
        super().__init__(id="panels")
        self.entry: PanelEntry = PANELS[0]
        self.beside = ""
        self._panels: dict[str, Panel] = {}
        self._mounting = asyncio.Lock()
        self._settings: Mapping[str, Any] = {}
        self._rests: deque[Snapshot] = deque(maxlen=2)

    def compose(self) -> ComposeResult:
        """Those to begin with."""
        yield from map(self._built, self.up)

    def __getitem__(self, name: str) -> Panel:
        """A panel that has been shown."""
        return self._panels[name]

    def get(self, name: str) -> Panel | None:
        """The same, None where it has not."""
        return self._panels.get(name)

    @property
    def top(self) -> Panel:
        """The panel on top."""
        return self._panels[self.entry.name]

    @property
    def up(self) -> list[str]:
        """The panels that are seen."""
        return [self.entry.name, self.beside] if self.beside else [self.entry.name]

    async def bring_up(self, name: str) -> None:
        """Put a panel on top."""
        await self._have(name)
        self.entry = next(one for one in PANELS if one.name == name)

    async def put_beside(self, name: str) -> None:
        """Show another one beside it; empty: none."""
        if name:
            await self._have(name)
        self.beside = name
        for one, panel in self._panels.items():
            panel.display = one in self.up

    async def _have(self, name: str) -> None:
        """Have a panel there, in its place among the others."""
        async with self._mounting:
            if name not in self._panels:
                panel = self._built(name)
                panel.display = False
                order = [one.name for one in PANELS if one.name in self._panels]
                later = order[order.index(name) + 1 :]
                await self.mount(panel, before=self._panels[later[0]] if later else None)

    def _built(self, name: str) -> Panel:
        panel = next(one for one in PANELS if one.name == name).build()
        panel.restore(self._settings)
        for snapshot in self._rests:
            panel.follow(snapshot)
        self._panels[name] = panel
        return panel

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Look as they did when the session was left."""
        self._settings = settings
        for panel in self._panels.values():
            panel.restore(settings)

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session; what nobody sees follows it."""
        if snapshot.at_rest and not (self._rests and self._rests[-1].game is snapshot.game):
            self._rests.append(snapshot)
        for panel in self._panels.values():
            panel.follow(snapshot)
        for name in self.up:
            self._panels[name].show(snapshot)
