"""The command palette: what is likely first, the rest by groups."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.screen.palette import Entry, entries


class Everything(Provider):
    """All entries, in their order until something is typed."""

    def _entries(self) -> list[Entry]:
        snapshot = getattr(self.app, "snapshot", None)
        return list(entries(snapshot.game.program) if snapshot else entries())

    async def discover(self) -> Hits:
        """Before anything is typed."""
        for name, text, action in self._entries():
            yield DiscoveryHit(name, self._runner(action), help=text)

    async def search(self, query: str) -> Hits:
        """By what a name contains, then what its explanation does, then by a name's letters."""
        matcher, wanted = self.matcher(query), query.strip().casefold()
        for name, text, action in self._entries():
            fuzzy = matcher.match(name)
            here, there = name.casefold(), text.casefold()
            whole = 3 * (wanted in here.split()) or 2 * (wanted in here) or wanted in there
            score = whole + fuzzy / (1 + fuzzy)
            if score > 0:
                yield Hit(score, matcher.highlight(name), self._runner(action), help=text)

    def _runner(self, action: str) -> Any:
        main = getattr(self.app, "main", None)
        return partial(self.app.run_action, action, main)
