"""Dialogs that ask one thing: a line of text, one of several buttons, one of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, OptionList
from textual.widgets.option_list import Option

from emu.notation import counted
from tui.screen.screens.dialog import Dialog


class AskScreen(Dialog[str]):
    """A line of text."""

    DEFAULT_CSS = "AskScreen Input { width: 56; }"

    def __init__(self, title: str, hint: str, value: str = "") -> None:
        super().__init__()
        self._heading, self._hint, self._value = title, hint, value

    def compose(self) -> ComposeResult:
        """Input and buttons."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            yield Input(self._value, placeholder=self._hint, id="answer")
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("OK", id="ok", variant="primary", compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter is OK."""
        self.dismiss(event.value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """OK or not."""
        self.dismiss(self.query_one(Input).value if event.button.id == "ok" else None)


def ask_for_path(
    app: App[Any], title: str, hint: str, then: Callable[[Path], None], name: str = ""
) -> None:
    """Ask for a file of this computer; *then* hears its path, unless nothing was written."""

    def chosen(text: str | None) -> None:
        if text and text.strip():
            then(Path(text.strip()).expanduser())

    app.push_screen(AskScreen(title, hint, name), chosen)


class ChooseScreen(Dialog[str]):
    """One of several buttons; a name of one letter is its key, else the label's first letter."""

    def __init__(self, title: str, text: str, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._heading, self._text, self._choices = title, text, choices

    def compose(self) -> ComposeResult:
        """Text and buttons."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            yield Label(self._text)
            with Horizontal(classes="buttons"):
                for index, (name, label) in enumerate(self._choices):
                    yield Button(
                        f"{label} ({name})" if len(name) == 1 else label,
                        id=f"choice-{name}",
                        variant="default" if index else "primary",
                        compact=True,
                    )

    def on_key(self, event: events.Key) -> None:
        """The letter of a button."""
        for name, label in self._choices:
            letter = name if len(name) == 1 else label[0].lower()
            if event.character == letter:
                event.stop()
                self.dismiss(name)
                return

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """That is the answer."""
        assert event.button.id is not None
        self.dismiss(event.button.id.removeprefix("choice-"))


class PickScreen(Dialog[str]):
    """One of a list of names, each with what it means."""

    DEFAULT_CSS = """
    PickScreen > .box { padding: 0 1; }
    PickScreen OptionList { width: 60; height: auto; max-height: 18; border: none; padding: 0; }
    PickScreen OptionList:focus { border: none; }
    """

    def __init__(self, title: str, choices: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__()
        self._heading, self._choices, self._chosen = title, choices, chosen

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            yield OptionList(*(Option(label, id=name) for name, label in self._choices))

    def on_mount(self) -> None:
        """Begin at what is chosen now."""
        names = [name for name, _ in self._choices]
        if self._chosen in names:
            self.query_one(OptionList).highlighted = names.index(self._chosen)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """That one."""
        self.dismiss(event.option_id)


def ask_to_leave(app: App[Any], title: str, half_moves: int, then: Callable[[], object]) -> None:
    """Do *then*, which ends a game; one of so many half-moves only if the person says so."""
    if not half_moves:
        then()
        return

    def sure(answer: str | None) -> None:
        if answer == "yes":
            then()

    text = f"Leave the game after {counted(half_moves, 'half-move')}?"
    app.push_screen(ChooseScreen(title, text, (("no", "Back"), ("yes", title))), sure)
