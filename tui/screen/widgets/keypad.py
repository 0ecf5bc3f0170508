"""The 23 keys and the SST switch, where they lie on the real board."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from emu.chips.keypad import LAYOUT, SST
from tui.panels.blocks import OwnBlock
from tui.panels.machine import LETTERS, KeypadState
from tui.screen.drawing.blocks import DrawnBlock
from tui.screen.drawing.ink import styled
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.strips import StripWidget
from tui.session.hand import Hand

_SIGNS = {"-": "minus", "=": "equals_sign", "+": "plus", " ": "space"}
KEYBOARD = {
    **{_SIGNS.get(letter, letter): key for letter, key in LETTERS},
    **{letter.upper(): key for letter, key in LETTERS if letter.isalpha()},
    "ctrl+a": "AD", "ctrl+d": "DA", "ctrl+g": "GO", "ctrl+r": "RS",
}  # fmt: skip
"""Keys of the keyboard and the keys of the KIM-1 they press."""
_CHESS = {"C": "new", "E": "swap", "F": "move", "PC": "play", "ST": "stop"}
_MONITOR = {"AD": "addr", "DA": "data", "+": "next"}
_WIDTH = 33
"""Columns of the keys, unless they are narrow."""
_CAP, _CAP_TEXT = "#1c1a18", "#f2efe6"
_BLUE, _RED, _DOWN = "#27407a", "#7a1f1f", "#d8d2c2"


def _bindings() -> list[BindingType]:
    names: dict[str, list[str]] = {}
    for keyboard, key in KEYBOARD.items():
        names.setdefault(key, []).append(keyboard)
    return [
        Binding(",".join(keys), f"key({key!r})", f"Key {key}", show=False, id=f"kim.{slug}")
        for key, keys in names.items()
        for slug in ["plus" if key == "+" else key.lower()]
    ]


class KeypadWidget(ModeWidget):
    """Shows which keys are ``down`` and where the SST switch is (``step``): a `KeypadState`, the
    data of its block.
    """

    DEFAULT_CSS = """
    KeypadWidget { background: #10130f; margin-bottom: 1; }
    """

    MODE = "KEYPAD"
    MEANS = "0-9 a-f  g GO  p PC  s ST  r RS  l AD  m DA  +  t SST"
    PROMPT = "6343 F: your move; PC: its reply"

    BINDINGS: ClassVar[list[BindingType]] = _bindings()

    down: reactive[frozenset[str]] = reactive(frozenset())
    step = reactive(False)
    narrow = reactive(False)
    monitors = reactive(False)
    """Whether the monitor reads the keys, not the chess program."""

    has_mode = True

    def __init__(self, block: OwnBlock, id: str) -> None:
        super().__init__(id=id)
        self.show(block)

    def show(self, block: DrawnBlock) -> None:
        """Another state of it, or another room."""
        assert isinstance(block, OwnBlock)
        assert isinstance(block.data, KeypadState)
        self.block = block
        self.down, self.step = block.data.down, block.data.step
        self.monitors = block.data.monitors
        if self.is_attached:
            self.on_mount()

    def on_mount(self) -> None:
        """As large as there is room for."""
        around = self.parent
        if isinstance(around, Widget) and around.size:
            self.narrow = around.size.width < _WIDTH

    @property
    def pitch(self) -> tuple[int, int]:
        """Columns and lines from key to key."""
        return 7 if self.narrow else 8, 2

    def draw(self) -> list[Strip]:
        """The keys; the last ones leave the line of their edge to others."""
        return [strip for row in LAYOUT for strip in self._row(row)][:-1]

    def key_at(self, x: int, y: int) -> str | None:
        width, height = self.pitch
        column, row = (x - 1) // width, y // height
        if not (0 <= column < 4 and 0 <= row < len(LAYOUT)) or (x - 1) % width >= width - 1:
            return None
        return LAYOUT[row][column]

    def _row(self, keys: tuple[str, ...]) -> list[Strip]:
        width, _ = self.pitch
        face, edge = [Segment(" ")], [Segment(" ")]
        for key in keys:
            style = self._style(key)
            face += [Segment(self._face(key, width - 1), style), Segment(" ")]
            edge += self._edge(style, width)
        return [Strip(face), Strip(edge)]

    def _face(self, key: str, width: int) -> str:
        """What a key says."""
        caption = "SST on" if key == SST and self.step else key
        what = (_MONITOR if self.monitors else _CHESS).get(key, "")
        both = f"{caption} {what}" if len(caption) + len(what) < width else caption
        return f"[{caption:^{width - 2}}]" if self.ascii_only else f"{both:^{width}}"

    def _edge(self, style: Style, width: int) -> list[Segment]:
        """Half a line of the key, half a line of gap."""
        if self.ascii_only:
            return [Segment(" " * width)]
        return [Segment("▀" * (width - 1), styled(color=style.bgcolor)), Segment(" ")]

    def _style(self, key: str) -> Style:
        if key in self.down or (key == SST and self.step):
            return styled(color=_CAP, bgcolor=_DOWN, bold=True)
        ground = {"GO": _BLUE, "ST": _BLUE, "RS": _RED}.get(key, _CAP)
        return styled(color=_CAP_TEXT, bgcolor=ground, bold=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keyboard is the keypad in the mode alone."""
        return self.engaged if action == "key" else super().check_action(action, parameters)

    watch_down = watch_step = watch_narrow = StripWidget.redraw

    @property
    def prompt(self) -> str:
        return "AD 0050: an address; DA 03: a byte" if self.monitors else self.PROMPT

    def watch_monitors(self) -> None:
        """Redraw, and say so at the move line."""
        self.redraw()
        self.post_message(self.Changed())

    def action_key(self, key: str) -> None:
        """Press a key; the switch slides."""
        self.ask(Hand.set_step_switch(not self.step) if key == SST else Hand.press(key))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        offset = event.get_content_offset(self)
        if offset is not None and (key := self.key_at(offset.x, offset.y)):
            self.action_key(key)
