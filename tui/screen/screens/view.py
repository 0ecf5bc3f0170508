"""What is on the main screen: its widgets, and the moment of the session that they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.screen.drawing.header import SETUP, keys_in
from tui.screen.panels.registry import PANELS, PanelEntry
from tui.screen.panels.stack import PanelStack
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.captions import Captions
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.messageline import MessageLine
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.moveinput import MoveInput
from tui.screen.widgets.tabsline import TabsLine
from tui.screen.widgets.transport import Transport
from tui.session.autosave import Autosave
from tui.session.snapshot import Snapshot
from tui.session.verbs import Asked
from tui.session.words import Bar, bar


class MainView:
    """The widgets of *screen*, a `MainScreen`, what has its keys, what is shown: a ``snapshot``,
    with the board as it was after ``looking`` half-moves (None: as it is now).

    ``arrange`` gives everything its place, ``arrange_keys`` has it said what the keys do,
    ``show_panel`` brings a panel up, ``again`` shows the same moment once more.
    """

    def __init__(self, screen: Any) -> None:
        self.screen: Screen[Any] = screen
        self.arrange, self.arrange_keys = screen.on_resize, screen.arrange_keys
        self.show_panel, self.again = screen.show_panel, screen.show_again
        self.panels = PanelStack()
        self.board = BoardWidget(id="board")
        self.timelines = Transport(id="timeline"), Transport(id="timeline-beside")
        self.digits = DigitsWidget(id="digits")
        self.tabs = TabsLine(PANELS, id="tabs")
        self.captions = Captions()
        self.move_line, self.said = MoveInput(id="entry"), MessageLine(id="said")
        self.keys_line = KeysLine()
        self.snapshot: Snapshot | None = None
        self.looking: int | None = None

    @property
    def application(self) -> Any:
        """`tui.screen.app.MicroChessApp`, which knows screens and panels."""
        return self.screen.app

    @property
    def shown(self) -> Snapshot:
        """The ``snapshot``; before the first one nothing can be done to the game."""
        assert self.snapshot is not None
        return self.snapshot

    def bar(self, snapshot: Snapshot, setting_up: str) -> Bar:
        """What is seen of *snapshot*, and how what is not the present is left."""
        return bar(snapshot, self.keys, self.looking, setting_up if self.board.setup else "")

    @property
    def ask(self) -> Callable[[Asked], None]:
        """Asks the session for something."""
        ask: Callable[[Asked], None] = self.application.session.ask
        return ask

    def asked(self, command: Asked) -> None:
        """It was: what was said to the last thing done is old then."""
        if command.verb is not Autosave.remember and self.said.is_attached:
            self.said.acted()

    def say(self, text: str, severity: str = "information") -> None:
        """One line beside the move line, in place of the last one, while that is there."""
        if self.said.is_attached:
            self.said.say(text, severity)

    def show_captions(self, on: bool) -> None:
        """Show what one wonders about at first, or no longer."""
        if on != self.captions.display:
            self.captions.display = on
            self.screen.call_after_refresh(self.arrange)

    def clear_line(self) -> None:
        """Nothing is typed, nor said of it, and the keys are where they belong."""
        self.move_line.value = ""
        self.said.acted()
        self.focus(self.home)

    # What has the keys

    @property
    def focused(self) -> Widget | None:
        """Who has them."""
        return self.screen.focused

    def focus(self, widget: Widget) -> None:
        """Give them to *widget*."""
        self.screen.set_focus(widget)

    @property
    def entry(self) -> PanelEntry:
        """The panel on top."""
        return self.panels.entry

    @property
    def home(self) -> Widget:
        """What has the keys when nothing else is typed."""
        target = self.entry.focus
        return self.panels.top.query_one(target) if target else self.board

    @property
    def engaged(self) -> ModeWidget | None:
        """What takes the letters, if they are no moves."""
        focused = self.focused
        return focused if isinstance(focused, ModeWidget) and focused.engaged else None

    @property
    def mode(self) -> str:
        """What letters are then: a name, else empty."""
        if self.engaged is not None:
            return self.engaged.MODE
        return SETUP if self.board.setup else ""

    @property
    def keys(self) -> Mapping[str, str]:
        """What `with_controls` calls things now."""
        return keys_in(self.mode)

    @property
    def types_moves(self) -> bool:
        """Letters are moves outside the modes; whoever takes text takes them himself."""
        return self.screen.is_mounted and not self.mode and not isinstance(self.focused, Input)
