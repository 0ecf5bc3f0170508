"""The KIM-1: keypad, speed, and a way back."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Center, Horizontal
from textual.widgets import Button

from tui.screen.drawing.header import headline
from tui.screen.drawing.ink import line
from tui.screen.panels.panel import Panel
from tui.screen.widgets.keypad import SST, KeypadWidget
from tui.screen.widgets.text import TextView
from tui.session.commands import PressKey, Recover, SetSpeed, SetStepSwitch
from tui.session.snapshot import Snapshot

SPEEDS: tuple[tuple[str, str, float | None], ...] = (
    ("1/100", "speed-100th", 0.01),
    ("1/10", "speed-10th", 0.1),
    ("1 MHz", "speed-1", 1.0),
    ("10", "speed-10", 10.0),
    ("full", "speed-full", None),
)
TALL_ROOM = 29
"""Lines above which the keys are drawn three lines high."""


class MachinePanel(Panel):
    """The keypad under the digits."""

    DEFAULT_CSS = """
    MachinePanel #speeds, MachinePanel #kim-buttons { height: 1; }
    MachinePanel #kim-buttons { margin-bottom: 1; }
    MachinePanel Button { min-width: 0; width: auto; margin-right: 1; }
    MachinePanel #kim-state { margin-top: 1; }
    MachinePanel KeypadWidget { background: #10130f; }
    """

    def compose(self) -> ComposeResult:
        """Speeds, keypad, state."""
        with Horizontal(id="speeds"):
            for label, name, _ in SPEEDS:
                yield Button(label, id=name, compact=True)
        with Horizontal(id="kim-buttons"):
            yield Button("Type keys", id="type-keys", compact=True)
            yield Button("Back to the game", id="recover", compact=True, variant="warning")
        with Center():
            yield KeypadWidget(self.ascii_only, id="keypad")
        yield TextView(id="kim-state")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Keys that are down, the speed that is on."""
        keypad = self.query_one(KeypadWidget)
        keypad.down = snapshot.machine.keys
        keypad.step = snapshot.machine.single_step
        keypad.tall = self.size.height >= TALL_ROOM
        for _, name, factor in SPEEDS:
            button = self.query_one(f"#{name}", Button)
            button.variant = "primary" if factor == snapshot.speed else "default"
        self.query_one("#recover").display = not snapshot.machine.listening
        ink = self.ink
        cycles = snapshot.machine.cycles
        self.query_one("#kim-state", TextView).set_content(
            [
                line((headline(snapshot), ink.strong)),
                line((f"{cycles:,} cycles, {cycles / 1e6:.1f} s of 1976", ink.muted)),
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
