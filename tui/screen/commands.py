"""The command palette: what is likely first, the rest by groups; found by any form of a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.fuzzy import Matcher
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tui.screen.drawing.header import SETUP
from tui.screen.palette import SETTING_UP, Entry, entries
from tui.screen.screens.dialog import Dialog
from tui.screen.widgets.keysline import key_sign

_ENDINGS = re.compile(r"(?<=...)(?:ings?|ions?|ers?|est|ed|es|s|e)$")
_DOUBLED = re.compile(r"(?<=..)([b-df-hj-np-tv-z])\1$")
_WAYS = "cursor_up", "cursor_down", "page_up", "page_down"
_EMPTY = frozenset(("a", "an", "the", "of", "to", "my", "i", "it"))


def stem(word: str) -> str:
    """What the forms of a word have in common: ``hint`` of ``hints``, ``mov`` of ``moving``."""
    while (shorter := _ENDINGS.sub("", word)) != word:
        word = shorter
    return re.sub("y$", "i", _DOUBLED.sub(r"\1", word))


def worth(typed: str, entry: Entry) -> float:
    """From 0, which is not at all, to 6.25; each word typed has to be found. 8: it is the whole
    name, or the words of it behind the group's.
    """
    whole, name = typed.strip().casefold(), entry.name.casefold()
    if " " in whole and whole in (name, name.partition(": ")[2]):
        return 8
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


def found(typed: str, offered: Sequence[Entry]) -> list[Entry]:
    """Those that are meant, the likeliest first: by the words of names, other words for them and
    explanations; then by letters. All in their order where nothing is typed.
    """
    matcher = Matcher(typed)

    def score(entry: Entry) -> float:
        fuzzy = matcher.match(entry.name)
        return worth(typed, entry) + fuzzy / (2 + 2 * fuzzy)

    ranked = [(score(one), one) for one in offered] if typed.strip() else []
    likely = sorted((pair for pair in ranked if pair[0] > 0), key=lambda pair: -pair[0])
    return [one for _, one in likely] if ranked else [*offered]


class CommandsScreen(Dialog[str]):
    """What is *offered*, by name; the answer is an action of the main screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"go('{way}')", show=False, priority=True)
        for key, way in zip(("up", "down", "pageup", "pagedown"), _WAYS, strict=True)
    ]
    DEFAULT_CSS = """
    CommandsScreen > .box { width: 76; height: 90%; padding: 0 1; }
    CommandsScreen OptionList { height: 1fr; border: none; padding: 0; }
    """

    def __init__(self, offered: Sequence[Entry]) -> None:
        super().__init__("Commands")
        self._offered = {one.name: one for one in offered}

    def compose(self) -> ComposeResult:
        """A line to type into, and what it finds."""
        with Vertical(classes="box"):
            yield Input(placeholder="Search")
            yield OptionList(*map(_option, self._offered.values()))

    async def action_go(self, way: str) -> None:
        """Through the list, whatever has the keys, and if it is there already."""
        for options in self.query(OptionList):
            await options.run_action(way)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Others are found, or it is said that nothing is."""
        meant = found(event.value, [*self._offered.values()])
        nothing = Option(Content(f"nothing here is called {event.value}"), disabled=True)
        for options in self.query(OptionList):
            options.set_options(map(_option, meant) if meant else (nothing,))
            options.action_first()

    def on_input_submitted(self) -> None:
        """The one that is marked."""
        for options in self.query(OptionList):
            options.action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """That one."""
        self.dismiss(self._offered[event.option_id or ""].action)


def _option(entry: Entry) -> Option:
    told = Content.assemble((entry.name, "bold"), "\n", (entry.text, "$text-muted"))
    return Option(told, id=entry.name)


def offered(main: Any) -> list[Entry]:
    """What there is to do on the *main* screen, with the keys that do it wherever the focus is."""
    if main.view.snapshot is None:
        return list(entries())
    keys = {
        active.binding.action: f"{key_sign(active)}: "
        for active in main.active_bindings.values()
        if active.node is main
    }
    of_game = {action.partition("(")[0]: key for action, key in keys.items()}
    return [
        *(SETTING_UP if main.view.mode == SETUP else ()),
        *(
            one._replace(text=f"{keys.get(one.action) or of_game.get(one.act, '')}{one.text}")
            for one in entries(main.view.panels.acts())
            if main.offers(one.action)
        ),
    ]
