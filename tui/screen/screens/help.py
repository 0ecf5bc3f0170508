"""Help: what has the focus, what the screen can do, every key with its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Markdown

from tui.screen.screens.dialog import Dialog


class HelpScreen(Dialog[None]):
    """Text to scroll in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark,q", "leave", "Close", show=False)
    ]

    DEFAULT_CSS = """
    HelpScreen > .box { width: 76; height: 90%; padding: 0 1; }
    HelpScreen Markdown { padding: 0 1; }
    """

    def __init__(self, texts: Iterable[str], bindings: Iterable[ActiveBinding]) -> None:
        super().__init__()
        self._text = "\n".join((*texts, _keys(bindings)))

    def compose(self) -> ComposeResult:
        """One text."""
        with VerticalScroll(classes="box") as box:
            box.border_title = "Help"
            box.border_subtitle = "Esc closes"
            yield Markdown(self._text)


def helps_for(widget: Widget | None) -> list[str]:
    """The help of a widget and of all it lies in, innermost first."""
    if widget is None:
        return []
    return [
        text
        for node in widget.ancestors_with_self
        if isinstance(text := getattr(node, "HELP", None), str)
    ]


def _keys(bindings: Iterable[ActiveBinding]) -> str:
    """All keys that work now, with the ids by which ``keys.json`` can change them."""
    lines = ["## Keys", "", "| key | does | id |", "| --- | --- | --- |"]
    seen = set()
    for active in bindings:
        binding = active.binding
        if not binding.id or binding.id in seen:
            continue
        seen.add(binding.id)
        key = binding.key_display or binding.key.replace("question_mark", "?")
        lines.append(f"| `{key}` | {binding.description} | {binding.id} |")
    return "\n".join(lines)
