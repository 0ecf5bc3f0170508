"""The main screen: the board on the left, digits and panels on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import chess
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import ContentSwitcher, Footer, Tab, Tabs

from emu.notation import Poke
from microchess.program.memory_map import TABLE
from microchess.program.squares import CAPTURED, from_chess
from tui.screen.drawing.board import SCALES, best_scale, glyph
from tui.screen.drawing.digits import LARGE, SMALL
from tui.screen.drawing.ink import Ink, Word, line
from tui.screen.panels.game import headline
from tui.screen.panels.panel import Panel
from tui.screen.panels.registry import PANELS, PanelEntry
from tui.screen.panels.table import TablePanel
from tui.screen.panels.terminal import TerminalPanel
from tui.screen.screens.actions import GameActions
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.moveinput import MoveInput
from tui.screen.widgets.pointing import Pointed
from tui.screen.widgets.text import TextView
from tui.session import commands as c
from tui.session.snapshot import Activity, GameView, Snapshot

_LINES_AROUND_BOARD = 5
_NARROW, _TALL, _PANEL_BELOW = 76, 40, 18
"""On a screen narrower and at least as tall the panel is below the board, so many lines."""
_ROOM_FOR_DIGITS = 30
_ROOM_FOR_LARGE, _LINES_FOR_LARGE = 52, 36
_VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}


class MainScreen(GameActions):
    """Everything there is to see."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", "Help", id="app.help", key_display="F1"),
        Binding("n", "new_game", "New", id="game.new"),
        Binding("u,ctrl+z", "undo", "Undo", id="game.undo", key_display="u"),
        Binding("y,ctrl+y", "redo", "Redo", show=False, id="game.redo"),
        Binding("v", "flip", "Flip", id="game.flip"),
        Binding("p", "let_it_move", "Let it move", show=False, id="game.move"),
        Binding("escape", "escape", "Break off", show=False, id="game.cancel"),
        Binding("slash", "type", "Type a move", show=False, id="game.type"),
        Binding("s", "setup", "Set up", show=False, id="game.setup"),
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
        Binding("f9", "next_panel", "Panel", id="panel.next", key_display="F2-10"),
    ]

    CSS = """
    #top { height: 1; width: 100%; background: $panel; color: $foreground; padding: 0 1; }
    #body { height: 1fr; }
    #left { width: auto; height: 100%; }
    #left TextView { padding: 0 0 0 2; height: 1; }
    #board { width: auto; height: auto; }
    #entry { border: none; height: 1; padding: 0 1; margin: 0 2; width: 100%;
        background: $panel; }
    #entry:focus { background: $boost; }
    #right { width: 1fr; height: 100%; background: $surface; }
    #glass { height: auto; width: 100%; align-horizontal: center; background: #140505; }
    #digits { width: auto; height: auto; background: #140505; }
    #tabs { height: 2; }
    #tabs Tab { padding: 0 1; }
    ContentSwitcher { height: 1fr; }
    #left.-hidden { display: none; }
    MainScreen.-portrait #body { layout: vertical; }
    MainScreen.-portrait #left { height: auto; }
    MainScreen.-portrait #right { width: 100%; height: 1fr; }
    .-off { display: none; }
    """

    HELP = """\
## MicroChess on the KIM-1
Type a move (`e4`, `Nf3`, `O-O`, `6343`), or click a man and his square. `n` new game, `u` undo,
`y` redo, `v` turn the board, `p` let MicroChess move, Escape breaks its thinking off.
**F2**-**F10** change the panel. **Ctrl+P** finds everything by name; *Tour* explains how it plays.
"""

    def __init__(self, ascii_only: bool = False, flipped: bool = False) -> None:
        super().__init__()
        self._ascii_only, self._flipped = ascii_only, flipped
        self._latest: Snapshot | None = None
        self._panels: dict[str, Panel] = {}
        self._entry = PANELS[0]

    def compose(self) -> ComposeResult:
        """Board left, the rest right."""
        yield TextView(id="top")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield TextView(id="above")
                yield BoardWidget(self._ascii_only, id="board")
                yield TextView(id="below")
                yield MoveInput(id="entry")
            with Vertical(id="right"):
                with Vertical(id="glass"):
                    yield DigitsWidget(self._ascii_only, id="digits")
                yield Tabs(*(Tab(one.title, id=one.name) for one in PANELS), id="tabs")
                with ContentSwitcher(initial=PANELS[0].name):
                    for one in PANELS:
                        panel = one.build(self._ascii_only)
                        panel.id = one.name
                        self._panels[one.name] = panel
                        yield panel
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        """The board has the keys first."""
        board = self.query_one(BoardWidget)
        board.flipped = self._flipped
        board.typed = self.query_one("#entry", MoveInput).take
        self.query_one("#tabs").can_focus = False
        board.focus()
        self._arrange()

    def on_resize(self, _: events.Resize) -> None:
        """Make the best of the room."""
        self._arrange()

    @property
    def ink(self) -> Ink:
        """Styles of the present theme."""
        return Ink.of(self.app.current_theme)

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Look as it did when the session was left."""
        if (flipped := settings.get("flipped")) in ("yes", "no"):
            self.query_one(BoardWidget).flipped = flipped == "yes"
        for panel in self._panels.values():
            panel.restore(settings)
        if (name := settings.get("panel")) in self._panels:
            self.show_panel(str(name))

    # Snapshots

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session."""
        self._latest = snapshot
        if not self.is_mounted or not self._panels:
            return
        game, board = snapshot.game, self.query_one(BoardWidget)
        self._show_top(snapshot)
        if board.view != game:
            board.view = game
            self._show_captured(game)
        self.query_one(DigitsWidget).readout = snapshot.machine.readout
        for panel in self._panels.values():
            panel.follow(snapshot)
        self._panels[self._entry.name].show(snapshot)

    def _show_top(self, snapshot: Snapshot) -> None:
        game, ink = snapshot.game, self.ink
        level = (
            game.level.title if game.level else "level ${:02X} ${:02X}".format(*game.level_bytes)
        )
        speed = "full speed" if snapshot.speed is None else f"{snapshot.speed:g} MHz"
        mine = chess.COLOR_NAMES[not game.computer].capitalize()
        held = snapshot.activity is Activity.HELD
        style = ink.error if held or game.over else ink.accent
        words: list[Word] = [
            ("MicroChess", ink.led),
            (" on the KIM-1   ", ink.muted),
            (headline(snapshot), style),
            (f"   you: {mine}   {level}   {speed}", ink.muted),
        ]
        self.query_one("#top", TextView).set_content([line(*words)])

    def _show_captured(self, game: GameView) -> None:
        board = self.query_one(BoardWidget)
        lead = sum(_VALUES[m.upper()] * (1 if m.isupper() else -1) for m in game.men if m != ".")
        white_below = board.picture.white_below
        for selector, white in (("#above", not white_below), ("#below", white_below)):
            taken = captured_men(game, white=not white)
            men = "".join(glyph(man, self._ascii_only) for man in taken)
            mine = lead if white else -lead
            more = f" +{mine}" if mine > 0 else ""
            words: list[Word] = [(men, self.ink.muted), (more, self.ink.good)]
            self.query_one(selector, TextView).set_content([line(*words)])

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
        self._entry = next(one for one in PANELS if one.name == name)
        self.query_one(ContentSwitcher).current = name
        tabs = self.query_one("#tabs", Tabs)
        if tabs.active != name:
            tabs.active = name
        board = self.query_one(BoardWidget)
        board.pointed = None
        if name != "table":
            board.setup = False
        self.ask(c.Remember((("panel", name),)))
        self._arrange()
        if self._latest is not None:
            self._panels[name].show(self._latest)
        if focus:
            target = self._entry.focus
            (self._panels[name].query_one(target) if target else board).focus()

    def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        """A tab was clicked."""
        name = event.tab.id or PANELS[0].name
        if name != self._entry.name:
            self.show_panel(name)

    def _arrange(self) -> None:
        """Board as large as fits beside the panel; digits where there is room."""
        if not self._panels:
            return
        columns, lines = self.size.width, self.size.height
        portrait = columns < _NARROW and lines >= _TALL
        self.set_class(portrait, "-portrait")
        beside = 0 if portrait else self._entry.wants(columns)
        below = _PANEL_BELOW if portrait else 0
        scale = best_scale(columns - beside, lines - below - _LINES_AROUND_BOARD)
        cramped = (portrait or scale is SCALES[0]) and self._entry.alone
        self.query_one("#left").set_class(cramped, "-hidden")
        board = self.query_one(BoardWidget)
        board.scale = scale
        self.query_one("#left").styles.width = scale.columns
        digits = self.query_one(DigitsWidget)
        digits.digit_size = (
            LARGE if columns - scale.columns >= _ROOM_FOR_LARGE and lines >= 40 else SMALL
        )
        shown = self._entry.digits or lines >= _ROOM_FOR_DIGITS
        self.query_one("#glass").set_class(not shown, "-off")
        if self._latest is not None:
            self.call_after_refresh(self._again)

    def _again(self) -> None:
        if self._latest is not None:
            self._show_captured(self._latest.game)
            self.show(self._latest)

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

    def on_board_widget_entered(self) -> None:
        """The end of a typed move, or a square."""
        entry = self.query_one("#entry", MoveInput)
        if entry.value:
            entry.submit()
        else:
            self.query_one(BoardWidget).choose_square()

    def on_move_input_moved(self, event: MoveInput.Moved) -> None:
        """A move was typed."""
        if event.text:
            self.play_typed(event.text)
        self.query_one(BoardWidget).focus()

    def on_board_widget_man_put(self, event: BoardWidget.ManPut) -> None:
        """Set-up: a man goes somewhere, and his byte with him."""
        if self._latest is None:
            return
        game, panel = self._latest.game, self._panels["table"]
        assert isinstance(panel, TablePanel)
        man = panel.chosen
        if event.source is not None:
            man = game.table.standing_on(from_chess(event.source, game.computer))
        if man is None:
            self.notify("choose a man in the table first, then the square he goes to")
            return
        byte = CAPTURED if event.target is None else from_chess(event.target, game.computer)
        panel.choose(man)
        self.ask(c.PokeBytes((Poke(TABLE + man, byte),)))


def captured_men(game: GameView, white: bool) -> str:
    """The men of a side that are not on the board, by the initial set, most valuable first."""
    found = ""
    for letter, count in (("Q", 1), ("R", 2), ("B", 2), ("N", 2), ("P", 8)):
        man = letter if white else letter.lower()
        found += man * max(0, count - game.men.count(man))
    return found
