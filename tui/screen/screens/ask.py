"""Dialogs that ask one thing: a line of text, one of several buttons, one of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.visual import VisualType
from textual.widgets import Button, Input, Label, OptionList
from textual.widgets.option_list import Option

from emu.errors import EmuError
from emu.files.naming import named
from emu.notation import counted
from microchess.errors import MicroChessError
from tui.screen.files import Names, here, new_file
from tui.screen.screens.dialog import Dialog, Result, ask


class AskScreen(Dialog[Result]):
    """A line of text; the answer is what *read* makes of it.

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
        super().__init__()
        self._heading, self._value, self._read = title, value, read
        self._hint, _, self._under = hint.partition("\n")

    def compose(self) -> ComposeResult:
        """Input, what there is to say to it, and buttons."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            yield self._field()
            yield Label(self._about(self._value), id="told", classes="hint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("OK", id="ok", variant="primary", compact=True)

    def _field(self) -> Input:
        return Input(self._value, placeholder=self._hint)

    def _about(self, text: str) -> str:  # noqa: ARG002
        """What stands under a field that holds *text*."""
        return self._under

    def on_input_changed(self, event: Input.Changed) -> None:
        """What was wrong with it before is said no more."""
        self._tell(self._about(event.value))

    def on_input_submitted(self) -> None:
        """Enter is OK."""
        self._finish()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """OK or not."""
        if event.button.id == "ok":
            self._finish()
        else:
            self.dismiss(None)

    def _finish(self) -> None:
        text = self.query_one(Input).value.strip()
        if not (text or self._value):
            self._tell(f"nothing typed; expected {self._hint}", fault=True)
            return
        try:
            self.dismiss(self._read(text))
        except (EmuError, MicroChessError) as error:
            self._tell(str(error), fault=True)
        except OSError as error:
            self._tell(f"{error.filename}: {error.strerror}", fault=True)

    def _tell(self, text: str, fault: bool = False) -> None:
        told = self.query_one("#told", Label)
        told.set_class(fault, "-fault")
        told.update(text)


class PathScreen(AskScreen[Result]):
    """A file's name, which is completed; under it stand its folder and what is there."""

    def __init__(
        self, title: str, read: Callable[[Path], Result], value: str = "", suffix: str = ""
    ) -> None:
        hint = f"a {suffix} file" if suffix else "a file"
        hint += "; the Right key completes"
        super().__init__(title, hint, lambda text: read(named(text)), value)
        self._names = Names(suffix)

    def _field(self) -> Input:
        return Input(self._value, placeholder=self._hint, suggester=self._names)

    def _about(self, text: str) -> str:
        return here(text, () if self._value else self._names.beginning(text))


def ask_for_path(
    app: App[Any],
    title: str,
    read: Callable[[Path], Result],
    then: Callable[[Result], object],
    suffix: str = "",
) -> None:
    """Ask for a file of this computer; *then* hears what *read* makes of it."""
    ask(app, PathScreen(title, read, suffix=suffix), then)


def ask_for_new_path(app: App[Any], title: str, name: str, then: Callable[[Path], object]) -> None:
    """Ask where a new file is to be written, with *name* if nothing else is said; its suffix is
    added to a name that has none.
    """
    suffix = Path(name).suffix

    def read(path: Path) -> Path:
        bare = path.name and not (path.suffix or path.is_dir())
        return new_file(path.with_name(f"{path.name}{suffix}") if bare else path)

    ask(app, PathScreen(title, read, name), then)


class ChooseScreen(Dialog[str]):
    """One of several buttons; a name of one letter is its key, else the label's first letter.
    *escape* names the one that Escape comes to."""

    def __init__(
        self, title: str, text: str, choices: Sequence[tuple[str, str]], escape: str = ""
    ) -> None:
        super().__init__()
        self._heading, self._text, self._choices = title, text, choices
        if label := dict(choices).get(escape):
            self.ESCAPE = f"Esc: {label}"

    def compose(self) -> ComposeResult:
        """Text and buttons."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            yield Label(self._text)
            with Horizontal(classes="buttons"):
                for index, (name, label) in enumerate(self._choices):
                    yield Button(
                        f"{label} ({_letter(name, label)})",
                        id=f"choice-{name}",
                        variant="default" if index else "primary",
                        compact=True,
                    )

    def on_key(self, event: events.Key) -> None:
        """The letter of a button."""
        for name, label in self._choices:
            if event.character == _letter(name, label):
                event.stop()
                self.dismiss(name)
                return

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """That is the answer."""
        assert event.button.id is not None
        self.dismiss(event.button.id.removeprefix("choice-"))


def _letter(name: str, label: str) -> str:
    return name if len(name) == 1 else label[0].lower()


class PickScreen(Dialog[str]):
    """One of a list of names, each with what it means; *chosen* is in use and marked."""

    DEFAULT_CSS = """
    PickScreen > .box { padding: 0 1; }
    PickScreen OptionList {
        width: 60; max-width: 100%; height: auto; max-height: 18; border: none; padding: 0;
    }
    PickScreen OptionList:focus { border: none; }
    """

    def __init__(self, title: str, choices: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__()
        self._heading, self._choices, self._chosen = title, choices, chosen

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            yield OptionList(*map(self._option, self._choices), markup=False)

    def _option(self, choice: tuple[str, str]) -> Option:
        name, label = choice
        marked = ("* " if name == self._chosen else "  ") if self._chosen else ""
        return Option(self._drawn(f"{marked}{label}"), id=name)

    def _drawn(self, label: str) -> VisualType:
        """How a label is shown."""
        return label

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

    text = f"The game, {counted(half_moves, 'half-move')} long, is not saved.\n"
    text += "To save it, go back: Ctrl+S, or Save PGN among the commands."
    choices = (("no", "Back"), ("yes", title))
    sure = ChooseScreen(title, text, choices, "no")
    ask(app, sure, lambda answer: then() if answer == "yes" else None)
