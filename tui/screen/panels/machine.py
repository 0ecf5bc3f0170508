"""The KIM-1: keypad, speed, and a way back."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Button

from tui.screen.drawing.header import digits_say, headline
from tui.screen.drawing.ink import line
from tui.screen.drawing.wrapping import wrapped
from tui.screen.panels.deck import CassetteDeck
from tui.screen.panels.panel import Panel
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.keypad import SST, KeypadWidget
from tui.screen.widgets.text import TextView
from tui.session.commands import KeepSound, PressKey, Recover, SetSpeed, SetStepSwitch
from tui.session.snapshot import Snapshot

SPEEDS: tuple[tuple[str, str, float | None], ...] = (
    ("1/100", "speed-100th", 0.01),
    ("1/10", "speed-10th", 0.1),
    ("1 MHz", "speed-1", 1.0),
    ("10", "speed-10", 10.0),
    ("full", "speed-full", None),
)
TALL_ENOUGH = 18
"""Lines from which on there is a gap above the keys."""
HARDLY_ANY = 12
"""Lines in which there is no room for the keys and what is above them."""
TALL_ROOM = 30
"""Lines above which the keys are drawn three lines high."""


class MachinePanel(Panel):
    """The keypad under the digits."""

    HELP = """\
## Cassettes and sound
**Tape** lists what is on the tape. There one inserts a tape (a WAV file), has the monitor load it
or write memory to it, saves what was recorded, and wires the output to the input. **Play** and
**Rec** are those of the recorder: tapes run as the machine does. **Save sound** keeps the last 30 s
of PA0, PB0 or PB7 as a WAV file.
"""

    DEFAULT_CSS = """
    MachinePanel { overflow-y: auto; scrollbar-size-vertical: 1; }
    MachinePanel CassetteDeck { margin-bottom: 1; }
    MachinePanel.-short CassetteDeck { margin-bottom: 0; }
    MachinePanel KeypadWidget { background: #10130f; }
    """

    def compose(self) -> ComposeResult:
        """Speeds, keypad, state."""
        with ButtonRow(id="speeds"):
            for label, name, _ in SPEEDS:
                yield Button(label, id=name, compact=True)
        with ButtonRow(id="kim-buttons"):
            yield Button("Type keys", id="type-keys", compact=True)
            yield Button("Back to the game", id="recover", compact=True, variant="warning")
        yield CassetteDeck(id="deck")
        with Center():
            yield KeypadWidget(self.ascii_only, id="keypad")
        yield TextView(id="kim-state")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Keys that are down, the speed that is on."""
        self.set_class(self.size.height < TALL_ENOUGH, "-short")
        self.query_one(CassetteDeck).show(snapshot)
        keypad = self.query_one(KeypadWidget)
        keypad.down = snapshot.machine.keys
        keypad.step = snapshot.machine.single_step
        keypad.monitors = not snapshot.machine.listening
        keypad.tall = self.size.height >= TALL_ROOM
        for _, name, factor in SPEEDS:
            button = self.query_one(f"#{name}", Button)
            button.variant = "primary" if factor == snapshot.speed else "default"
        self.query_one("#recover").display = not snapshot.machine.listening
        self._show_state()

    def page(self, by: int) -> bool:
        """Scroll what does not fit."""
        self.scroll_relative(y=by * self.size.height, animate=False)
        return True

    def on_resize(self) -> None:
        """Where there is hardly any room the keys have it."""
        if self.size.height < HARDLY_ANY:
            self.call_after_refresh(
                self.scroll_to_widget, self.query_one(KeypadWidget), animate=False, top=True
            )

    def on_mount(self) -> None:
        """Say what machine and cassette deck do."""
        super().on_mount()
        self.watch(self.query_one(CassetteDeck), "recorder", self._show_state)

    def _show_state(self) -> None:
        if (snapshot := self.snapshot) is None:
            return
        ink, deck = self.ink, self.query_one(CassetteDeck)
        cycles, width = snapshot.machine.cycles, max(20, self.size.width - 2)
        digits = wrapped(f"Digits: {digits_say(snapshot)}", width)
        self.query_one("#kim-state", TextView).set_content(
            [
                line((headline(snapshot), ink.strong)),
                *(line((text, ink.muted)) for text in digits),
                line((f"{cycles:,} cycles, {cycles / 1e6:.1f} s at 1 MHz", ink.muted)),
                *map(line, wrapped(f"Cassette: {deck.recorder.state}", width)),
            ]
        )

    def on_keypad_widget_pressed(self, event: KeypadWidget.Pressed) -> None:
        """A key, or the switch."""
        event.stop()
        if event.key == SST:
            on = self.snapshot is not None and self.snapshot.machine.single_step
            self.ask(SetStepSwitch(not on))
        else:
            self.ask(PressKey(event.key))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Speed, or back."""
        event.stop()
        if event.button.id == "recover":
            self.ask(Recover())
        elif event.button.id == "type-keys":
            self.query_one(KeypadWidget).action_engage()
        for _, name, factor in SPEEDS:
            if event.button.id == name:
                self.ask(SetSpeed(factor))

    def action_deck(self, what: str) -> None:
        """Something at the cassette recorder."""
        deck = self.query_one(CassetteDeck)
        match what:
            case "list":
                deck.choose()
            case "insert":
                deck.insert()
            case "play":
                deck.play()
            case "record":
                deck.record()
            case "load":
                deck.load()
            case "write":
                deck.write()
            case "keep":
                deck.keep()
            case "sound":
                self.ask(KeepSound())
