"""The KIM-1: keypad, speed, and a way back."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Button

from tui.screen.drawing.ink import line, wrapped
from tui.screen.panels.panel import PanelWidget
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.keypad import WIDTH, KeypadWidget
from tui.screen.widgets.text import TextView
from tui.session.snapshot import Snapshot
from tui.session.speeds import SPEEDS, factor, speed_name
from tui.session.words import digits_say

TALL_ENOUGH = 18
"""Lines from which on there is a gap above the keys."""
HARDLY_ANY = 12
"""Lines in which there is no room for the keys and what is above them."""
TALL_ROOM = 30
"""Lines above which the keys are drawn three lines high."""


class MachinePanel(PanelWidget):
    """The keypad under the digits."""

    DEFAULT_CSS = """
    MachinePanel { overflow-y: auto; scrollbar-size-vertical: 1; }
    MachinePanel #kim-buttons { margin-bottom: 1; }
    MachinePanel.-short #kim-buttons { margin-bottom: 0; }
    MachinePanel KeypadWidget { background: #10130f; }
    """

    def compose(self) -> ComposeResult:
        """Speeds, keypad, state."""
        names = (speed_name(one) if one == 1 else factor(one) for one in SPEEDS)
        speeds = (
            (f"speed-{number}", name, f"screen.speed({one})")
            for number, (name, one) in enumerate(zip(names, SPEEDS, strict=True))
        )
        yield ButtonRow(*speeds, id="speeds")
        row = ButtonRow(
            ("type-keys", "Type keys", "type_keys"),
            ("recover", "Back to the game", "screen.recover"),
            id="kim-buttons",
        )
        row.buttons["recover"].variant = "warning"
        yield row
        with Center():
            yield KeypadWidget(id="keypad")
        yield TextView(id="kim-state")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Keys that are down, the speed that is on."""
        self.set_class(self.size.height < TALL_ENOUGH, "-short")
        keypad = self.query_one(KeypadWidget)
        keypad.down = snapshot.machine.keys
        keypad.step = snapshot.machine.single_step
        keypad.monitors = not snapshot.machine.listening
        keypad.narrow = self.scrollable_content_region.width < WIDTH
        keypad.tall = self.size.height >= TALL_ROOM
        for index, speed in enumerate(SPEEDS):
            button = self.query_one(f"#speed-{index}", Button)
            button.variant = "primary" if speed == snapshot.speed else "default"
        self.query_one("#recover").display = not snapshot.machine.listening
        ink = self.ink
        cycles, width = snapshot.machine.cycles, max(20, self.size.width - 2)
        digits = wrapped(digits_say(snapshot), width)
        lines = [
            *(line((text, ink.muted)) for text in digits),
            line((f"{cycles:,} cycles, {cycles / 1e6:.1f} s at 1 MHz", ink.muted)),
        ]
        self.write("kim-state", lines)

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

    def action_type_keys(self) -> None:
        """The keyboard is the keypad."""
        self.query_one(KeypadWidget).action_engage()
