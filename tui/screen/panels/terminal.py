"""The terminal on the KIM-1's serial line."""

from __future__ import annotations

import time
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button

from emu.files.programs import read_file
from emu.notation import counted
from tui.screen.drawing.ink import Word, line
from tui.screen.panels.panel import PanelWidget
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import open_file, save_file
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.paper import RUBOUT, PaperView
from tui.screen.widgets.text import TextView
from tui.session.hand import Hand
from tui.session.line import LiveLine
from tui.session.snapshot import Snapshot
from tui.session.values import BAUD_RATES
from tui.session.verbs import Asked


class TerminalPanel(PanelWidget):
    """Paper and keys; the jumper that makes the monitor use them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "jumper", "TTY jumper", show=False, id="tty.jumper"),
        Binding("ctrl+r", "reset", "RS, then RUBOUT", show=False, id="tty.reset"),
        Binding("ctrl+b", "send_break", "BREAK", show=False, id="tty.break"),
        Binding("ctrl+n", "line", "Speed, stop bits", show=False, id="tty.line"),
        Binding("ctrl+l", "load", "Send a paper tape", show=False, id="tty.load"),
        Binding("ctrl+k", "save", "Save the paper", show=False, id="tty.save"),
    ]

    DEFAULT_CSS = """
    TerminalPanel #tty-state { height: auto; margin: 0 0 1 0; }
    TerminalPanel #tty-scroll { height: 1fr; background: $panel; }
    TerminalPanel #tty-scroll:focus-within { background: $boost; }
    TerminalPanel PaperView { width: 100%; min-height: 100%; }
    """

    def compose(self) -> ComposeResult:
        """Buttons, state, paper."""
        yield ButtonRow(
            ("tty-jumper", "Jumper", "typing('jumper')"),
            ("tty-rs", "RS", "typing('reset')"),
            ("tty-rubout", "RUBOUT", "typing('rubout')"),
            ("tty-break", "BREAK", "typing('send_break')"),
        )
        yield ButtonRow(
            ("tty-line", "Line", "typing('line')"),
            ("tty-load", "Send tape", "typing('load')"),
            ("tty-save", "Save", "typing('save')"),
        )
        yield TextView(id="tty-state")
        with VerticalScroll(id="tty-scroll", can_focus=False):
            yield PaperView(id="paper")

    def on_mount(self) -> None:
        """The paper stays at its end until somebody scrolls back."""
        self.query_one("#tty-scroll").anchor()

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Jumper, speed, paper."""
        view = snapshot.line
        jumper = self.query_one("#tty-jumper", Button)
        jumper.variant = "primary" if view.fitted else "default"
        self.query_one("#tty-line", Button).label = f"Line {view.baud:g}/{view.stop_bits}"
        self.write("tty-state", [line(word) for word in self._state()])
        width = self.query_one("#tty-scroll").size.width
        self.query_one(PaperView).show_lines(view.lines, view.column, width)

    def _state(self) -> list[Word]:
        """Lines: where the jumper is, and who reads the terminal."""
        ink, view = self.ink, self.shown.line
        program = self.shown.game.program
        if not view.fitted:
            return [
                ("TTY jumper out: nothing reads this", ink.muted),
                ("terminal. Ctrl+T puts it in.", ink.muted),
            ]
        who = ["Back to the game: on panel KIM-1"]
        if view.pending:
            who = [f"{counted(view.pending, 'character')} to send"]
        elif self.shown.machine.listening:
            who = [f"{program} reads the keypad, not this;", "it breaks the echo. Ctrl+R stops it."]
        return [("TTY jumper in", ink.good), *((text, ink.muted) for text in who)]

    def on_paper_view_typed(self, event: PaperView.Typed) -> None:
        """Over the line."""
        event.stop()
        self.query_one("#tty-scroll").scroll_end(animate=False)
        self.ask(LiveLine.type_text(event.data))

    def on_paper_view_pasted(self, event: PaperView.Pasted) -> None:
        """Over the line, too."""
        event.stop()
        self.ask(LiveLine.paste(event.text))

    async def on_paper_view_bound(self, event: PaperView.Bound) -> None:
        """A key of the panel, between the characters where it was pressed."""
        event.stop()
        await self.app.run_action(event.action, event.node)

    async def action_typing(self, action: str) -> None:
        """That, by a button; the keys go on to the paper."""
        self.query_one(PaperView).action_engage()
        await self.run_action(action)

    def action_jumper(self) -> None:
        """Fit the jumper, or take it out."""
        fitted = self.shown.line.fitted
        self.ask(LiveLine.fit_jumper(not fitted))
        if not fitted:
            self.query_one(PaperView).action_engage()
        if not fitted and self.shown.machine.listening:
            self.notify(
                f"{self.shown.game.program} plays on with keypad and digits. Ctrl+R "
                "(key RS) stops it and starts the monitor here; F3, Back to the game, undoes that."
            )

    def action_reset(self) -> None:
        """RS; with the jumper in, the monitor then waits for a RUBOUT."""
        self.ask(Hand.press("RS"))
        if self.shown.line.fitted:
            self.action_rubout()

    def action_rubout(self) -> None:
        """The character that makes the monitor begin again."""
        self.ask(LiveLine.type_text(RUBOUT))

    def action_send_break(self) -> None:
        """Hold the line for a quarter of a second."""
        self.ask(LiveLine.send_break())

    def action_line(self) -> None:
        """Ask for speed and stop bits."""

        def choose(answer: str) -> None:
            baud, stop = answer.removeprefix("line-").split("-")
            self.ask(LiveLine.set_line(float(baud), int(stop)))
            self.notify("RS, then RUBOUT, tells the monitor of it")

        choices = [
            (f"line-{baud}-{stop}", f"{baud:>4} baud, {counted(stop, 'stop bit')}")
            for stop in (2, 1)
            for baud in BAUD_RATES
        ]
        now = f"line-{self.shown.line.baud:g}-{self.shown.line.stop_bits}"
        ask(self.app, PickScreen("The line", choices, now), choose)

    def action_load(self) -> None:
        """Ask for a program, then send it as a paper tape."""

        def read(path: Path) -> Asked:
            return LiveLine.send_program(read_file(str(path)))

        open_file(self, "Send as paper tape, after an L", read, self.ask)

    def action_save(self) -> None:
        """What is on the paper, into a file."""
        name = time.strftime("kim1-%Y%m%d-%H%M.txt")
        lines = self.shown.line.lines
        save_file(self, "Save the paper", name, lambda: "\n".join(lines) + "\n")
