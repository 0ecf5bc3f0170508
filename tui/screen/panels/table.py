"""The piece table at $50-$6F: bytes to edit, men to place, the exchange explained."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button

from emu.notation import Poke
from microchess.program.memory_map import TABLE
from microchess.program.squares import CAPTURED
from microchess.program.table import HALF, SIZE
from tui.screen.drawing.table import TablePicture, explain_exchange, explain_table
from tui.screen.panels.panel import Panel
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.text import TextView
from tui.session.commands import BackToAccess, PokeBytes
from tui.session.snapshot import Snapshot

_HEX = frozenset("0123456789abcdefABCDEF")


class TableView(ModeWidget, TextView):
    """The 32 men; can be given keys."""

    MODE = "POKE"
    MEANS = "two hex digits change the chosen byte; Delete captures"

    HELP = """\
## The piece table
32 bytes are the whole game: who stands where. Choose a man, press Enter (or button *Poke*), type
two hex digits, and he moves; Delete captures him (`CC`). Escape ends that. **Set up** does the same
with the mouse.

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
        Binding("delete,backspace", "erase", "Capture (CC)", show=False, id="table.capture"),
        Binding("W", "ask(True)", "Who wrote it last", show=False, id="table.written"),
        Binding("U", "ask(False)", "Who used it last", show=False, id="table.read"),
        Binding("x", "exchange", "Show the exchange", show=False, id="table.exchange"),
    ]

    DEFAULT_CSS = """
    TablePanel #table-buttons { height: 1; margin-bottom: 1; }
    TablePanel Button { min-width: 0; width: auto; margin-right: 1; }
    TablePanel #table-scroll { height: 1fr; }
    TablePanel #table-notes { margin-top: 1; }
    """

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self.chosen: int | None = None
        self._typed = ""
        self._exchanged = False

    def compose(self) -> ComposeResult:
        """Buttons, table, notes."""
        with Horizontal(id="table-buttons"):
            yield Button("Set up", id="do-setup", compact=True, action="screen.setup")
            yield Button("Poke", id="do-poke", compact=True)
            yield Button("CC", id="do-capture", compact=True)
            yield Button("Exchange", id="do-exchange", compact=True)
        with VerticalScroll(id="table-scroll", can_focus=False):
            yield TableView(id="table")
            yield TextView(id="table-notes")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """The bytes."""
        game, ink = snapshot.game, self.ink
        picture = self._picture(snapshot)
        self.query_one("#table", TableView).set_content(picture.strips(ink))
        notes = explain_table(game.table, game.computer, ink)
        if self._exchanged:
            notes = explain_exchange(game.table, self.chosen, ink)
        self.query_one("#table-notes", TextView).set_content(notes)
        self.query_one("#do-exchange", Button).variant = "primary" if self._exchanged else "default"

    def _picture(self, snapshot: Snapshot) -> TablePicture:
        game = snapshot.game
        return TablePicture(
            game.table, game.computer, self.chosen, self._typed, self._exchanged, self.ascii_only
        )

    def _again(self) -> None:
        if self.snapshot is not None:
            self.refresh_content(self.snapshot)

    def choose(self, man: int | None) -> None:
        """Choose man 0-31."""
        self.chosen, self._typed = man, ""
        self._again()

    def on_text_view_clicked(self, event: TextView.Clicked) -> None:
        """Choose what was clicked."""
        if self.snapshot is not None and event.view.id == "table":
            self.choose(self._picture(self.snapshot).man_at(event.x, event.y))

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
            self._again()
        else:
            self.action_capture()

    def action_capture(self) -> None:
        """The chosen man is taken."""
        if self.chosen is None:
            self.notify("choose a man in the table first", severity="warning")
        else:
            self._poke(CAPTURED)

    def action_poke(self) -> None:
        """Begin to type bytes."""
        if self.chosen is None:
            self.choose(0)
        self.query_one(TableView).action_engage()

    def on_mode_widget_changed(self) -> None:
        """A digit typed alone is forgotten with the mode."""
        self._typed = ""
        if self.chosen is None and self._engaged:
            self.chosen = 0
        self._again()

    def action_ask(self, written: bool) -> None:
        """Go back to the instruction that wrote the chosen man's byte last, or read it."""
        if self.chosen is not None:
            self.ask(BackToAccess(TABLE + self.chosen, written))

    def action_exchange(self) -> None:
        """Show what key E would do, or no longer."""
        self._exchanged = not self._exchanged
        self._again()

    def on_key(self, event: events.Key) -> None:
        """Hex digits edit the chosen byte, in the mode."""
        if not (self._engaged and event.character and event.character in _HEX):
            return
        self._typed += event.character.upper()
        if len(self._typed) == 2:
            value, self._typed = int(self._typed, 16), ""
            self._poke(value)
        event.stop()
        self._again()

    def _poke(self, value: int) -> None:
        if self.chosen is None:
            return
        if self._exchanged:
            self.notify("this is only a view of the exchange; x goes back", severity="warning")
            return
        self.ask(PokeBytes((Poke(TABLE + self.chosen, value),)))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Poke, exchange or capture."""
        if event.button.id == "do-exchange":
            self.action_exchange()
        elif event.button.id == "do-capture":
            self.action_capture()
        elif event.button.id == "do-poke":
            self.action_poke()
