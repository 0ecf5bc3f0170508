"""One of a few words."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Button


class Choice(Horizontal):
    """Buttons of which one is on; ``value`` is its name."""

    DEFAULT_CSS = """
    Choice { height: 1; width: auto; }
    Choice Button { min-width: 0; width: auto; margin-right: 1; }
    """

    value: reactive[str] = reactive("", init=False)

    class Changed(Message):
        """Another one is on."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, choices: Sequence[tuple[str, str]], value: str, id: str) -> None:
        super().__init__(id=id)
        self._choices = choices
        self.set_reactive(Choice.value, value)

    def compose(self) -> ComposeResult:
        for name, label in self._choices:
            on = name == self.value
            yield Button(
                self._marked(name, label),
                id=f"{self.id}-{name}",
                compact=True,
                variant="primary" if on else "default",
            )

    def _marked(self, name: str, label: str) -> str:
        """Its label, with a mark where it is on: colours are not seen everywhere."""
        return f"{'*' if name == self.value else ' '} {label}"

    def watch_value(self) -> None:
        for name, label in self._choices:
            button = self.query_one(f"#{self.id}-{name}", Button)
            button.label = self._marked(name, label)
            button.variant = "primary" if name == self.value else "default"
        self.post_message(self.Changed(self))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.value = (event.button.id or "").removeprefix(f"{self.id}-")
