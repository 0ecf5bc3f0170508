"""What is on the cassette, and what can be done with the recorder."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Label, Static

from emu.cassette.found import Found
from emu.cassette.tapes import span, sum_read, titled
from tui.screen.screens.dialog import Dialog
from tui.screen.tapes import Recorder

_HEAD = "ID  addresses  bytes  checksum  speed       at"
_MEANING = """\
Load: the machine reads the tape into memory (monitor: LOADT).
Write: memory goes onto the tape (DUMPT); End stops it.
Loop: the output wired to the input, to adjust the receiver
(the PLL); no tape is heard then."""

_BUTTONS = {
    "insert": "Insert", "load": "Load", "write": "Write", "keep": "Save WAV", "loop": "Loop",
}  # fmt: skip


class TapeScreen(Dialog[str]):
    """What the recorder of *deck* does, the records on its tape, and buttons; the answer is what to
    do. *deck* has a reactive ``recorder``.
    """

    DEFAULT_CSS = """
    TapeScreen > .box { width: 66; padding: 0 1; }
    TapeScreen VerticalScroll { height: auto; max-height: 10; margin-bottom: 1; }
    TapeScreen Static { width: 100%; }
    TapeScreen .meaning { color: $text-muted; }
    """

    def __init__(self, deck: Widget) -> None:
        super().__init__()
        self._deck = deck

    def on_mount(self) -> None:
        """Show it, now and whenever it changes."""
        self.watch(self._deck, "recorder", self._look)

    def compose(self) -> ComposeResult:
        """State, records, buttons."""
        with Vertical(classes="box") as box:
            box.border_title = "Cassette recorder"
            yield Label(id="tape-state", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(id="records", markup=False)
            yield Static(_MEANING, classes="meaning", markup=False)
            with Horizontal(classes="buttons"):
                for name, label in _BUTTONS.items():
                    yield Button(label, id=f"tape-{name}", compact=True)

    def _look(self, recorder: Recorder) -> None:
        tape = recorder.tape
        self.query_one("#tape-state", Label).update(recorder.state)
        rows = [row(one) for one in tape.cassette.records] if tape else []
        self.query_one("#records", Static).update("\n".join([_HEAD, *rows] if rows else []))
        self.query_one("#tape-keep").display = tape is not None and tape.recorded is not None
        self.query_one("#tape-loop", Button).label = "Unloop" if recorder.loops else "Loop"

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """That is to be done."""
        assert event.button.id is not None
        self.dismiss(event.button.id.removeprefix("tape-"))


def row(one: Found) -> str:
    """A record in a line, under the headings."""
    return (
        f"{titled(one)}  {span(one)}  {len(one.data):5}  {sum_read(one):8}  x{one.speed}"
        f"  {one.position:7.1f} s"
    )
