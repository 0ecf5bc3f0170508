"""The tour in the full screen: chapters above, the reader's line below, on a machine of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, RichLog
from textual.worker import get_current_worker

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.machine.player import Player
from microchess.tour.chapter import built_in
from microchess.tour.live import LiveMachine
from microchess.tour.progress import Progress
from microchess.tour.session import Kind, Piece, TourSession
from tui.screen.drawing.ink import Ink
from tui.screen.screens.dialog import Dialog

_LIT = re.compile(r"\[[^\]]+\]")
_LINE = "type what is asked, or hint, list, next, help; Escape leaves"


class TourScreen(Dialog[None]):
    """Leads through the chapters. The game beside it stays as it is.

    *progress* None: which chapters are done is not kept.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll(-1)", "Up", show=False),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("pageup", "scroll(-12)", "Page up", show=False),
        Binding("pagedown", "scroll(12)", "Page down", show=False),
    ]

    DEFAULT_CSS = """
    TourScreen > .box { width: 90%; max-width: 104; height: 95%; padding: 0 1; }
    TourScreen RichLog { height: 1fr; background: $surface; scrollbar-size-vertical: 1; }
    TourScreen Input, TourScreen Input:focus { border: none; height: 1; padding: 0 1;
        background: $boost; }
    """

    def __init__(self, player: Player, monitor: bytes | None, progress: Progress | None) -> None:
        super().__init__("Tour")
        self._player, self._monitor, self._progress = player, monitor, progress
        self._session: TourSession | None = None
        self._pieces: list[Piece] = []

    def compose(self) -> ComposeResult:
        """The text, and a line to type in."""
        with Vertical(classes="box"):
            log = RichLog(id="tour-text", wrap=True, min_width=20, auto_scroll=False)
            log.can_focus = False
            yield log
            yield Input(placeholder=_LINE, id="tour-line")

    def on_mount(self) -> None:
        """Switch the machine on, and open the chapter the reader has come to."""
        self.query_one(Input).focus()
        self._carry_out(self._begin)

    def on_resize(self, _: events.Resize) -> None:
        """Wrap anew."""
        self._draw(self._pieces)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The reader's line, once the one before is answered."""
        event.stop()
        session, line = self._session, event.value
        if session is not None:
            self.query_one(Input).clear()
            self._carry_out(lambda: session.say(line), line)

    def action_scroll(self, lines: int) -> None:
        """Read on, or again."""
        self.query_one(RichLog).scroll_relative(y=lines, animate=False)

    def _begin(self) -> list[Piece]:
        progress = self._progress
        machine = LiveMachine(self._player, self._monitor)
        kept = (progress.finish, progress.done) if progress else ()
        session = self._session = TourSession(built_in(), machine, *kept)
        return session.go_to(session.first_undone())

    @work(thread=True, group="tour")
    def _carry_out(self, task: Callable[[], list[Piece]], line: str | None = None) -> None:
        """Let the machine run, away from the screen; who has left gets no answer."""
        worker = get_current_worker()
        self.app.call_from_thread(self._wait, True)
        try:
            pieces = task()
        except (MicroChessError, EmuError) as error:
            pieces = [Piece(Kind.WRONG, str(error))]
        if not worker.is_cancelled:
            self.app.call_from_thread(self._answer, pieces, line)

    def _wait(self, waiting: bool) -> None:
        if self.is_attached:
            self.query_one(Input).disabled = waiting

    def _answer(self, pieces: Sequence[Piece], line: str | None) -> None:
        if not self.is_attached:
            return
        self._wait(False)
        if self._session is not None and self._session.over:
            self.dismiss(None)
            return
        self.query_one(Input).focus()
        log = self.query_one(RichLog)
        if pieces and pieces[0].kind is Kind.TITLE:
            self._pieces = list(pieces)
            self._draw(self._pieces)
            log.scroll_home(animate=False)
            return
        more = [*([Piece(Kind.TITLE, f"> {line}")] if line else []), *pieces]
        self._pieces += more
        self._write(more)
        log.scroll_end(animate=False)

    def _draw(self, pieces: Iterable[Piece]) -> None:
        self.query_one(RichLog).clear()
        self._write(pieces)

    def _write(self, pieces: Iterable[Piece]) -> None:
        log, ink = self.query_one(RichLog), Ink.of(self.app.current_theme)
        styles = {
            Kind.TITLE: ink.accent,
            Kind.TASK: ink.strong,
            Kind.RIGHT: ink.good,
            Kind.WRONG: ink.warning,
        }
        for piece in pieces:
            text = Text(piece.text, style=styles.get(piece.kind, Style()))
            if piece.kind is Kind.VIEW:
                text.no_wrap = True
                text.highlight_regex(_LIT, ink.chosen)
            log.write(text)
            log.write(Text())
