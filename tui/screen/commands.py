"""The command palette: what is likely first, the rest by groups."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.screen.drawing.header import SETUP
from tui.screen.finding import worth
from tui.screen.palette import SETTING_UP, Entry, entries
from tui.screen.widgets.keysline import key_sign


class Everything(Provider):
    """All entries, in their order until something is typed."""

    def _entries(self) -> list[Entry]:
        snapshot = getattr(self.app, "snapshot", None)
        if snapshot is None:
            return list(entries())
        in_set_up = SETTING_UP if getattr(self.app.main, "mode", "") == SETUP else ()  # type: ignore[attr-defined]
        level, keys = snapshot.game.level, self._keys()
        used = (f"level('{level.name}')" if level else "", f"ask('SetSpeed', {snapshot.speed})")
        return [
            *in_set_up,
            *(
                (name, f"{keys.get(action, '')}{'in use: ' * (action in used)}{text}", action)
                for name, text, action in entries(snapshot.game.program)
            ),
        ]

    def _keys(self) -> dict[str, str]:
        """The keys of actions that have one wherever the focus is."""
        return {
            active.binding.action: f"{key_sign(active)}: "
            for active in self.app.main.active_bindings.values()  # type: ignore[attr-defined]
            if active.node is self.app.main  # type: ignore[attr-defined]
        }

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
