"""The command palette: what is likely first, the rest by groups."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.screen.drawing.header import SETUP
from tui.screen.finding import worth
from tui.screen.palette import SETTING_UP, Entry, entries


class Everything(Provider):
    """All entries, in their order until something is typed."""

    def _entries(self) -> list[Entry]:
        snapshot = getattr(self.app, "snapshot", None)
        if snapshot is None:
            return list(entries())
        in_set_up = SETTING_UP if getattr(self.app.main, "mode", "") == SETUP else ()  # type: ignore[attr-defined]
        level = snapshot.game.level
        used = (f"level('{level.name}')" if level else "", f"speed({snapshot.speed})")
        return [
            *in_set_up,
            *(
                (name, f"in use: {text}" if action in used else text, action)
                for name, text, action in entries(snapshot.game.program)
            ),
        ]

    async def discover(self) -> Hits:
        """Before anything is typed."""
        for name, text, action in self._entries():
            yield DiscoveryHit(name, self._runner(action), help=text)

    async def search(self, query: str) -> Hits:
        """By the words of names, other words for them and explanations; then by letters."""
        matcher = self.matcher(query)
        for entry in self._entries():
            name, text, action = entry
            fuzzy = matcher.match(name)
            if (score := worth(query, entry) + fuzzy / (2 + 2 * fuzzy)) > 0:
                yield Hit(score, matcher.highlight(name), self._runner(action), help=text)

    def _runner(self, action: str) -> Any:
        main = getattr(self.app, "main", None)
        return partial(self.app.run_action, action, main)
