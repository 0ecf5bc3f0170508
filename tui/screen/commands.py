"""The command palette: what is likely first, the rest by groups; found by any form of a word."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from textual import on
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.errors import NoWidget
from textual.events import Click
from textual.message import Message
from textual.widgets import Input, OptionList

from tui.screen.drawing.header import SETUP
from tui.screen.palette import SETTING_UP, Entry, entries
from tui.screen.widgets.keysline import key_sign

_ENDINGS = re.compile(r"(?<=...)(?:ings?|ions?|ers?|est|ed|es|s|e)$")
_DOUBLED = re.compile(r"(?<=..)([b-df-hj-np-tv-z])\1$")
_EMPTY = frozenset(("a", "an", "the", "of", "to", "my", "i", "it"))


def stem(word: str) -> str:
    """What the forms of a word have in common: ``hint`` of ``hints``, ``mov`` of ``moving``."""
    while (shorter := _ENDINGS.sub("", word)) != word:
        word = shorter
    return re.sub("y$", "i", _DOUBLED.sub(r"\1", word))


def worth(typed: str, entry: Entry) -> float:
    """From 0, which is not at all, to 6.25; each word typed has to be found."""
    words = [word for word in _words(typed) if word not in _EMPTY]
    found = [_found(word, entry) for word in words]
    return sum(found) / len(found) if found and all(found) else 0


def _found(word: str, entry: Entry) -> float:
    name, text, also = entry.name, entry.text, entry.also
    common = stem(word)
    stems = [stem(one) for one in _words(name)]
    if common in map(stem, _words(also)):
        return 6 + (common in stems) / 4
    if common in stems:
        return 5 + (stems[0] == common) / 2
    if common in map(stem, _words(text)):
        return 3
    return 4 * (word in name.casefold())


def _words(text: str) -> list[str]:
    return [word for one in text.casefold().split() if (word := one.strip(".,:;?()"))]


class OnePalette(CommandPalette):
    """Goes away, and runs a command, once: Textual would take the screen in front away for a second
    Enter, which by then is the board.
    """

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _only_in_front(self, event: Message) -> None:
        if self.app.screen is not self:
            event.prevent_default()

    def on_click(self, event: Click) -> None:
        """A click that comes before it is laid out is not one beside it."""
        try:
            self.get_widget_at(event.screen_x, event.screen_y)
        except NoWidget:
            event.prevent_default()

    def dismiss(self, result: Any = None) -> AwaitComplete:
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def _gather_commands(self, search_value: str) -> Any:
        """Not for a list that is gone again before it was there."""
        return super()._gather_commands(search_value) if self.query(CommandList) else None

    async def _watch__show_busy(self) -> None:
        """Not for a list that is not there yet, or gone again."""
        if self.query("CommandList") and self.query("LoadingIndicator"):
            await super()._watch__show_busy()


class Everything(Provider):
    """All entries, in their order until something is typed."""

    def _entries(self) -> list[Entry]:
        """Textual passes over an error; here it is told, and what asks no panel is offered."""
        try:
            return self._offered()
        except Exception as error:  # noqa: BLE001 - whatever it is
            application: Any = self.app
            application.survive(error)
            return list(entries())

    def _offered(self) -> list[Entry]:
        application: Any = self.app
        snapshot = getattr(application, "snapshot", None)
        if snapshot is None:
            return list(entries())
        main = application.main
        in_set_up = SETTING_UP if main.view.mode == SETUP else ()
        keys = {  # of actions that have one wherever the focus is
            active.binding.action: f"{key_sign(active)}: "
            for active in main.active_bindings.values()
            if active.node is main
        }
        of_game = {action.partition("(")[0]: key for action, key in keys.items()}
        return [
            *in_set_up,
            *(
                one._replace(text=f"{keys.get(one.action) or of_game.get(one.act, '')}{one.text}")
                for one in entries(main.view.panels.acts())
                if main.offers(one.action)
            ),
        ]

    async def discover(self) -> Hits:
        for name, text, action, *_ in self._entries():
            yield DiscoveryHit(name, self._runner(action), help=text)

    async def search(self, query: str) -> Hits:
        """By the words of names, other words for them and explanations; then by letters."""
        matcher = self.matcher(query)
        for entry in self._entries():
            name, text, action = entry[:3]
            fuzzy = matcher.match(name)
            if (score := worth(query, entry) + fuzzy / (2 + 2 * fuzzy)) > 0:
                yield Hit(score, matcher.highlight(name), self._runner(action), help=text)

    def _runner(self, action: str) -> Any:
        application: Any = self.app
        return partial(application.main.do, action)
