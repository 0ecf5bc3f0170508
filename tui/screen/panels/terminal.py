"""The terminal on the KIM-1's serial line."""

from __future__ import annotations

import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button

from emu.errors import ProgramFileError
from emu.files.programs import read_program
from emu.files.source import read_file
from emu.notation import counted, parse_address
from tui.screen.drawing.ink import Word, line
from tui.screen.panels.panel import Panel
from tui.screen.screens.ask import AskScreen, PickScreen, ask_for_new_path, ask_for_path
from tui.screen.screens.files import browser_of
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.paper import RUBOUT, PaperView
from tui.screen.widgets.text import TextView
from tui.session.commands import (
    CapturePrint,
    Command,
    FitJumper,
    PressKey,
    SendBreak,
    SendProgram,
    SetLine,
    TypeText,
)
from tui.session.snapshot import LineView, Snapshot

SPEEDS = (50, 75, 110, 150, 300, 600, 1200, 1800, 2400, 4800, 9600)


class TerminalPanel(Panel):
    """Paper and keys; the jumper that makes the monitor use them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "jumper", "TTY jumper", show=False, id="tty.jumper"),
        Binding("ctrl+r", "reset", "RS, then RUBOUT", show=False, id="tty.reset"),
        Binding("ctrl+b", "break", "BREAK", show=False, id="tty.break"),
        Binding("ctrl+n", "line", "Speed, stop bits", show=False, id="tty.line"),
        Binding("ctrl+l", "load", "Send a paper tape", show=False, id="tty.load"),
        Binding("ctrl+k", "capture", "Capture", show=False, id="tty.capture"),
    ]

    DEFAULT_CSS = """
    TerminalPanel #tty-state { height: auto; margin: 0 0 1 0; }
    TerminalPanel #tty-scroll { height: 1fr; background: $panel; }
    TerminalPanel #tty-scroll:focus-within { background: $boost; }
    TerminalPanel PaperView { width: 100%; min-height: 100%; }
    """

    def compose(self) -> ComposeResult:
        """Buttons, state, paper."""
        with ButtonRow():
            yield Button("Jumper", id="tty-jumper", compact=True)
            yield Button("RS", id="tty-rs", compact=True)
            yield Button("RUBOUT", id="tty-rubout", compact=True)
            yield Button("BREAK", id="tty-break", compact=True)
        with ButtonRow():
            yield Button("Line", id="tty-line", compact=True)
            yield Button("Send tape", id="tty-load", compact=True)
            yield Button("Capture", id="tty-capture", compact=True)
        yield TextView(id="tty-state")
        with VerticalScroll(id="tty-scroll", can_focus=False):
            yield PaperView(id="paper")

    def on_mount(self) -> None:
        """The paper stays at its end until somebody scrolls back."""
        self.query_one("#tty-scroll").anchor()

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Jumper, speed, paper."""
        view, ink = snapshot.line, self.ink
        jumper = self.query_one("#tty-jumper", Button)
        jumper.variant = "primary" if view.fitted else "default"
        self.query_one("#tty-line", Button).label = f"Line {view.baud:g}/{view.stop_bits}"
        capture = self.query_one("#tty-capture", Button)
        capture.variant = "primary" if view.capture else "default"
        self.query_one("#tty-state", TextView).set_content([line(word) for word in self._state()])
        width = self.query_one("#tty-scroll").size.width
        self.query_one(PaperView).show_lines(view.lines, view.column, width, ink)

    def _state(self) -> list[Word]:
        """Lines: where the jumper is, and who reads the terminal."""
        assert self.snapshot is not None
        ink, view = self.ink, self.snapshot.line
        program = self.snapshot.game.program
        if not view.fitted:
            return [
                ("TTY jumper out: nothing reads this", ink.muted),
                ("terminal. Ctrl+T puts it in.", ink.muted),
            ]
        who = ["Back to the game: on panel KIM-1"]
        if view.pending:
            who = [f"{counted(view.pending, 'character')} to send"]
        elif self.snapshot.machine.listening:
            who = [f"{program} reads the keypad, not this;", "it breaks the echo. Ctrl+R stops it."]
        file = f"; into {view.capture}" if view.capture else ""
        return [(f"TTY jumper in{file}", ink.good), *((text, ink.muted) for text in who)]

    @property
    def _line(self) -> LineView | None:
        return self.snapshot.line if self.snapshot else None

    def on_paper_view_typed(self, event: PaperView.Typed) -> None:
        """Over the line."""
        event.stop()
        self.query_one("#tty-scroll").scroll_end(animate=False)
        self.ask(TypeText(event.data))

    async def on_paper_view_bound(self, event: PaperView.Bound) -> None:
        """A key of the panel, between the characters where it was pressed."""
        event.stop()
        await self.app.run_action(event.action, event.node)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The same by mouse; the keys go on to the paper."""
        event.stop()
        self.query_one(PaperView).action_engage()
        match event.button.id:
            case "tty-jumper":
                self.action_jumper()
            case "tty-rs":
                self.action_reset()
            case "tty-rubout":
                self.action_rubout()
            case "tty-break":
                self.action_break()
            case "tty-line":
                self.action_line()
            case "tty-load":
                self.action_load()
            case "tty-capture":
                self.action_capture()

    def action_jumper(self) -> None:
        """Fit the jumper, or take it out."""
        if self._line is None or self.snapshot is None:
            return
        self.ask(FitJumper(not self._line.fitted))
        if not self._line.fitted:
            self.query_one(PaperView).action_engage()
        if not self._line.fitted and self.snapshot.machine.listening:
            self.notify(
                f"{self.snapshot.game.program} plays on with keypad and digits. Ctrl+R "
                "(key RS) stops it and starts the monitor here; F3, Back to the game, undoes that."
            )

    def action_reset(self) -> None:
        """RS; with the jumper in, the monitor then waits for a RUBOUT."""
        self.ask(PressKey("RS"))
        if self._line is not None and self._line.fitted:
            self.action_rubout()

    def action_rubout(self) -> None:
        """The character that makes the monitor begin again."""
        self.ask(TypeText(RUBOUT))

    def action_break(self) -> None:
        """The BREAK key."""
        self.ask(SendBreak())

    def action_line(self) -> None:
        """Ask for speed and stop bits."""

        def choose(answer: str | None) -> None:
            if answer:
                baud, stop = answer.removeprefix("line-").split("-")
                self.ask(SetLine(float(baud), int(stop)))
                self.notify("RS, then RUBOUT, tells the monitor of it")

        choices = [
            (f"line-{baud}-{stop}", f"{baud:>4} baud, {counted(stop, 'stop bit')}")
            for stop in (2, 1)
            for baud in SPEEDS
        ]
        now = f"line-{self._line.baud:g}-{self._line.stop_bits}" if self._line else ""
        self.app.push_screen(PickScreen("The line", choices, now), choose)

    def action_load(self) -> None:
        """Ask for a program, then send it as a paper tape."""
        title = "Send as paper tape, after an L"
        if (browser := browser_of(self.screen)) is not None:
            browser.take(title, "", self.take_program)
            return

        ask_for_path(
            self.app,
            title,
            lambda path: read_file(str(path)),
            lambda program: self.ask(SendProgram(program)),
        )

    def take_program(self, name: str, data: bytes) -> None:
        """Send a program; one that does not say where it belongs is asked about."""
        try:
            self.ask(SendProgram(read_program(data, name)))
            return
        except ProgramFileError as error:
            reason = str(error)

        def read(digits: str) -> Command:
            return SendProgram(read_program(data, name, parse_address(digits)))

        self.notify(reason, title=name)
        self.app.push_screen(
            AskScreen(f"{name}: plain bytes?", "address, e.g. 0200", read),
            lambda send: None if send is None else self.ask(send),
        )

    def action_capture(self) -> None:
        """Ask for a file to keep what is printed in, or end that; a browser gets the paper."""
        name = time.strftime("kim1-%Y%m%d-%H%M.txt")
        if (browser := browser_of(self.screen)) is not None:
            if self._line is not None:
                browser.give(name, "\n".join(self._line.lines) + "\n")
            return
        if self._line is not None and self._line.capture:
            self.ask(CapturePrint(None))
            return

        ask_for_new_path(
            self.app, "Keep what is printed", name, lambda path: self.ask(CapturePrint(path))
        )
