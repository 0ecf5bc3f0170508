"""The piece table at $50-$6F: who stands where, and what the program will make of it."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

import chess
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region

from emu.notation import Poke
from microchess.program.memory_map import TABLE
from microchess.program.slots import man_type
from microchess.program.squares import CAPTURED, reverse
from microchess.program.table import HALF, SIZE
from tui.screen.drawing.ink import line
from tui.screen.drawing.table import EXCHANGED_OFF, TablePicture
from tui.screen.panels.panel import Panel
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.messageline import MessageLine
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.text import TextView
from tui.session.logwords import means, whose
from tui.session.play import Play
from tui.session.snapshot import Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.words import explain_table

CHOOSE_FIRST = "choose a piece first: click it here, or use an arrow key"


class TableView(TextView, can_focus=True):
    """The 32 men; can be given keys."""

    HELP = """\
## The piece table
32 bytes are the whole game: where each piece stands. Choose a piece by arrow keys or by a click,
then press Enter (or button *Poke*): its byte is under the cursor of panel Inside, type two hex
digits, and it moves. Delete, or *Take off*, takes it off the board: its byte becomes `CC`. **Set
up** does the same with the mouse.

`W` goes back to the instruction that wrote the chosen byte last, `U` to the one that read it.
Red: two pieces on one square.
"""


class TablePanel(Panel):
    """The table, and what the program will make of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", "Up", show=False, id="table.up"),
        Binding("down", "go(1)", "Down", show=False, id="table.down"),
        Binding("enter", "poke", "Poke his byte", show=False, id="table.poke"),
        Binding("delete,backspace", "capture", "Take off (CC)", show=False, id="table.capture"),
        Binding("W", "ask_who(True)", "Who wrote it last", show=False, id="table.written"),
        Binding("U", "ask_who(False)", "Who used it last", show=False, id="table.read"),
    ]

    DEFAULT_CSS = """
    TablePanel #table-scroll { height: 1fr; border-bottom: blank; }
    TablePanel #table-notes { margin-top: 1; }
    """

    chosen: int | None = None
    _begun: int | None = None

    def compose(self) -> ComposeResult:
        """Buttons, table, notes."""
        yield ButtonRow(
            ("do-setup", "Set up", "screen.setup"),
            ("do-poke", "Poke", "poke"),
            ("do-capture", "Take off", "capture"),
        )
        with MoreBelow(id="table-scroll"):
            yield TableView(id="table")
            yield TextView(id="table-notes")

    def follow(self, snapshot: Snapshot) -> None:
        """Nobody is chosen in another game."""
        if self._begun != snapshot.game.begun:
            self._begun, self.chosen = snapshot.game.begun, None

    def refresh_content(self, snapshot: Snapshot) -> None:
        """The bytes."""
        game, ink = snapshot.game, self.ink
        self.write("table", self._picture(snapshot).strips(ink))
        notes = [
            line((text, ink.error if grave else ink.warning))
            for sentence, grave in explain_table(game.table, game.computer)
            for text in wrap(sentence, max(20, self.size.width - 3))
        ]
        if reverse(CAPTURED) in game.table.data:
            notes.append(line((EXCHANGED_OFF, ink.muted)))
        self.write("table-notes", notes)

    def _picture(self, snapshot: Snapshot) -> TablePicture:
        game = snapshot.game
        return TablePicture(game.table, game.computer, self.chosen, self.ascii_only)

    def choose(self, man: int | None) -> None:
        """Choose man 0-31."""
        self.chosen = man
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
        if self.snapshot is None or event.view.id != "table":
            return
        self.choose(man := self._picture(self.snapshot).man_at(event.x, event.y))
        if man is not None and not self.screen.query_one(BoardWidget).setup:
            who = whose(man, self.shown.game.computer)
            self.notify(f"{who} ${TABLE + man:02X}: Enter, then two hex digits, poke his byte")

    def action_go(self, by: int) -> None:
        """Choose another piece."""
        self.choose(0 if self.chosen is None else (self.chosen + by) % SIZE)

    def action_capture(self) -> None:
        """The man who was chosen is taken off the board."""
        if (man := self.chosen) is None:
            self.notify(CHOOSE_FIRST, severity="warning")
        elif self.shown.game.table[man] == CAPTURED:
            who = f"the {chess.piece_name(man_type(man))} ${TABLE + man:02X}"
            self.notify(f"{who} is off the board already", severity="warning")
        else:
            poke = Poke(TABLE + man, CAPTURED)
            self.ask(Play.poke((poke,)))
            self.notify(f"{CAPTURED:02X}: {means(poke, self.shown.game.computer)}")

    async def action_poke(self) -> None:
        """His byte, where bytes are poked."""
        if self.chosen is None:
            self.notify(CHOOSE_FIRST, severity="warning")
        else:
            await self.run_action(f"screen.in_panel('inside', 'poke({TABLE + self.chosen})')")

    def action_ask_who(self, written: bool) -> None:
        """Go back to the instruction that wrote the chosen man's byte last, or read it."""
        if self.chosen is not None:
            self.ask(TimeTravel.back_to_access(TABLE + self.chosen, written))
