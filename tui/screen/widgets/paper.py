"""The terminal's paper: what was printed, and the keys that are typed."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.dom import DOMNode
from textual.message import Message
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, line
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.text import TextView

CR, LF, RUBOUT = b"\r", b"\n", b"\x7f"
_KEYS = {
    "enter": CR,
    "ctrl+j": LF,
    "backspace": RUBOUT,
    "delete": RUBOUT,
    "ctrl+c": b"\x03",
}
_LEFT_ALONE = ("tab", "escape")


class PaperView(ModeWidget, TextView):
    """Shows lines, the carriage as a cursor; says what is typed as characters of the line."""

    MODE = "TERMINAL"
    MEANS = "what you type goes over the serial line"
    PROMPT = "keys go to the terminal"

    HELP = """\
## The terminal
Enter, a click, or fitting the jumper begins to type; Escape ends that. What you type goes over the
serial line; the KIM-1's hardware echoes it. An address and Space open a cell, two digits and `.`
store, Enter is the next cell, Ctrl+J (line feed) the one before, `G` runs, `L` loads and `Q`
punches a paper tape. Backspace is RUBOUT: begin again.

The monitor looks at the terminal while the **TTY jumper** is in (Ctrl+T). MicroChess does not, and
GETKEY, which reads the keypad, shuts the line for a moment each time: what is typed then is echoed
in pieces, as by the real KIM-1. **RS** takes the machine from it, measures the speed with a RUBOUT
and prints the monitor's greeting. *Back to the game* on panel KIM-1 is the way back.
"""

    @dataclass
    class Typed(Message):
        """Characters for the line."""

        data: bytes

    @dataclass
    class Pasted(Message):
        """A text for the line."""

        text: str

    @dataclass
    class Bound(Message):
        """A key means *action* to *node*, something around the paper; it comes in its turn."""

        node: DOMNode
        action: str

    def show_lines(self, lines: tuple[str, ...], column: int, width: int) -> None:
        """Fold long lines; the carriage stands on the last one."""
        width = max(8, width)
        rows = [text[at : at + width] for text in lines[:-1] for at in _starts(text, width)]
        last = lines[-1].ljust(column + 1)
        strips = [line(row) for row in rows]
        for at in _starts(last, width):
            strips.append(_with_carriage(last[at : at + width], column - at, self.ink))
        self.set_content(strips)

    def on_key(self, event: events.Key) -> None:
        """What has a character goes over the line, control keys unless they mean something here."""
        if not self.engaged:
            return
        bound = self.screen.active_bindings.get(event.key)
        if (data := _KEYS.get(event.key)) or event.is_printable:
            typed = data or (event.character or "").encode("ascii", "ignore")
            self._say(event, self.Typed(typed))
        elif bound is None or bound.node is self.screen:
            if event.character and event.key not in _LEFT_ALONE:
                self._say(event, self.Typed(event.character.encode("ascii", "ignore")))
        elif bound.node in self.ancestors and bound.node is not self.app:
            self._say(event, self.Bound(bound.node, bound.binding.action))

    def on_paste(self, event: events.Paste) -> None:
        """It is typed."""
        if self.engaged:
            event.stop()
            self.post_message(self.Pasted(event.text))

    def _say(self, event: events.Key, message: Message) -> None:
        event.stop()
        event.prevent_default()
        self.post_message(message)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """What is typed is no key of the screen."""
        return self.engaged and (key in _KEYS or bool(character and character.isprintable()))

    def on_mouse_down(self) -> None:
        """A click begins to type."""
        self.action_engage()


def _starts(text: str, width: int) -> range:
    return range(0, max(1, len(text)), width)


def _with_carriage(text: str, column: int, ink: Ink) -> Strip:
    if not 0 <= column < len(text):
        return line(text)
    return line(text[:column], (text[column], ink.chosen), text[column + 1 :])
