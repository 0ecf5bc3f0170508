"""The main screen: the board on the left, digits and panels on the right."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from textwrap import shorten
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from microchess.machine.published import GET_IT
from tui.screen.arrangement import TRANSPORT, arrangement
from tui.screen.drawing.header import SETUP, draw_header
from tui.screen.panels.registry import PANELS
from tui.screen.panels.stack import PanelStack
from tui.screen.screens.look import HELP, KEYS, LOOK
from tui.screen.screens.prompts import key_labels, prompt
from tui.screen.screens.setup import SETUP_KEYS
from tui.screen.screens.study import StudyActions
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.captions import Captions
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.messageline import MessageLine
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.moveinput import MoveInput
from tui.screen.widgets.offboard import OffBoard
from tui.screen.widgets.strips import Pointed, StripWidget
from tui.screen.widgets.tabsline import TabsLine
from tui.screen.widgets.text import TextView
from tui.screen.widgets.transport import Transport
from tui.session.autosave import Autosave
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS
from tui.session.timetravel import TimeTravel
from tui.session.words import looked_at


class MainScreen(StudyActions):
    """Everything there is to see.

    The rule for typing: characters with which a move can begin go into the move line, whatever has
    the focus, but in a mode (see `tui.screen.widgets.mode`, and set-up).
    """

    BINDINGS: ClassVar[list[BindingType]] = KEYS
    DEFAULT_CSS = LOOK
    HELP = HELP

    def __init__(self, flipped: bool, on_ready: Callable[[], Awaitable[None]]) -> None:
        """*on_ready* is called when there is something to show a snapshot on."""
        super().__init__()
        self._flipped, self._on_ready = flipped, on_ready
        self.panels = PanelStack()
        self.board = BoardWidget(id="board")
        self.timelines = Transport(id="timeline"), Transport(id="timeline-beside")
        self.digits = DigitsWidget(id="digits")
        self.tabs = TabsLine(PANELS, id="tabs")
        self.captions = Captions()
        self.move_line, self.said = MoveInput(id="entry"), MessageLine(id="said")
        self.keys_line = KeysLine()
        self._arranged = False
        self._spare, self._cramped = 0, False
        self._footing: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Board left, the rest right."""
        yield TextView(id="top")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield OffBoard(id="above")
                yield self.board
                yield OffBoard(id="below")
                yield self.timelines[0]
            with Vertical(id="right"):
                with Vertical(id="glass"):
                    yield self.digits
                yield self.tabs
                yield self.captions
                yield self.timelines[1]
                yield self.panels
        with Horizontal(id="line"):
            yield self.move_line
            yield self.said
        yield self.keys_line

    async def on_mount(self) -> None:
        """The board has the keys first."""
        self.board.flipped = self._flipped
        self.board.focus()
        self.tabs.active = self.entry.name
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

    # The rule for typing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Some keys are for set-up alone, some for moves."""
        if action in SETUP_KEYS:
            return self.is_mounted and self.mode == SETUP and not isinstance(self.focused, Input)
        if action == "why":
            return self.types_moves and "thinking" in self.panels.up
        if action == "watch_reply" and self.mode:
            return False
        return super().check_action(action, parameters)

    def recolor(self) -> None:
        """Draw in the colours of the present theme."""
        self.tabs.muted = self.ink.muted
        for widget in self.query(StripWidget):
            widget.redraw()
        self._again()

    def on_mode_widget_changed(self) -> None:
        """Say so."""
        self.arrange_keys()

    on_listing_view_following = on_mode_widget_changed

    def _refocused(self, focused: Widget | None) -> None:
        """Without the keys there is no mode; a dialog in front only borrows them."""
        if focused is not None:
            for widget in self.query(ModeWidget):
                widget.engaged = widget.engaged and widget is focused
        self.arrange_keys()

    def arrange_keys(self) -> None:
        """Header, frame and footer say what the keyboard does."""
        self._arrange_line()
        mode, engaged = self.mode, self.engaged
        self.board.picking = engaged is not None and engaged.PICKS
        words = ""
        if mode == SETUP:
            words = "SET UP: drag, click or type men (K, k); Enter lifts, drops; Del: off; Esc asks"
        elif engaged is not None:
            words = f"{mode} (Esc leaves): {engaged.MEANS}"
        asks = engaged.prompt if engaged is not None else ""
        told = asks or prompt(self.snapshot, self.looking)
        room = self.move_line.size.width
        self.move_line.placeholder = shorten(told, room, placeholder="") if room else told
        active = self.active_bindings.values()
        self.keys_line.show_keys(active, words, self._keys_do)
        self.panels.top.set_class(bool(mode), "-mode")
        if self.snapshot is not None:
            self._show_top(self.snapshot)

    @property
    def _keys_do(self) -> dict[str, str]:
        """What Escape and some actions do now; empty: nothing."""
        keys, escape = key_labels(self.snapshot), self.escape_does
        keys["escape"] = keys["now"] = "" if escape == keys["pause"] else escape
        if self.looking is not None:
            keys["pause"] = ""
        thought = self.snapshot.thought if self.snapshot is not None else None
        known = thought is not None and thought.shown and self.stops == "moves"
        keys["watch_reply"] = "Watch" if known and self.looking is None else ""
        there = self.snapshot is not None and bool(self.tape(self.snapshot).stops)
        keys["transport('back')"] = "Step" if there else ""
        plays = there and not (self.stops == "instructions" and self.live)
        keys["transport('play')"] = ("Stop" if self.playing else "Play") if plays else ""
        return keys

    def say(self, text: str, severity: str = "information") -> None:
        """One line beside the move line, in place of the last one, while that is there."""
        if self.said.is_attached:
            self.said.say(text, severity)

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Look as it did when the session was left; also before there is anything to see."""
        if (flipped := settings.get("flipped")) in ("yes", "no"):
            self._flipped = flipped == "yes"
            for board in self.query(BoardWidget):
                board.flipped = self._flipped
        self.panels.restore(settings)
        self.bell_on = settings.get("bell") == "yes"
        if "panel" in settings:
            self.call_later(self.show_panel, self.panels.order[0])

    # Snapshots

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session."""
        before, self.snapshot = self.snapshot, snapshot
        if not self._arranged:
            return
        moved = before is not None and before.game.sans != snapshot.game.sans
        if moved or (snapshot.watching and not (before and before.watching)):
            self.looking = None
        if before is not None and moved:
            if before.game.begun == snapshot.game.begun:
                self.said.moved()
            self.show_captions(self.captions.display and len(snapshot.game.sans) < 2)
            self.ring(before.game, snapshot.game)
        if before is not None and before.game is not snapshot.game:
            self.said.mended(snapshot.game.problems)
            if snapshot.game.over:
                self.board.advice = (None, None)
        game = self.seen(snapshot.game)
        if not snapshot.machine.listening:
            game = replace(game, legal=())
        self.board.past = self.looking is not None
        self._show_top(snapshot)
        footing = (self._keys_do, prompt(snapshot, self.looking))
        if footing != self._footing:
            self._footing = footing
            self.arrange_keys()
        if self.board.view != game:
            self.board.view = game
            self.show_off_board(game)
            self.show_setup()
        self.show_transport(snapshot)
        self.digits.readout, self.digits.faded = snapshot.machine.readout, self.looking is not None
        if self.captions.display:
            self.captions.show_snapshot(snapshot)
        self.panels.show(snapshot)

    def _show_top(self, snapshot: Snapshot) -> None:
        mode = self.mode
        told = self.setup_words if mode == SETUP else looked_at(snapshot.game, self.looking)
        top = draw_header(snapshot, mode, self.ink, self.size.width - 2, told)
        line = self.query_one("#top", TextView)
        line.set_content([top])
        line.tooltip = GET_IT if snapshot.game.program == JANUS else None

    # Layout

    async def show_panel(self, name: str, focus: bool = True) -> None:
        """Bring a panel up; the keys go to it where it wants them."""
        if name != self.entry.name:
            self.said.acted()
        await self.panels.bring_up(name)
        self.tabs.active = name
        self.board.pointed = None
        self.show_captions(False)
        self.ask(Autosave.remember((("panel", " ".join(self.panels.order)),)))
        await self._arrange()
        if self.snapshot is not None:
            self.panels.show(self.snapshot)
        if focus:
            self.set_focus(self.home)
        self.arrange_keys()

    action_panel = show_panel

    def show_captions(self, on: bool) -> None:
        """Show what one wonders about at first, or no longer."""
        if on != self.captions.display:
            self.captions.display = on
            self.call_after_refresh(self.on_resize)

    async def on_captions_grown(self) -> None:
        """What is below them has less room."""
        await self.on_resize()

    async def _arrange(self) -> None:
        """Give everything its place; the digits always have one."""
        taken = self.captions.size.height if self.captions.display else 0
        places = arrangement(self.entry, self.size.width, self.size.height, taken)
        self.set_class(places.portrait, "-portrait")
        await self.panels.tile(places)
        left = self.query_one("#left")
        left.set_class(places.hides_board, "-hidden")
        left.styles.width = places.scale.columns
        self.board.scale = places.scale
        below = places.spare >= TRANSPORT and not places.hides_board
        self.timelines[0].display, self.timelines[1].display = below, not below
        self._spare = places.spare
        self._arrange_line()
        if places.cramped != self._cramped:
            self._cramped = places.cramped
            self.say("small window: 80x24 shows all" if places.cramped else "", "warning")
        self.digits.digit_size = places.digits
        if self.snapshot is not None:
            self.call_after_refresh(self._again)

    def _arrange_line(self) -> None:
        """What is said stands under the buttons of set-up where there is a line for it. The men
        below the board give way to it, the transport does not.
        """
        under = self.board.setup and self._spare > 0
        shown = self.timelines[0].display and not self.board.setup
        if self.said.is_attached:
            self.said.have_room(self._spare + 1 - under - TRANSPORT * shown)
            self.query_one("#line").set_class(under, "-under")

    def _again(self) -> None:
        if self.snapshot is not None:
            self.show_off_board(self.snapshot.game)
            self.show(self.snapshot)
        self.arrange_keys()

    def on_transport_wanted(self, event: Transport.Wanted) -> None:
        """A moment of what the line is of; the keys go on from there."""
        self.stop_playing()
        if self.asking is not None:
            self.go_to_cell(event.at)
            self.show_stops()
        elif self.stops == "moves":
            self.look_at(event.at)
        else:
            self.ask(TimeTravel.watch(event.at))
        self.set_focus(self.home)

    # The board

    def on_pointed(self, event: Pointed) -> None:
        """Board and panel light the same square."""
        panel, board = self.panels.top, self.board
        if event.firm and self.said.severity in ("error", "warning"):
            self.said.acted()
        if panel.points:
            board.pointed = event.square
        if panel.points or board.picking:
            panel.point(event.square, event.firm)
