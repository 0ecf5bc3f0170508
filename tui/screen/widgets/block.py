"""A block of a panel: what is the same is not drawn again; keys and clicks are its panel's."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.strip import Strip

from tui.panels.blocks import (
    BytesBlock,
    CellsBlock,
    ChoiceBlock,
    ListingBlock,
    NumbersBlock,
    PaperBlock,
    TableBlock,
    mode_of,
)
from tui.screen.drawing.blocks import ButtonsBlock, Drawn, block_strip, draw_block
from tui.screen.drawing.words import BlockLine, row_at
from tui.screen.widgets.mode import ModeWidget

_TYPED = {"enter": "\r", "ctrl+j": "\n", "backspace": "\x7f", "delete": "\x7f", "ctrl+c": "\x03"}
"""Keys of a terminal whose character Textual does not have."""
_LEFT_ALONE = ("tab", "escape")


class BlockView(ModeWidget):
    """Shows a ``block``; *owner*, like a `BlocksWidget`, hears what happens in it."""

    DEFAULT_CSS = """
    BlockView { width: 100%; }
    BlockView.-paper { min-height: 100%; }
    BlockView.-part { height: 1fr; min-height: 4; }
    BlockView.-part:focus { background: $boost; }
    BlockView.-choice { border-left: blank; }
    BlockView.-choice:focus { border-left: outer $primary; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("left", "step(-1)", "Choose", key_display="<->"),
        Binding("right", "step(1)", "Right", show=False),
        Binding("pageup", "turn(-1)", "Page up", show=False),
        Binding("pagedown", "turn(1)", "Page down", show=False),
    ]

    def __init__(self, block: Drawn, owner: Any, id: str) -> None:
        super().__init__(id=id)
        self.block, self._owner = block, owner
        self._lines: list[BlockLine] = []
        self._room = 40
        self._is_part = isinstance(block, ListingBlock | BytesBlock)
        mode = None if isinstance(block, ButtonsBlock) else mode_of(block)
        self.has_mode = mode is not None
        rows = TableBlock | NumbersBlock | CellsBlock | ChoiceBlock
        self.can_focus = self._is_part or isinstance(block, rows) or self.has_mode
        self.set_class(isinstance(block, PaperBlock), "-paper")
        self.set_class(self._is_part, "-part")
        self.set_class(isinstance(block, ChoiceBlock), "-choice")
        self.set_class(getattr(block, "spare", False), "-spare")
        self._clicked = False
        """Whether what is chosen was clicked: a digit is meant for it then."""
        if mode is not None:
            self.MODE, self.MEANS, self.PROMPT, self.PICKS = mode  # type: ignore[misc]

    def show(self, block: Drawn) -> None:
        if block == self.block:
            return
        before, self.block = self.block, block
        if self.is_attached:
            self.redraw()
            if getattr(block, "chosen", "") != getattr(before, "chosen", ""):
                self.reveal()

    def draw(self) -> list[Strip]:
        self._lines = draw_block(self.block, self.size.width or self._room)
        looks = self.ink, self._buttons, self.ascii_only
        return [block_strip(one, *looks) for one in self._lines]

    @property
    def _buttons(self) -> tuple[Style, Style]:
        if self.signs:
            return Style(underline=True), Style(reverse=True)
        theme = self.app.theme_variables
        pressed = Style(bgcolor=theme["primary"], color=theme["background"], bold=True)
        return Style(bgcolor=theme["surface-lighten-2"]), pressed

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as it is in that width."""
        if width != self._room:
            self._room, self._strips = width, None
        return len(draw_block(self.block, width))

    def on_resize(self) -> None:
        """In another width it is drawn in another way, in another height another part of it is."""
        if self._is_part:
            rows = self.size.height - isinstance(self.block, BytesBlock)
            self._owner.fitted(self.block.name, self.size.width, rows)
        self.redraw()
        self.call_after_refresh(self.reveal)

    def reveal(self) -> None:
        """Scroll to the row that the keys have chosen, with what is above the first."""
        chosen = getattr(self.block, "chosen", "")
        rows = [y for y, line in enumerate(self._lines) if any(w.row for w in line)]
        at = [y for y in rows if chosen and any(w.row == chosen for w in self._lines[y])]
        scroll = next((one for one in self.ancestors if isinstance(one, VerticalScroll)), None)
        if at and scroll is not None and self.can_focus:
            top = 0 if at[0] == rows[0] else at[0]
            region = Region(0, top, 1, 1 + at[0] - top).translate(self.virtual_region.offset)
            scroll.scroll_to_region(region, animate=False, force=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where there is neither mode nor row, Enter is others'; on paper nothing is chosen."""
        if action == "move":
            return self._is_part or isinstance(self.block, TableBlock | NumbersBlock | ChoiceBlock)
        if action == "step":
            return isinstance(self.block, BytesBlock | ChoiceBlock)
        if action == "turn":
            return self._is_part
        if action == "leave_mode" and not self.has_mode:
            return False
        if action == "engage" and not self.has_mode:
            return isinstance(self.block, TableBlock) and self.block.chosen != ""
        return super().check_action(action, parameters)

    def action_move(self, down: int) -> None:
        if isinstance(self.block, ChoiceBlock):
            (self.screen.focus_next if down > 0 else self.screen.focus_previous)()
            return
        if isinstance(self.block, BytesBlock):
            down *= len(self.block.rows[0].cells)
        self._owner.heard("moved", self.block.name, down)

    def action_step(self, by: int) -> None:
        """Choose another byte, or another option."""
        if isinstance(self.block, ChoiceBlock):
            values = [one.value for one in self.block.options]
            at = values.index(self.block.chosen) + by if self.block.chosen in values else 0
            self._owner.heard("clicked", self.block.name, values[at % len(values)])
        else:
            self._owner.heard("moved", self.block.name, by)

    def action_turn(self, pages: int) -> None:
        self._owner.heard("turned", self.block.name, pages)

    def action_engage(self) -> None:
        """Enter the mode; where there is none, ask what the chosen row is to have where that can
        be typed, else it is a click on it.
        """
        if self.has_mode or not isinstance(self.block, TableBlock):
            super().action_engage()
        elif any(one.typed for one in self.block.columns):
            self._owner.edit(self.block)
        else:
            self._owner.heard("clicked", self.block.name, self.block.chosen)

    def begin_with(self, character: str) -> bool:
        """Enter the mode with a digit for what was clicked; whether it is one."""
        begins = self._clicked and character.isdecimal()
        if begins:
            self.action_engage()
        return begins

    def on_blur(self) -> None:
        """A click is forgotten."""
        self._clicked = False

    def on_mouse_scroll_down(self, event: events.MouseEvent) -> None:
        if self._is_part:
            event.stop()
            notches = 1 if isinstance(event, events.MouseScrollDown) else -1
            self._owner.heard("scrolled", self.block.name, notches)

    on_mouse_scroll_up = on_mouse_scroll_down

    def action_leave_mode(self) -> None:
        self._clicked = False
        super().action_leave_mode()
        self._owner.heard("left", self.block.name)

    def on_click(self, event: events.Click) -> None:
        """The row, or the button, that was clicked; a click on paper begins to type."""
        if isinstance(self.block, PaperBlock):
            if self.has_mode:
                self.action_engage()
            return
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= offset.y < len(self._lines):
            return
        if not (row := row_at(self._lines[offset.y], offset.x)):
            return
        if isinstance(self.block, ButtonsBlock):
            self._owner.act(row)
        else:
            self._owner.heard("clicked", self.block.name, row)
            self._clicked = self.has_mode

    def on_key(self, event: events.Key) -> None:
        """In the mode: letters and digits; on paper what has a character, but control keys that
        mean something to the panel, which come in their turn.
        """
        if not self.engaged or event.key in _LEFT_ALONE:
            return
        text = event.character or ""
        if isinstance(self.block, PaperBlock):
            bound, act = self.screen.active_bindings.get(event.key), self._owner.act
            if bound is not None and self._owner is bound.node:
                event.stop()
                act(bound.binding.action.split("'")[1])
                return
            others = bound is None or bound.node is self.screen
            text = _TYPED.get(event.key) or (text if event.is_printable or others else "")
        elif not text.isalnum():
            return
        if text:
            event.stop()
            event.prevent_default()
            self._owner.heard("typed", self.block.name, text)
            self._to_the_end()

    def _to_the_end(self) -> None:
        if isinstance(self.block, PaperBlock) and isinstance(self.parent, VerticalScroll):
            self.parent.scroll_end(animate=False)

    def on_paste(self, event: events.Paste) -> None:
        if self.engaged and isinstance(self.block, PaperBlock):
            event.stop()
            self._owner.heard("pasted", self.block.name, event.text)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """What is typed on paper is no key of the screen."""
        typed = key in _TYPED or bool(character and character.isprintable())
        return self.engaged and isinstance(self.block, PaperBlock) and typed
