"""The last line: the keys that work now, or the mode the keyboard is in."""

from collections.abc import Iterable, Mapping
from textwrap import wrap

from rich.style import Style
from textual import events
from textual.binding import ActiveBinding
from textual.keys import key_to_character
from textual.strip import Strip

from tui.screen.drawing.ink import Word, line, shortened
from tui.screen.widgets.strips import StripWidget

_GAP = 2
_ROOM_TO_LEAVE = 60
_FIRST = (
    "pause", "escape", "enter", "comma", "full_stop", "undo", "advice", "why",
    "new_game(True)",
)  # fmt: skip
GO_ON = "Go on"
"""What key p does while the machine is held."""
_SIGNS = {"space": "Space", "escape": "Esc", "enter": "Enter", "delete": "Del", "tab": "Tab"}


class KeysLine(StripWidget):
    """Keys with what they do, as many as fit; each can be clicked. In a mode: its name instead, and
    a click leaves it.
    """

    DEFAULT_CSS = """
    KeysLine { height: auto; max-height: 3; width: 100%; background: $panel; padding: 0 1; }
    KeysLine.-mode { background: $warning; color: $background; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[tuple[str, str, ActiveBinding]] = []
        self._mode = ""

    def show_keys(self, active: Iterable[ActiveBinding], mode: str, now: Mapping[str, str]) -> None:
        """Show the bindings that are meant to be shown; *mode* in words, empty outside one.
        *now*: what actions do at this moment, ``escape`` among them; empty: nothing.
        """
        keys: dict[str, tuple[str, str, ActiveBinding]] = {}
        for one in sorted(active, key=_place):
            leaves = one.binding.key == "escape"
            words = now.get(one.binding.action, one.binding.description)
            if words and one.enabled and (one.binding.show or leaves):
                keys[one.binding.action] = (key_sign(one), words, one)
        self._keys, self._mode = [*keys.values()], mode
        self.set_class(bool(mode), "-mode")
        self.redraw()

    def draw(self) -> list[Strip]:
        """One line; as many as the words of a mode need."""
        if self._mode:
            return [line((text, Style(bold=True))) for text in wrap(self._mode, self._width)]
        words: list[Word] = []
        for key, what, _ in self._fitting():
            words += [(key, self.ink.warning + Style(bold=True)), f" {what}", " " * _GAP]
        return [shortened(line(*words), self._width)]

    def _fitting(self) -> list[tuple[str, str, ActiveBinding]]:
        """From the left as many as fit; the last ones, help and what has all others, always, and
        leaving where there is room.
        """
        room, leaves = self._width, self._width >= _ROOM_TO_LEAVE
        kept = [one for one in self._keys if leaves or one[2].binding.action != "quit"]
        last = 3 if any(one[2].binding.action == "quit" for one in kept) else 2
        while len(kept) > last and sum(_length(*one) for one in kept) > room + _GAP:
            del kept[-last - 1]
        return kept

    @property
    def _width(self) -> int:
        return self.size.width or self.app.size.width

    on_resize = StripWidget.redraw

    async def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if self._mode:
            self.app.simulate_key("escape")
            return
        x = offset.x
        for one in self._fitting():
            if 0 <= x < _length(*one):
                active = one[2]
                await self.app.run_action(active.binding.action, active.node)
                return
            x -= _length(*one)


def _place(active: ActiveBinding) -> int:
    """What goes on or breaks off comes first, then what belongs to chess."""
    names = (active.binding.action, active.binding.key)
    return next((place for place, name in enumerate(_FIRST) if name in names), len(_FIRST))


def key_sign(active: ActiveBinding) -> str:
    """How a key is written for people."""
    binding = active.binding
    key = binding.key_display or binding.key
    if key.startswith("ctrl+"):
        return f"^{key.removeprefix('ctrl+').upper()}"
    if key[:1] == "f" and key[1:].isdigit():
        return key.upper()
    character = key_to_character(key) or ""
    return _SIGNS.get(key) or (character if character.isprintable() else "") or key


def _length(key: str, what: str, _: ActiveBinding) -> int:
    return len(key) + 1 + len(what) + _GAP
