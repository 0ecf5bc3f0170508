"""The main screen: the board on the left, digits and panels on the right."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from tui.screen.drawing.header import SETUP
from tui.screen.screens.actions import actions
from tui.screen.screens.beginning import NewGames
from tui.screen.screens.controls import Controls
from tui.screen.screens.dialog import ButtonKeys
from tui.screen.screens.escape import Escape
from tui.screen.screens.files import Files
from tui.screen.screens.keyboard import Keyboard
from tui.screen.screens.layout import ScreenLayout
from tui.screen.screens.look import HELP, KEYS, LOOK
from tui.screen.screens.setup import SETUP_KEYS, SetUp
from tui.screen.screens.study import Study
from tui.screen.screens.transport import Replayer
from tui.screen.screens.typing import MoveTyping
from tui.screen.screens.view import MainView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.offboard import OffBoard
from tui.screen.widgets.strips import Looks, Pointed, StripWidget
from tui.screen.widgets.topline import TopLine
from tui.screen.widgets.transport import Transport
from tui.session.autosave import Autosave
from tui.session.looking import looked_at
from tui.session.snapshot import Snapshot
from tui.session.words import as_looked_at

_WITHOUT_GAME = frozenset(("help", "panel", "type", "captions"))
"""Actions there are before there is a game."""
_REPLAYS = "transport(", "watch_reply"
"""How actions begin that look again at what was."""


class MainScreen(ButtonKeys[None], Looks):
    """Everything there is to see: ``view``; what can be done there is with the helpers it owns."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS
    DEFAULT_CSS = LOOK
    HELP = HELP
    ALLOW_SELECT = False
    """Nothing drawn here can be selected; Textual would paint the whole screen for each click."""

    def __init__(self, on_ready: Callable[[], Awaitable[None]]) -> None:
        """*on_ready* is called when there is something to show a snapshot on."""
        super().__init__()
        self._on_ready = on_ready
        self._arranged = self._settling = False
        self.view = view = MainView(self)
        self.study = study = Study(view)
        self.set_up = set_up = SetUp(view, study)
        self.controls = Controls(view, set_up)
        self.replayer = Replayer(view, study)
        self.files = Files(view, study, set_up)
        self.games = NewGames(view, set_up)
        self.typing = MoveTyping(view, self.games, self.files)
        self._escape = Escape(view, study, set_up, self.replayer)
        self._keyboard = Keyboard(view, self.replayer, self._escape)
        self._places = ScreenLayout(view)

        for name, do in actions(self, self._escape).items():
            setattr(self, f"action_{name}", do)

    def compose(self) -> ComposeResult:
        """Board left, the rest right."""
        yield TopLine({"now": self._escape.press, "go on": self.controls.pause})
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield OffBoard(id="above")
                yield self.view.board
                yield OffBoard(id="below")
                yield self.view.timelines[0]
            with Vertical(id="right"):
                with Vertical(id="glass"):
                    yield self.view.digits
                yield self.view.tabs
                yield self.view.captions
                yield self.view.timelines[1]
                yield self.view.panels
        with Horizontal(id="line"):
            yield self.view.move_line
            yield self.set_up.buttons
            yield self.view.said
        yield self.view.keys_line

    async def on_mount(self) -> None:
        """The board has the keys first."""
        self.view.board.focus()
        self.view.tabs.active = self.view.entry.name
        self.watch(self, "focused", self._refocused, init=False)
        await self._arrange()
        self._arranged = True
        self.arrange_keys()
        await self._on_ready()

    def on_screen_resume(self) -> None:
        """Nothing is in front of it any more: its keys work."""
        if self._arranged:
            self.arrange_keys()

    async def on_resize(self) -> None:
        """Make the best of the room."""
        if self._arranged:
            await self._arrange()

    on_captions_grown = on_resize

    # What the keys do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Most need a game; some keys are for set-up alone, some for moves."""
        if self.view.snapshot is None and action not in _WITHOUT_GAME:
            return False
        if action in SETUP_KEYS:
            return self.view.mode == SETUP and not isinstance(self.focused, Input)
        if action == "why":
            return self.view.types_moves
        if action == "watch_reply":
            return not self.view.mode
        if action == "review":  # else its key is a rook's
            return self.view.shown.game.over
        if action == "transport":
            return self.replayer.allows(str(parameters[0]))
        if action == "go_on_from_here":
            return self.view.looking is not None and self.view.types_moves
        return super().check_action(action, parameters)

    def offers(self, action: str) -> bool:
        """Whether *action* has something to do, whatever has the keys."""
        if not action.startswith(_REPLAYS):
            return True
        return not self.view.board.setup and bool(self.replayer.tape(self.view.shown).stops)

    async def do(self, action: str) -> None:
        """An action chosen by name; no key is meant then for what had the keys."""
        if action.startswith(_REPLAYS):
            for widget in self.query(ModeWidget):
                widget.engaged = False
            self.view.board.cursor = None
            self.set_focus(self.view.home)
        await self.app.run_action(action, self)

    def recolor(self) -> None:
        """Draw in the colours of the present theme."""
        self.view.tabs.muted = self.ink.muted
        for widget in self.query(StripWidget):
            widget.redraw()
        self._again()

    def on_mode_widget_changed(self) -> None:
        """Say so."""
        self.arrange_keys()

    def _refocused(self, focused: Widget | None) -> None:
        """Without the keys there is no mode; a dialog in front only borrows them."""
        if focused is not None:
            for widget in self.query(ModeWidget):
                widget.engaged = widget.engaged and widget is focused
        self.arrange_keys()

    def arrange_keys(self) -> None:
        """Header, frame and footer say what the keyboard does."""
        self._places.arrange_line()
        self._keyboard.explain()
        if self.view.snapshot is not None:
            self._show_top(self.view.snapshot)

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Look as it did when the session was left; also before there is anything to see."""
        self.view.board.flipped = settings.get("flipped") == "yes"
        self.view.panels.restore(settings)
        self.controls.bell_on = settings.get("bell") == "yes"
        if "panel" in settings:
            self.call_later(self.show_panel, self.view.panels.order[0])

    # Snapshots

    def show(self, fresh: deque[Snapshot]) -> None:
        """Show the newest moment of the session, which is taken out of *fresh*; nothing where that
        was done before.
        """
        view, before = self.view, self.view.snapshot
        if not (fresh and self.app.is_running and self.application.main is self):
            return
        view.snapshot = snapshot = fresh.pop()
        self.typing.taken(snapshot)
        if not self._arranged:
            return
        moved = before is not None and before.game.sans != snapshot.game.sans
        another = before is not None and before.game.begun != snapshot.game.begun
        if another and view.board.flipped:
            self.controls.flip()
        if moved or another or (snapshot.watching and not (before and before.watching)):
            view.looking = None
        if before is not None and moved:
            if not another:
                view.said.moved()
            view.show_captions(view.captions.display and len(snapshot.game.sans) < 2)
            self.controls.ring(before.game, snapshot.game)
        if before is not None and before.game is not snapshot.game:
            view.said.mended(snapshot.game.problems)
            if snapshot.game.over:
                view.board.advice = (None, None)
        game = looked_at(snapshot.game, view.looking)
        if not snapshot.machine.listening:
            game = replace(game, legal=())
        view.board.past = view.looking is not None
        self._show_top(snapshot)
        if self._keyboard.has_changed:
            self.arrange_keys()
        if view.board.view != game:
            view.board.view = game
            self.set_up.show(game)
        self.replayer.show(snapshot)
        snapshot = as_looked_at(snapshot, view.looking, view.board.setup)
        view.digits.readout = snapshot.machine.readout
        if view.captions.display:
            view.captions.show_snapshot(snapshot)
        view.panels.show(snapshot)

    def _show_top(self, snapshot: Snapshot) -> None:
        bar = self.view.bar(snapshot, self.set_up.words)
        self.query_one(TopLine).show(snapshot, self.view.mode, bar)

    # Layout

    async def show_panel(self, name: str, focus: bool = True) -> None:
        """Bring a panel up; the keys go to it where it wants them."""
        if name != self.view.entry.name:
            self.view.said.acted()
        was_up = name in self.view.panels.up
        await self.view.panels.bring_up(name)
        for more in () if was_up else self.view.panels.top.query(MoreBelow):
            more.scroll_home(animate=False)
        self.view.tabs.active = name
        self.view.show_captions(False)
        if self.view.entry.key:
            self.view.ask(Autosave.remember((("panel", " ".join(self.view.panels.order)),)))
        await self._arrange()
        if self.view.snapshot is not None:
            self.view.panels.show(self.view.snapshot)
        if focus:
            self.set_focus(self.view.home)
        self.arrange_keys()

    async def _arrange(self) -> None:
        self._settling = self.view.snapshot is not None
        try:
            await self._places.arrange()
        finally:
            if self._settling:
                self.call_after_refresh(self._again)

    def _again(self) -> None:
        try:
            if self.view.snapshot is not None:
                self.set_up.show_off_board(self.view.snapshot.game)
                self.show_again()
            self.arrange_keys()
        finally:
            self.call_after_refresh(self._settled)

    def _settled(self) -> None:
        self._settling = False
        self._compositor_refresh()

    def _compositor_refresh(self) -> None:
        """Not while what is laid out anew still changes its places: a picture takes longer than all
        else, and Textual would paint four or five.
        """
        if not self._settling:
            super()._compositor_refresh()

    def show_again(self) -> None:
        """Show the same moment once more."""
        self.show(deque((self.view.shown,)))

    def on_transport_wanted(self, event: Transport.Wanted) -> None:
        """A moment of what the line is of; the keys go on from there."""
        self.replayer.go(event.at)
        self.set_focus(self.view.home)

    # The board

    def on_pointed(self, event: Pointed) -> None:
        """The panel may be about that square."""
        top, board = self.view.panels.top, self.view.board
        if self.view.said.severity in ("error", "warning"):
            self.view.said.acted()
        if top.panel.square is not None or board.picking:
            top.point(event.square)

    def on_click(self) -> None:
        """Who has the mouse types no move."""
        self.typing.knight = False

    def on_paste(self, event: events.Paste) -> None:
        """Text from another window."""
        self.typing.paste(event)

    def on_board_widget_move_wanted(self, event: BoardWidget.MoveWanted) -> None:
        """A move by mouse or cursor."""
        self.typing.make(event.source, event.target)

    def on_board_widget_man_put(self, event: BoardWidget.ManPut) -> None:
        """In set-up a man goes somewhere."""
        self.set_up.put(event.source, event.target)

    def on_off_board_taken(self, event: OffBoard.Taken) -> None:
        """A man off the board was chosen."""
        self.set_up.take(event.letter)

    def on_off_board_dropped(self, event: OffBoard.Dropped) -> None:
        """He was let go."""
        self.set_up.drop(event.letter, self.view.board.square_on_screen(event.x, event.y))
