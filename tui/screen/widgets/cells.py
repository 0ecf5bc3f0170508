"""The cells of a memory: to look at, to point at."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.strip import Strip

from tui.screen.drawing.cells import CellsPicture, Key
from tui.screen.widgets.strips import Pointed, StripWidget


class CellsView(StripWidget, can_focus=True):
    """Shows ``picture``; says which square the cell under mouse or cursor mentions."""

    HELP = """\
## Lenses
How others remembered this board. Point at a square of the board, or at a cell: it lights up in
every memory shown, and on the board. Reverse: written by the last move; underlined: restored by
taking it back; red: not restored; `*` stale, `~` ghost, `##` guard. Without colours: `!` written,
`-` cleared, `^` restored, `?` not restored, `>` pointed at, `r` read.

The buttons ask a memory; Space stops and goes on, `.` is one cell more, `,` one less, `>` all of
them. **w** watches the last move in the same way, cell by cell: how a list is shifted, a node put
at its head, a line run along. Left and Right take the memories back and forth through the game.
**m** and **M** choose the memories.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Cell before", show=False, id="lens.left"),
        Binding("right", "go(1)", "Next cell", show=False, id="lens.right"),
        Binding("up", "row(-1)", "Row before", show=False, id="lens.up"),
        Binding("down", "row(1)", "Next row", show=False, id="lens.down"),
        Binding("enter", "pin", "Choose its square", show=False, id="lens.pin"),
    ]

    DEFAULT_CSS = "CellsView { width: 1fr; height: auto; }"

    picture: CellsPicture | None = None
    cursor: Key | None = None
    keeps_arrows = True
    """Left and Right are for its cursor, not for the transport."""
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

    def on_blur(self) -> None:
        """The cursor shows with the focus."""
        self.cursor = None
        self.post_message(Pointed(None))

    def action_go(self, by: int) -> None:
        """The cursor to another cell."""
        order = () if self.picture is None else self.picture.order
        if order:
            at = order.index(self.cursor) + by if self.cursor in order else 0
            self._put_cursor(order[max(0, min(at, len(order) - 1))])

    def action_row(self, by: int) -> None:
        """The cursor to another line."""
        place = self.picture and self.cursor and self.picture.place_of(self.cursor)
        if not place or self.picture is None:
            self.action_go(0)
            return
        x, y = place
        while 0 <= (y := y + by) < len(self.picture.rows):
            if cells := self.picture.rows[y].cells:
                nearest = min(cells, key=lambda one: abs(one[0] - x))[1]
                self._put_cursor((nearest.bank, nearest.index))
                return

    def action_pin(self) -> None:
        """What questions are about."""
        self._tell(firm=True)

    def _put_cursor(self, key: Key) -> None:
        self.cursor = key
        self._tell(firm=False)
        self.bring_into_view(key)

    def _tell(self, firm: bool) -> None:
        if self.picture is None or self.cursor is None:
            return
        place = self.picture.place_of(self.cursor)
        cell = None if place is None else self.picture.cell_at(*place)
        self.post_message(Pointed(None if cell is None else cell.square, firm))
