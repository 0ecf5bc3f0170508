"""The tape in the recorder: what is on it and can be done with it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Label, Static

from tui.screen.screens.dialog import Buttons
from tui.session.recorder import HEAD, Tape, row

_MEANING = """\
Load: the machine reads the tape into memory (monitor: LOADT).
Write: the monitor writes memory onto an empty tape (DUMPT).
Loop: the output wired to the input, to adjust the receiver
(the PLL); no tape is heard then."""

_BUTTONS = {
    "insert": "Insert", "load": "Load", "write": "Write", "keep": "Save WAV", "loop": "Loop",
}  # fmt: skip


Shown = tuple[Tape | None, str, bool]
"""The tape, what the recorder does in a line, whether it is looped."""


class TapeScreen(Buttons):
    """What the recorder of *deck* does, the records on its tape, and buttons; the answer is what to
    do. *deck* has a reactive ``report``.
    """

    DEFAULT_CSS = """
    TapeScreen > .box { width: 66; padding: 0 1; }
    TapeScreen VerticalScroll { height: auto; max-height: 10; margin-bottom: 1; }
    TapeScreen Static { width: 100%; }
    TapeScreen .meaning { color: $text-muted; }
    """

    def __init__(self, deck: Widget) -> None:
        super().__init__("Cassette recorder")
        self._deck = deck

    def on_mount(self) -> None:
        """Show it, now and whenever it changes."""
        self.watch(self._deck, "report", self._look)

    def compose(self) -> ComposeResult:
        """State, records, buttons."""
        with Vertical(classes="box"):
            yield Label(id="tape-state", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(id="records", markup=False)
            yield Static(_MEANING, classes="meaning", markup=False)
            with Horizontal(classes="buttons"):
                for name, label in _BUTTONS.items():
                    yield Button(label, id=f"tape-{name}", compact=True)

    def _look(self, shown: Shown) -> None:
        tape, state, loops = shown
        self.query_one("#tape-state", Label).update(state)
        rows = [row(one) for one in tape.cassette.records] if tape else []
        self.query_one("#records", Static).update("\n".join([HEAD, *rows] if rows else []))
        self.query_one("#tape-keep").display = tape is not None and tape.recorded is not None
        self.query_one("#tape-loop", Button).label = "Unloop" if loops else "Loop"
