"""The game: whose turn, the moves, what was done to the machine for them."""

from __future__ import annotations

from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Button

from tui.screen.drawing.ink import line
from tui.screen.drawing.movelist import draw_moves, draw_review, half_moves_at, line_of, review_rows
from tui.screen.panels.panel import PanelWidget
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.text import TextView
from tui.session.snapshot import Snapshot

if TYPE_CHECKING:
    from tui.session.review import Reviewed

_LOGGED = 60
"""Entries of the log that are shown."""
_FOLDED, _KEYS = "keys pressed: click to see", "F ends your move, PC begins its"


class GamePanel(PanelWidget):
    """Moves, and the keys and pokes behind them."""

    DEFAULT_CSS = """
    GamePanel #buttons { margin-bottom: 1; }
    GamePanel #moves-scroll { height: 1fr; min-height: 3; }
    GamePanel #log-scroll { height: 2fr; max-height: 14; border-top: solid $surface-lighten-2;
        border-title-color: $foreground 80%; }
    GamePanel #log-scroll.-folded { height: 1; }
    """

    HELP = """\
## The game
A click on *keys*, or *Keys of the game* (Ctrl+P), shows what was done to the machine for each
move: the keys that were pressed, and bytes that were poked (`poked $51 = CC`). Click a move, or
press Ctrl+Left, to look at the board as it was; the arrows step from there, Enter goes on from
there. `t` is a hint; *Review the game* (Ctrl+P, or `r` once it is over) shows what MicroChess would
have played at every move; Escape leaves it. Where there is room, the line under
the board is its last reply, mark by mark: after an undo that of the move which is last then, after
a poke still the one before it.

The program knows no castling, no en passant and no promotion; they are done for it and for you as
the manual of 1976 says.
"""

    _review: tuple[Reviewed, ...] = ()
    _reviewed: tuple[str, ...] = ()
    """The moves that the review is of."""

    def compose(self) -> ComposeResult:
        """Buttons, state, moves, log."""
        yield ButtonRow(
            ("do-new_game", "New", "screen.new_game"),
            ("do-undo", "Undo", "screen.undo"),
            ("do-redo", "Redo", "screen.redo"),
            ("do-advice", "Hint", "screen.advice"),
            ("do-resign", "Resign", "screen.resign"),
            ("do-review", "Review", "screen.review"),
            id="buttons",
        )
        yield TextView(id="state")
        with VerticalScroll(id="moves-scroll", can_focus=False):
            yield TextView(id="moves")
        with VerticalScroll(id="log-scroll", classes="-folded", can_focus=False) as log:
            log.border_title = _FOLDED
            yield TextView(id="log")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Only what changed is drawn."""
        game, ink = snapshot.game, self.ink
        placing = self.screen.query_one(BoardWidget).setup
        loud = not placing and (game.over or game.check is not None)
        style = ink.warning if loud else ink.strong
        room = self._room
        reviewed = bool(self._review) and self._reviewed == game.sans
        told = "" if reviewed else self.application.main.view.bar(snapshot).told
        state = [line((text, style)) for text in wrap(told, room)]
        above = self.query_one("#state", TextView)
        if len(state) != len(above.strips):
            self.call_after_refresh(self._keep_in_sight, self.query_one("#moves-scroll"))
        above.set_content(state)
        if reviewed:
            drawn = draw_review(game, self._review, ink, room, self.ascii_only, self.looking)
        else:
            self._review, drawn = (), draw_moves(game, ink, room, self.looking)
        self.query_one("#log-scroll").display = not self._review
        if self.alone != self.reviewing:
            self.alone = self.reviewing
            self.call_later(self.application.main.view.arrange)
        self._scrolled("#moves", drawn)
        log = (wrap(one, room, subsequent_indent="    ") for one in game.log[-_LOGGED:])
        self._scrolled("#log", [line((text, ink.muted)) for text in chain.from_iterable(log)])
        self.query_one("#do-resign").display = not game.over
        self.query_one("#do-review").display = game.over
        useless = {"undo": not game.steps, "redo": not game.can_redo}
        for name, off in useless.items():
            button = self.query_one(f"#do-{name}", Button)
            if off and self.screen.focused is button:
                self.screen.query_one(BoardWidget).focus()
            button.disabled = off

    @property
    def _room(self) -> int:
        """Columns of the text."""
        return max(20, self.size.width - 4)

    def on_resize(self) -> None:
        """Fill the room; the last move and the last entry stay in sight."""
        self.again()
        for scroll in self.query(VerticalScroll):
            self._keep_in_sight(scroll)

    def action_keys(self) -> None:
        """Show the keys and pokes behind the moves, or fold them away."""
        log = self.query_one("#log-scroll")
        log.toggle_class("-folded")
        log.border_title = _FOLDED if log.has_class("-folded") else _KEYS

    def on_click(self, event: events.Click) -> None:
        """On the line above the keys."""
        if event.screen_y == self.query_one("#log-scroll").region.y:
            self.action_keys()

    @property
    def reviewing(self) -> bool:
        """Whether a review is there."""
        return bool(self._review)

    def show_review(self, found: tuple[Reviewed, ...]) -> None:
        """Show what a review says, from its beginning, until the next move; empty: no longer."""
        self._review = found
        self._reviewed = self.shown.game.sans
        self.again()
        if found:
            self.query_one("#moves-scroll").scroll_home(animate=False, force=True)

    def page(self, by: int) -> bool:
        """Scroll the moves by pages."""
        moves = self.query_one("#moves-scroll")
        moves.scroll_relative(y=by * moves.size.height, animate=False)
        return moves.max_scroll_y > 0

    async def on_text_view_clicked(self, event: TextView.Clicked) -> None:
        """Look at the move that was clicked."""
        if event.view.id != "moves" or self.snapshot is None:
            return
        if self._review:
            rows = review_rows(self._review, self._room)
            half_moves = sum(row <= event.y for row in rows) or None
        else:
            half_moves = half_moves_at(self.shown.game, event.x, event.y, self._room)
        if half_moves is not None:
            await self.run_action(f"screen.look_at({half_moves})")

    def _scrolled(self, selector: str, content: list[Strip]) -> None:
        view = self.query_one(selector, TextView)
        if content == view.strips:
            return
        view.set_content(content)
        if isinstance(view.parent, VerticalScroll):
            self.call_after_refresh(self._keep_in_sight, view.parent)

    def _keep_in_sight(self, scroll: VerticalScroll) -> None:
        """What was drawn may have been laid out only now; the move looked at stays in sight."""
        if scroll.id == "moves-scroll" and self.looking is not None:
            if not self._review:
                row = line_of(self.shown.game, self.looking, self._room)
            elif self.looking > 0:
                row = review_rows(self._review, self._room)[self.looking - 1]
            else:
                row = 0
            scroll.scroll_to_region(Region(0, row, 1, 1), animate=False, force=True)
        elif not (self._review and scroll.id == "moves-scroll"):
            scroll.scroll_end(animate=False)
