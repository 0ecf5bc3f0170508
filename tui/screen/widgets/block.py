"""A block of a panel: what is the same is not drawn again; keys and clicks are its panel's."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.strip import Strip

from tui.panels.blocks import TableBlock, mode_of
from tui.panels.panel import ESCAPE
from tui.screen.drawing.blocks import (
    BlockLine,
    ButtonsBlock,
    Drawn,
    block_strips,
    draw_block,
    row_at,
)
from tui.screen.widgets.mode import ModeWidget


class HearsBlocks(Protocol):
    """What a block tells its panel."""

    def heard(self, what: str, block: str, *values: Any) -> None:
        """Something happened in a block: a method of `tui.panels.panel.Panel`, and its values."""

    def act(self, name: str) -> None:
        """A button was pressed."""


class BlockView(ModeWidget):
    """Shows a ``block``; *owner* hears what happens in it."""

    DEFAULT_CSS = """
    BlockView { width: 100%; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
    ]

    def __init__(self, block: Drawn, owner: HearsBlocks, id: str) -> None:
        super().__init__(id=id)
        self.block, self._owner = block, owner
        self._lines: list[BlockLine] = []
        self._room = 40
        self.can_focus = isinstance(block, TableBlock)
        mode = None if isinstance(block, ButtonsBlock) else mode_of(block)
        self.has_mode = mode is not None
        if mode is not None:
            self.MODE, self.MEANS, self.PROMPT = mode  # type: ignore[misc]

    def show(self, block: Drawn) -> None:
        """Show another state of it."""
        if block == self.block:
            return
        before, self.block = self.block, block
        if self.is_attached:
            self.redraw()
            if getattr(block, "chosen", "") != getattr(before, "chosen", ""):
                self.reveal()

    def draw(self) -> list[Strip]:
        """Lines, in the theme's colours."""
        self._lines = draw_block(self.block, self.size.width or self._room)
        return block_strips(self._lines, self.ink, self._button, self.ascii_only)

    @property
    def _button(self) -> Style:
        if self.signs:
            return Style(reverse=True)
        return Style(bgcolor=self.app.theme_variables["surface-lighten-2"])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as it is in that width."""
        if width != self._room:
            self._room, self._strips = width, None
        return len(draw_block(self.block, width))

    def on_resize(self) -> None:
        """In another width it is drawn in another way."""
        self.redraw()
        self.call_after_refresh(self.reveal)

    def reveal(self) -> None:
        """Scroll to the chosen row, with what is above the first."""
        chosen = getattr(self.block, "chosen", "")
        rows = [y for y, line in enumerate(self._lines) if any(w.row for w in line)]
        at = [y for y in rows if chosen and any(w.row == chosen for w in self._lines[y])]
        scroll = next((one for one in self.ancestors if isinstance(one, VerticalScroll)), None)
        if at and scroll is not None:
            top = 0 if at[0] == rows[0] else at[0]
            region = Region(0, top, 1, 1 + at[0] - top).translate(self.virtual_region.offset)
            scroll.scroll_to_region(region, animate=False, force=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where there is no mode, Enter is others'."""
        if action in ("engage", "leave_mode") and not self.has_mode:
            return False
        return super().check_action(action, parameters)

    def action_move(self, down: int) -> None:
        """Choose another row."""
        self._owner.heard("moved", self.block.name, down)

    def action_leave_mode(self) -> None:
        """What was begun is forgotten."""
        super().action_leave_mode()
        self._owner.heard("typed", self.block.name, ESCAPE)

    def on_click(self, event: events.Click) -> None:
        """The row, or the button, that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= offset.y < len(self._lines):
            return
        if not (row := row_at(self._lines[offset.y], offset.x)):
            return
        if isinstance(self.block, ButtonsBlock):
            self._owner.act(row)
        else:
            self._owner.heard("clicked", self.block.name, row)

    def on_key(self, event: events.Key) -> None:
        """Letters and digits, in the mode."""
        if self.engaged and event.character and event.character.isalnum():
            event.stop()
            self._owner.heard("typed", self.block.name, event.character)
