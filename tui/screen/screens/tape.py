"""The tape in the recorder, what is on it and can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Label, Static

from emu.chips.waveform import Waveform
from emu.machine import MHZ
from tui.screen.screens.dialog import Buttons

if TYPE_CHECKING:
    from emu.cassette.decode import Cassette
    from emu.cassette.found import Found

_HEAD = "ID  addresses  bytes  checksum  speed       at"
_MEANING = """\
Load: the machine reads the tape into memory (monitor: LOADT).
Write: the monitor writes memory onto an empty tape (DUMPT)."""

_BUTTONS = {"insert": "Insert", "load": "Load", "write": "Write", "keep": "Save WAV"}


@dataclass(frozen=True, eq=False)
class Tape:
    """A tape in the recorder: what is on it; ``recorded`` is the square wave if we made it."""

    name: str
    cassette: Cassette
    recorded: Waveform | None = None

    @property
    def seconds(self) -> float:
        """How long it plays."""
        return self.cassette.line.length / MHZ


@dataclass(frozen=True)
class Recorder:
    """What there is to show of the recorder; ``state``: what it does, in a line."""

    tape: Tape | None = None
    state: str = ""


class TapeScreen(Buttons):
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
        super().__init__("Cassette recorder")
        self._deck = deck

    def on_mount(self) -> None:
        """Show it, now and whenever it changes."""
        self.watch(self._deck, "recorder", self._look)

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

    def _look(self, recorder: Recorder) -> None:
        tape = recorder.tape
        self.query_one("#tape-state", Label).update(recorder.state)
        rows = [row(one) for one in tape.cassette.records] if tape else []
        self.query_one("#records", Static).update("\n".join([_HEAD, *rows] if rows else []))
        self.query_one("#tape-keep").display = tape is not None and tape.recorded is not None


def row(one: Found) -> str:
    """A record in a line, under the headings."""
    from emu.cassette.tapes import span, sum_read, titled

    return (
        f"{titled(one)}  {span(one)}  {len(one.data):5}  {sum_read(one):8}  x{one.speed}"
        f"  {one.position:7.1f} s"
    )


def listened(name: str, data: bytes, recorded: Waveform | None = None) -> Tape:
    """The tape of a WAV file called *name*. Raises TapeError."""
    from emu.cassette import wav
    from emu.cassette.decode import listen

    return Tape(name, listen(wav.read(data, name)), recorded)


def recording(levels: Waveform) -> bytes:
    """A WAV file of the cassette output."""
    from emu.cassette import tapes, wav
    from emu.cassette.audio import sound

    return wav.write(sound(levels, tapes.RATE))
