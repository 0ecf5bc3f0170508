"""Dialogs that ask one thing: a line of text, one of several buttons, one of a list."""

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.visual import VisualType
from textual.widgets import Button, Input, Label, OptionList
from textual.widgets.option_list import Option

from emu.errors import EmuError
from emu.notation import beginning
from microchess.errors import MicroChessError
from tui.screen.screens.dialog import Dialog, Result, ask

_LONGEST, _SHOWN = 160, 40
"""Characters of a line that is named whole where it is refused, and of the beginning of others."""
_SURE = "yes"
"""The answer by which something is lost."""


class AskScreen(Dialog[Result]):
    """A line of text; the answer, by OK or Enter, is what *read* makes of it.

    Of *hint* the first line stands in the empty field, the rest under it. While *read* refuses the
    line the dialog stays, and says why there; so it does with an empty line, but where something
    stood in the field before.
    """

    DEFAULT_CSS = """
    AskScreen Input { width: 56; max-width: 100%; }
    AskScreen #told { width: 56; max-width: 100%; height: auto; padding: 0 1; }
    AskScreen #told.-fault { color: $error; }
    """

    def __init__(
        self, title: str, hint: str, read: Callable[[str], Result], value: str = ""
    ) -> None:
        super().__init__(title)
        self._value, self._read = value, read
        self._hint, _, self._under = hint.partition("\n")

    def compose(self) -> ComposeResult:
        """Input, what there is to say to it, and buttons."""
        with Vertical(classes="box"):
            yield self._field()
            yield Label(self._about(self._value), id="told", classes="hint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("OK", id="ok", variant="primary", compact=True)

    def _field(self) -> Input:
        return Input(self._value, placeholder=self._hint)

    def _about(self, text: str) -> str:
        """What stands under a field that holds *text*."""
        return self._under

    def on_input_changed(self, event: Input.Changed) -> None:
        """What was wrong with it before is said no more."""
        self._tell(self._about(event.value))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The answer, or none."""
        if event.button.id == "cancel":
            self.dismiss(None)
        else:
            self.on_input_submitted()

    def on_input_submitted(self) -> None:
        """What *read* makes of the line, or why it refuses that."""
        text = self.query_one(Input).value.strip()
        if not (text or self._value):
            self._tell(f"nothing typed; expected {self._hint}", fault=True)
            return
        try:
            self.dismiss(self._read(text))
        except (EmuError, MicroChessError) as error:
            self._refuse(text, str(error))
        except OSError as error:
            self._refuse(text, f"{error.filename}: {error.strerror}")

    def _refuse(self, text: str, why: str) -> None:
        named = beginning(text, _LONGEST, _SHOWN)
        self._tell(why.replace(text, named) if text else why, fault=True)

    def _tell(self, text: str, fault: bool = False) -> None:
        told = self.query_one("#told", Label)
        told.set_class(fault, "-fault")
        told.update(text)


class ChooseScreen(Dialog[str]):
    """One of several buttons; a name of one letter is its key, else the label's first letter.
    *escape* names the one that Escape comes to."""

    def __init__(
        self, title: str, text: str, choices: Sequence[tuple[str, str]], escape: str = ""
    ) -> None:
        super().__init__(title)
        self._text, self._choices, self._refused = text, choices, False
        self._strict = _SURE in dict(choices)
        if label := dict(choices).get(escape):
            self.ESCAPE = f"Esc: {label}"

    def compose(self) -> ComposeResult:
        """Text and buttons."""
        with Vertical(classes="box"):
            yield Label(self._text, markup=False)
            with Horizontal(classes="buttons"):
                for index, (name, label) in enumerate(self._choices):
                    yield Button(
                        f"{label} ({_letter(name, label)})",
                        id=f"choice-{name}",
                        variant="default" if index else "primary",
                        compact=True,
                    )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Its name, the end of its id, is the answer."""
        self.dismiss((event.button.id or "").partition("-")[2])

    def on_key(self, event: events.Key) -> None:
        """The letter of a button; others are told what is asked, and behind one of them none counts
        where something would be lost.
        """
        if not (event.is_printable and event.character):
            return
        event.stop()
        letters = {_letter(name, label): name for name, label in self._choices}
        if event.character in letters and not self._refused:
            self.dismiss(letters[event.character])
            return
        self._refused = self._strict
        keys = ", ".join(letters)
        self.query_one(".box").border_subtitle = f"answer {keys}, Enter or {self.ESCAPE}"


def _letter(name: str, label: str) -> str:
    return name if len(name) == 1 else label[0].lower()


class PickScreen(Dialog[str]):
    """One of a list of names, each with what it means; *chosen*, if one is, is marked."""

    DEFAULT_CSS = """
    PickScreen > .box { padding: 0 1; }
    PickScreen OptionList {
        width: 60; max-width: 100%; height: auto; max-height: 18; border: none; padding: 0;
    }
    PickScreen OptionList:focus { border: none; }
    """

    def __init__(
        self, title: str, choices: Sequence[tuple[str, VisualType]], chosen: str = ""
    ) -> None:
        super().__init__(title)
        self._choices, self._chosen = choices, chosen

    def compose(self) -> ComposeResult:
        """The list."""
        options = []
        for name, label in self._choices:
            mark = "* " if name == self._chosen else "  "
            options.append(Option(f"{mark}{label}" if self._chosen else label, id=name))
        with Vertical(classes="box"):
            yield OptionList(*options, markup=False)

    def on_mount(self) -> None:
        """Begin at what is chosen now."""
        names = [name for name, _ in self._choices]
        if self._chosen in names:
            self.query_one(OptionList).highlighted = names.index(self._chosen)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """That one."""
        self.dismiss(event.option_id)


def confirm(app: App[Any], title: str, text: str, back: str, then: Callable[[], object]) -> None:
    """Do *then*, which is called *title*, if the person chooses that after *text*."""
    sure = ChooseScreen(title, text, (("no", back), (_SURE, title)), "no")
    ask(app, sure, lambda answer: then() if answer == _SURE else None)
