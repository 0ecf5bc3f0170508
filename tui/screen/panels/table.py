"""The piece table at $50-$6F: bytes to edit, men to place, the exchange explained."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

import chess
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.widgets import Button

from emu.notation import Poke
from microchess.program.memory_map import TABLE
from microchess.program.slots import man_type
from microchess.program.squares import CAPTURED, from_chess, on_board, reverse
from microchess.program.table import HALF, SIZE
from tui.screen.drawing.ink import line
from tui.screen.drawing.table import EXCHANGED_OFF, TablePicture, explain_exchange
from tui.screen.panels.panel import Panel
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.messageline import MessageLine
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.text import TextView
from tui.session.commands import BackToAccess, PokeBytes
from tui.session.logwords import means, whose
from tui.session.snapshot import Snapshot
from tui.session.words import explain_table

_HEX = frozenset("0123456789abcdefABCDEF")
EXPECTED = "a byte has two: both 0-7 for a square, CC for off the board"
CHOOSE_FIRST = "choose a man first: click him here, or use an arrow key"


class TableView(ModeWidget, TextView):
    """The 32 men; can be given keys."""

    MODE = "POKE"
    MEANS = "click a man, type two hex digits: his byte; Del: off"
    PROMPT = "choose a man: click, or arrow keys"
    PICKS = True
    man = ""
    """Whose byte is typed next; empty: nobody's."""

    @property
    def prompt(self) -> str:
        """What is missing: a man, else his byte."""
        return f"{self.man}: two hex digits" if self.man else self.PROMPT

    HELP = """\
## The piece table
32 bytes are the whole game: who stands where. Press Enter (or button *Poke*), choose a man by arrow
keys or by a click, here or on the board, type two hex digits, and he moves; Delete takes him off
the board: his byte becomes `CC`. Escape ends that. Button *Take off* does so at any time to the man
who is chosen. **Set up** does the same with the mouse.

`W` goes back to the instruction that wrote the chosen byte last, `U` to the one that read it.
Red: two men on one square. `x` shows what key E would make of it: the halves change places and
every byte becomes `$77` minus itself - the same squares seen from the other side.
"""


class TablePanel(Panel):
    """The table, and what the program will make of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", "Up", show=False, id="table.up"),
        Binding("down", "go(1)", "Down", show=False, id="table.down"),
        Binding("left", f"go(-{HALF})", "Left", show=False, id="table.left"),
        Binding("right", f"go({HALF})", "Right", show=False, id="table.right"),
        Binding(
            "delete,backspace",
            "erase",
            "Take off (CC), while poking",
            show=False,
            id="table.capture",
            key_display="Del, Bksp",
        ),
        Binding("W", "ask_who(True)", "Who wrote it last", show=False, id="table.written"),
        Binding("U", "ask_who(False)", "Who used it last", show=False, id="table.read"),
        Binding("x", "exchange", "Show the exchange", show=False, id="table.exchange"),
        Binding("escape", "exchange(False)", "Table as it is", show=False, id="table.asitis"),
    ]

    DEFAULT_CSS = """
    TablePanel #table-buttons Button { margin-right: 0; }
    TablePanel #table-scroll { height: 1fr; border-bottom: blank; }
    TablePanel #table-notes { margin-top: 1; }
    """

    chosen: int | None = None
    _typed = ""
    _exchanged = False
    _begun: int | None = None

    def compose(self) -> ComposeResult:
        """Buttons, table, notes."""
        row = ButtonRow(
            ("do-setup", "Set up", "screen.setup"),
            ("do-poke", "Poke", "poke"),
            ("do-capture", "Take off", "capture"),
            ("do-exchange", "Exchange", "exchange"),
            id="table-buttons",
        )
        for name in ("do-poke", "do-capture"):  # the keys stay at the man who is chosen
            row.buttons[name].can_focus = False
        yield row
        with MoreBelow(id="table-scroll"):
            yield TableView(id="table")
            yield TextView(id="table-notes")

    def follow(self, snapshot: Snapshot) -> None:
        """Another game is shown as it is, and nobody in it is chosen."""
        if self._begun != snapshot.game.begun:
            self._begun = snapshot.game.begun
            self.chosen, self._typed, self._exchanged = None, "", False

    def refresh_content(self, snapshot: Snapshot) -> None:
        """The bytes."""
        game, ink = snapshot.game, self.ink
        self._exchanged &= not self.screen.query_one(BoardWidget).setup
        view = self.query_one(TableView)
        view.set_content(self._picture(snapshot).strips(ink))
        man = self.chosen
        named = "" if man is None else f"{whose(man, game.computer)} ${TABLE + man:02X}"
        if named != view.man:
            view.man = named
            self.post_message(ModeWidget.Changed())
        notes = [
            line((text, ink.error if grave else ink.warning))
            for sentence, grave in explain_table(game.table, game.computer)
            for text in wrap(sentence, max(20, self.size.width - 3))
        ]
        if reverse(CAPTURED) in game.table.data:
            notes.append(line((EXCHANGED_OFF, ink.muted)))
        if self._exchanged:
            notes = explain_exchange(game.table, self.chosen, ink)
        self.write("table-notes", notes)
        self.query_one("#do-exchange", Button).variant = "primary" if self._exchanged else "default"

    def _picture(self, snapshot: Snapshot) -> TablePicture:
        game = snapshot.game
        return TablePicture(
            game.table, game.computer, self.chosen, self._typed, self._exchanged, self.ascii_only
        )

    def choose(self, man: int | None) -> None:
        """Choose man 0-31."""
        self.chosen, self._typed = man, ""
        self.screen.query_one(MessageLine).acted()
        self.again()
        self._reveal()

    def _reveal(self) -> None:
        """Scroll to the marked man."""
        if self.chosen is None:
            return
        row = self._picture(self.shown).row_of(self.chosen)
        above = row if self.chosen % HALF == 0 else 0
        self.query_one(MoreBelow).scroll_to_region(
            Region(0, row - above, 1, 1 + above), animate=False, force=True
        )

    def on_resize(self) -> None:
        """The marked man stays in view."""
        self.call_after_refresh(self._reveal)

    def on_text_view_clicked(self, event: TextView.Clicked) -> None:
        """Choose what was clicked."""
        view = event.view
        if self.snapshot is None or not isinstance(view, TableView):
            return
        self.choose(self._picture(self.snapshot).man_at(event.x, event.y))
        if view.man and not view.engaged and not self.screen.query_one(BoardWidget).setup:
            self.notify(f"{view.man}: Enter, then two hex digits, poke his byte")

    def action_go(self, by: int) -> None:
        """Choose another man."""
        self.choose(0 if self.chosen is None else (self.chosen + by) % SIZE)

    @property
    def _engaged(self) -> bool:
        return self.query_one(TableView).engaged

    def action_erase(self) -> None:
        """In the mode the last digit goes, else the chosen man."""
        if not self._engaged:
            return
        if self._typed:
            self._typed = ""
            self.again()
        else:
            self.action_capture()

    def action_capture(self) -> None:
        """The man who was chosen is taken off the board."""
        if (man := self.chosen) is None:
            self.notify(CHOOSE_FIRST, severity="warning")
        elif self.shown.game.table[man] == CAPTURED and not self._exchanged:
            name = chess.piece_name(man_type(man))
            self.notify(
                f"the {name} ${TABLE + man:02X} is off the board already", severity="warning"
            )
        else:
            self._poke(CAPTURED)

    def action_poke(self) -> None:
        """Begin to type bytes, or end that."""
        table = self.query_one(TableView)
        if table.engaged:
            table.action_leave_mode()
        else:
            table.action_engage()

    def point(self, square: chess.Square | None, firm: bool) -> None:
        """In the mode a click on a man of the board chooses him, one beside him says what to do."""
        if square is None or not firm:
            return
        game, name = self.shown.game, chess.square_name(square)
        byte = from_chess(square, game.computer)
        man = game.table.standing_on(byte)
        if man is not None:
            self.choose((man + HALF) % SIZE if self._exchanged else man)
        elif self.chosen is not None:
            row = f"{TABLE + self.chosen:02X}"
            words = f"{name} is empty: type {byte:02X} to put the man of row {row} there, "
            self.notify(f"{words}or click a man to choose him", severity="warning")

    def on_mode_widget_changed(self) -> None:
        """A digit typed alone is forgotten with the mode."""
        button = self.query_one("#do-poke", Button)
        variant = "primary" if self._engaged else "default"
        if button.variant == variant:
            return
        button.variant, self._typed = variant, ""
        self.screen.query_one(MessageLine).acted()
        self.again()
        self._reveal()

    def action_ask_who(self, written: bool) -> None:
        """Go back to the instruction that wrote the chosen man's byte last, or read it."""
        if self.chosen is not None:
            self.ask(BackToAccess(TABLE + self.chosen, written))

    def action_exchange(self, begins: bool = True) -> None:  # noqa: ARG002
        """Show what key E would do, or no longer; *begins* see ``check_action``."""
        self._exchanged = not self._exchanged
        self.screen.query_one(MessageLine).acted()
        self.again()
        self.post_message(ModeWidget.Changed())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape is others' while the table is shown as it is; poking, one does not exchange."""
        if action == "exchange":
            return self._exchanged or not (parameters or self._engaged)
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """Hex digits edit the marked byte, in the mode; what else means nothing is answered."""
        if not (self._engaged and event.character and event.is_printable):
            return
        if event.character not in _HEX:
            if event.key not in self.screen.active_bindings:
                event.stop()
                self.notify(f"{event.character} is no hex digit; {EXPECTED}", severity="warning")
            return
        event.stop()
        if self.chosen is None:
            self.notify(CHOOSE_FIRST, severity="warning")
            return
        self._typed += event.character.upper()
        if len(self._typed) == 2:
            value, self._typed = int(self._typed, 16), ""
            self._poke(value)
        self.again()
        self._reveal()

    def _poke(self, value: int) -> None:
        assert self.chosen is not None
        if self._exchanged:
            self.notify("this is only a view of the exchange; x goes back", severity="warning")
            return
        poke = Poke(TABLE + self.chosen, value)
        self.ask(PokeBytes((poke,)))
        odd = not on_board(value) and value != CAPTURED
        meaning = means(poke, self.shown.game.computer)
        self.notify(f"{value:02X}: {meaning}", severity="warning" if odd else "information")
