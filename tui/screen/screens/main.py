"""The main screen: the board on the left, digits and panels on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import chess
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Input

from tui.screen.drawing.board import SCALES, best_scale
from tui.screen.drawing.digits import LARGE, SMALL, DigitSize
from tui.screen.drawing.ink import Word, line
from tui.screen.panels.game import GamePanel, headline
from tui.screen.panels.panel import Panel
from tui.screen.panels.registry import PANELS, PanelEntry
from tui.screen.panels.terminal import TerminalPanel
from tui.screen.screens.setup import SETUP
from tui.screen.screens.study import STUDY_KEYS, StudyActions
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.moveinput import MOVE_STARTS, MoveInput
from tui.screen.widgets.offboard import OffBoard
from tui.screen.widgets.pointing import Pointed
from tui.screen.widgets.said import Said
from tui.screen.widgets.tabsline import TabEntry, TabsLine
from tui.screen.widgets.text import TextView
from tui.session import commands as c
from tui.session.snapshot import Activity, Snapshot

_LINES_AROUND_BOARD = 5
_NARROW, _TALL, _PANEL_BELOW = 76, 40, 18
"""On a screen narrower and at least as tall the panel is below the board, so many lines."""
_TINY = DigitSize(2, 1, 1, 1)
_ROOM_FOR_SMALL = 30
_ROOM_FOR_LARGE, _LINES_FOR_LARGE = 52, 40


_ROOM_FOR_TWO = 44
"""Columns beyond what a panel wants with which another one stands beside it."""


class MainScreen(StudyActions):
    """Everything there is to see.

    The rule for typing: characters with which a move can begin go into the move line, whatever has
    the focus, but in a mode (see `tui.screen.widgets.mode`, and set-up).
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"type_move('{key}')", show=False, priority=True) for key in MOVE_STARTS),
        Binding("n", "new_game", "New", id="game.new"),
        Binding("ctrl+z", "undo", "Undo", id="game.undo"),
        Binding("ctrl+y", "redo", "Redo", show=False, id="game.redo"),
        Binding("ctrl+g", "let_it_move", "Let it move", show=False, id="game.move"),
        Binding("p", "pause", "Hold", id="game.hold"),
        Binding("v", "flip", "Flip", id="game.flip"),
        Binding("s", "setup", "Set up", id="game.setup"),
        *STUDY_KEYS,
        Binding("enter", "go_on_from_here", show=False, priority=True),
        Binding("escape", "escape", "Break off", show=False, id="game.cancel"),
        Binding("slash", "type", "Type a move", show=False, id="game.type"),
        Binding("i", "paste_fen", "Position from FEN", show=False, id="game.fen"),
        Binding("ctrl+o", "load_pgn", "Load PGN", show=False, id="game.load"),
        Binding("ctrl+s", "save_pgn", "Save PGN", show=False, id="game.save"),
        Binding("tab", "app.focus_next", "Next", show=False, id="app.next"),
        *(
            Binding(
                entry.key,
                f"panel('{entry.name}')",
                entry.title,
                show=False,
                id=f"panel.{entry.name}",
            )
            for entry in PANELS
        ),
        Binding("f9", "next_panel", "Next panel", show=False, id="panel.next"),
        Binding("f1,question_mark", "help", "Help", id="app.help", key_display="F1"),
    ]

    CSS = """
    #top { height: 1; width: 100%; background: $panel; color: $foreground; padding: 0 1; }
    #body { height: 1fr; }
    #left { width: auto; height: 100%; }
    #board { width: auto; height: auto; }
    #line { height: auto; width: 100%; background: $panel; padding: 0 1; }
    #entry { border: none; height: 1; padding: 0 1; width: 34; background: $boost; }
    #entry > .input--placeholder { color: $foreground 80%; }
    #entry:focus { background: $background; text-style: bold; }
    #setup-buttons { width: 34; height: 1; display: none; }
    #setup-buttons Button { min-width: 0; width: auto; margin-right: 1; }
    #said { width: 1fr; padding: 0 0 0 1; }
    #right { width: 1fr; height: 100%; background: $surface; }
    #glass { height: auto; width: 100%; align-horizontal: center; background: #140505; }
    #digits { width: auto; height: auto; background: #140505; }
    #panels { height: 1fr; }
    #panels > Panel { display: none; }
    #panels > Panel.-up { display: block; }
    #panels > Panel.-mode { border-left: outer $warning; padding-left: 0; }
    #left.-hidden { display: none; }
    MainScreen.-portrait #body { layout: vertical; }
    MainScreen.-portrait #left { height: auto; }
    MainScreen.-portrait #right { width: 100%; height: 1fr; }
    """

    HELP = """\
## MicroChess on the KIM-1
Type a move (`e4`, `Nf3`, `O-O`, `6343`), or click a man and his square. `n` new game, Ctrl+Z takes
back, Ctrl+Y does it again, `v` turns the board, Ctrl+G lets MicroChess move, Escape breaks its
thinking off, `p` holds the machine. The keys under the tabs change the panel. **Ctrl+P** finds
everything by name.

Letters are moves, except in a *mode*: set-up, poking bytes, the keypad, the terminal. A mode is
named in the last line; Escape leaves it.
"""

    def __init__(self, ascii_only: bool = False, flipped: bool = False) -> None:
        super().__init__()
        self._ascii_only, self._flipped = ascii_only, flipped
        self._latest: Snapshot | None = None
        self._panels: dict[str, Panel] = {}
        self._entry = PANELS[0]
        self._beside = ""

    def compose(self) -> ComposeResult:
        """Board left, the rest right."""
        yield TextView(id="top")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield OffBoard(self._ascii_only, id="above")
                yield BoardWidget(self._ascii_only, id="board")
                yield OffBoard(self._ascii_only, id="below")
            with Vertical(id="right"):
                with Vertical(id="glass"):
                    yield DigitsWidget(self._ascii_only, id="digits")
                tabs = [TabEntry(one.name, one.title, one.short, one.key) for one in PANELS]
                yield TabsLine(tabs, self._ascii_only, id="tabs")
                with Horizontal(id="panels"):
                    for one in PANELS:
                        panel = one.build(self._ascii_only)
                        panel.id = one.name
                        self._panels[one.name] = panel
                        yield panel
        with Horizontal(id="line"):
            yield MoveInput(id="entry")
            with Horizontal(id="setup-buttons"):
                yield Button("Done", compact=True, action="screen.setup_done", id="do-setup-done")
                yield Button(
                    "Cancel", compact=True, action="screen.setup_cancel", id="do-setup-cancel"
                )
            yield Said(id="said")
        yield KeysLine()

    def on_mount(self) -> None:
        """The board has the keys first."""
        board = self.query_one(BoardWidget)
        board.flipped = self._flipped
        board.focus()
        self._bring_up(self._entry.name)
        self.watch(self, "focused", self._refocused, init=False)
        self._arrange()

    def on_resize(self, _: events.Resize) -> None:
        """Make the best of the room."""
        self._arrange()

    # The rule for typing

    @property
    def mode(self) -> str:
        """What letters are now, if they are no moves: a name, else empty."""
        focused = self.focused
        if isinstance(focused, ModeWidget) and focused.engaged:
            return focused.MODE
        return SETUP if self.query_one(BoardWidget).setup else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters are moves outside the modes; whoever takes text takes them himself."""
        if action == "go_on_from_here":
            return self.looking is not None
        if action == "type_move":
            return self.is_mounted and not self.mode and not isinstance(self.focused, Input)
        return super().check_action(action, parameters)

    def action_type_move(self, character: str) -> None:
        """A move begins to be typed."""
        self.say("")
        self.query_one("#entry", MoveInput).take(character)

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
        mode, focused = self.mode, self.focused
        words = ""
        if mode == SETUP:
            words = "SET UP (Esc: done): drag men or type their letters, Delete takes off"
        elif isinstance(focused, ModeWidget) and mode:
            words = f"{mode} (Esc leaves): {focused.MEANS}"
        active = self.active_bindings.values()
        self.query_one(KeysLine).show_keys(active, words, self.ink)
        self._panels[self._entry.name].set_class(bool(mode), "-mode")
        if self._latest is not None:
            self._show_top(self._latest)

    def say(self, text: str, severity: str = "information") -> None:
        """One line beside the move line, in place of the last one."""
        if self.is_mounted:
            self.query_one(Said).say(text, severity, self.ink)

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Look as it did when the session was left."""
        if (flipped := settings.get("flipped")) in ("yes", "no"):
            self.query_one(BoardWidget).flipped = flipped == "yes"
        for panel in self._panels.values():
            panel.restore(settings)
        self.bell_on = settings.get("bell") == "yes"
        if (name := settings.get("panel")) in self._panels:
            self.show_panel(str(name))

    # Snapshots

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session."""
        before, self._latest = self._latest, snapshot
        if not self.is_mounted or not self._panels:
            return
        board = self.query_one(BoardWidget)
        if before is not None and before.game.sans != snapshot.game.sans:
            self.looking = None
            self.query_one(GamePanel).look_at(None)
            self.query_one(Said).moved()
            self.ring(before.game, snapshot.game)
        game = self.seen(snapshot.game)
        self._show_top(snapshot)
        if board.view != game:
            board.view = game
            self.show_off_board(game)
            self.show_setup()
        self.query_one(DigitsWidget).readout = snapshot.machine.readout
        for panel in self._panels.values():
            panel.follow(snapshot)
        for name in self._up:
            self._panels[name].show(snapshot)

    @property
    def _up(self) -> list[str]:
        """The panels that are seen."""
        return [self._entry.name, self._beside] if self._beside else [self._entry.name]

    def _show_top(self, snapshot: Snapshot) -> None:
        game, ink, mode = snapshot.game, self.ink, self.mode
        level = (
            game.level.title if game.level else "level ${:02X} ${:02X}".format(*game.level_bytes)
        )
        speed = "full speed" if snapshot.speed is None else f"{snapshot.speed:g} MHz"
        mine = chess.COLOR_NAMES[not game.computer].capitalize()
        held = snapshot.activity is Activity.HELD
        now = headline(snapshot) if mode != SETUP else "nothing is played"
        parts: list[tuple[str, Any, int]] = [
            ("MicroChess", ink.led, 3),
            (" on the KIM-1", ink.muted, 1),
            (f" {mode} " if mode else "", ink.chosen, 9),
            (now, ink.error if held or game.over else ink.accent, 9),
            (f"you: {mine}", ink.muted, 2),
            (level, ink.muted, 4),
            (speed, ink.muted, 5),
        ]
        room = self.size.width - 2
        while sum(len(text) + 3 for text, _, _ in parts if text) > room and len(parts) > 2:
            parts.remove(min(parts, key=lambda part: part[2]))
        words: list[Word] = []
        for text, style, _ in parts:
            if text:
                gap = "   " if words and not text.startswith(" on ") else ""
                words += [gap, (text, style)]
        self.query_one("#top", TextView).set_content([line(*words)])

    # Layout

    def panel(self, name: str) -> Panel:
        """A panel by name."""
        return self._panels[name]

    @property
    def entry(self) -> PanelEntry:
        """The panel on top."""
        return self._entry

    def show_panel(self, name: str, focus: bool = True) -> None:
        """Bring a panel up; the keys go to it where it wants them."""
        self._bring_up(name)
        self.query_one(BoardWidget).pointed = None
        self.ask(c.Remember((("panel", name),)))
        self._arrange()
        if self._latest is not None:
            self._panels[name].show(self._latest)
        if focus:
            target = self._entry.focus
            self.set_focus(
                self._panels[name].query_one(target) if target else self.query_one(BoardWidget)
            )
        self.arrange_keys()

    def _bring_up(self, name: str) -> None:
        self._entry = next(one for one in PANELS if one.name == name)
        self.query_one(TabsLine).active = name

    def on_tabs_line_chosen(self, event: TabsLine.Chosen) -> None:
        """A tab was clicked."""
        self.show_panel(event.name)

    def _arrange(self) -> None:
        """Board as large as fits beside the panel; the digits always."""
        if not self._panels:
            return
        columns, lines = self.size.width, self.size.height
        portrait = columns < _NARROW and lines >= _TALL
        self.set_class(portrait, "-portrait")
        beside = 0 if portrait else self._entry.wants(columns)
        below = _PANEL_BELOW if portrait else 0
        scale = best_scale(columns - beside, lines - below - _LINES_AROUND_BOARD)
        self._put_up("" if portrait else self._companion(columns - scale.columns, columns))
        cramped = (portrait or scale is SCALES[0]) and self._entry.alone
        self.query_one("#left").set_class(cramped, "-hidden")
        board = self.query_one(BoardWidget)
        board.scale = scale
        self.query_one("#left").styles.width = scale.columns
        self.query_one(DigitsWidget).digit_size = self._digit_size(columns - scale.columns, lines)
        if self._latest is not None:
            self.call_after_refresh(self._again)

    def _companion(self, room: int, columns: int) -> str:
        """The panel beside the one on top, where there is room for two; else none."""
        if room - self._entry.wants(columns) < _ROOM_FOR_TWO:
            return ""
        return "thinking" if self._entry.name == "game" else "game"

    def _put_up(self, beside: str) -> None:
        self._beside = beside
        for name, panel in self._panels.items():
            panel.set_class(name in self._up, "-up")

    def _digit_size(self, columns: int, lines: int) -> DigitSize:
        if columns >= _ROOM_FOR_LARGE and lines >= _LINES_FOR_LARGE:
            return LARGE
        return SMALL if lines >= _ROOM_FOR_SMALL or self._entry.digits else _TINY

    def _again(self) -> None:
        if self._latest is not None:
            self.show_off_board(self._latest.game)
            self.show(self._latest)
        self.arrange_keys()

    def take_program(self, name: str, data: bytes) -> None:
        """A program for the terminal."""
        panel = self._panels["terminal"]
        assert isinstance(panel, TerminalPanel)
        self.show_panel("terminal")
        panel.take_program(name, data)

    # The board

    def on_pointed(self, event: Pointed) -> None:
        """Board and panel light the same square."""
        panel = self._panels[self._entry.name]
        if panel.points:
            self.query_one(BoardWidget).pointed = event.square
            panel.point(event.square, event.firm)

    def on_move_input_moved(self, event: MoveInput.Moved) -> None:
        """A move was typed."""
        if event.text:
            self.play_typed(event.text)
        self.set_focus(self.query_one(BoardWidget))
