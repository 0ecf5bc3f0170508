"""The cells of a memory: to look at, to point at."""

from __future__ import annotations

from textual import events
from textual.geometry import Region
from textual.strip import Strip

from tui.screen.drawing.cells import CellsPicture, Key
from tui.screen.widgets.strips import Pointed, StripWidget


class CellsView(StripWidget, can_focus=True):
    """Shows ``picture``; says which square the cell under mouse or cursor mentions."""

    DEFAULT_CSS = "CellsView { width: 1fr; height: auto; }"

    picture: CellsPicture | None = None
    _hovered: Key | None = None

    def show(self, picture: CellsPicture) -> None:
        """Show something else."""
        if picture != self.picture:
            self.picture = picture
            self.redraw()

    def draw(self) -> list[Strip]:
        """The cells."""
        return [] if self.picture is None else self.picture.strips(self.ink)

    def bring_into_view(self, key: Key) -> None:
        """Scroll to a cell."""
        place = None if self.picture is None else self.picture.place_of(key)
        if place is not None and self.parent is not None:
            region = Region(*place, 4, 1).translate(self.virtual_region.offset)
            self.parent.scroll_to_region(region, animate=False)  # type: ignore[attr-defined]

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light what is under the mouse."""
        self._point(event, firm=False)

    def on_click(self, event: events.Click) -> None:
        """Choose it."""
        self._point(event, firm=True)

    def _point(self, event: events.MouseEvent, firm: bool) -> None:
        offset = event.get_content_offset(self)
        if offset is None or self.picture is None:
            return
        cell = self.picture.cell_at(offset.x, offset.y)
        key = None if cell is None else (cell.bank, cell.index)
        if firm or key != self._hovered:
            self._hovered = key
            self.post_message(Pointed(None if cell is None else cell.square, firm))

    def on_leave(self) -> None:
        """No longer."""
        self._hovered = None
        self.post_message(Pointed(None))
