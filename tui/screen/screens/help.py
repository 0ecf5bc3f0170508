"""Help: what has the focus, then by task (`tui.screen.screens.look`)."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown

from tui.screen.screens.dialog import Dialog
from tui.screen.widgets.keysline import key_sign


class HelpScreen(Dialog[None]):
    """Text to scroll in: the help of what has the focus and of all it lies in, innermost first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark,q", "leave", "Close", show=False)
    ]

    DEFAULT_CSS = """
    HelpScreen > .box { width: 76; height: 90%; padding: 0 1; }
    HelpScreen Markdown { padding: 0 1; }
    """

    def __init__(self, texts: Iterable[str], bindings: Iterable[ActiveBinding]) -> None:
        super().__init__("Help")
        *here, everywhere = texts
        self.text = "\n".join((*here, _keys(bindings), everywhere))

    def compose(self) -> ComposeResult:
        """One text."""
        with VerticalScroll(classes="box"):
            yield Markdown(self.text)


def _keys(bindings: Iterable[ActiveBinding]) -> str:
    """The keys of what has the focus; those of the screen stand in the tasks, and a key whose name
    says what it does needs no words.
    """
    rows = {
        active.binding.id: f"| `{key_sign(active)}` | {active.binding.description} |"
        for active in bindings
        if active.binding.id
        and not isinstance(active.node, (Screen, App))
        and active.binding.key != active.binding.description.lower().replace(" ", "")
    }
    heading = ["## Keys here", "", "| key | does |", "| --- | --- |"]
    return "\n".join([*heading, *rows.values()]) if rows else ""
