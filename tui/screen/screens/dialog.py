"""What all dialogs look like."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.errors import NoWidget
from textual.screen import ModalScreen

from tui.screen.screens.buttons import ButtonKeys

Result = TypeVar("Result")


class Dialog(ButtonKeys[Result | None], ModalScreen[Result | None]):
    """A box in the middle; Escape leaves it with None, and so does a click beside it, or on its
    lower edge, where ``ESCAPE`` says so.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Close", show=False)]

    ESCAPE = "Esc closes"

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > .box {
        width: auto; min-width: 44; max-width: 90%; height: auto; max-height: 95%;
        padding: 1 2; overflow-y: auto; background: $surface; border: round $primary;
        border-title-color: $primary; border-title-style: bold;
    }
    Dialog .buttons {
        width: auto; min-width: 100%; height: auto; margin-top: 1; align-horizontal: right;
    }
    Dialog .buttons Button { margin-left: 1; min-width: 0; width: auto; }
    Dialog Label { width: auto; max-width: 100%; }
    Dialog .hint { color: $text-muted; }
    """

    def on_mount(self) -> None:
        """Say how to leave."""
        self.query_one(".box").border_subtitle = self.ESCAPE

    def on_click(self, event: events.Click) -> None:
        """The lower edge does what it says: a phone has no Escape."""
        edge = self.query_one(".box").region
        on_edge = event.screen_y == edge.bottom - 1 and event.screen_x in edge.column_range
        try:
            beside = self.get_widget_at(event.screen_x, event.screen_y)[0] is self
        except NoWidget:
            beside = False
        if on_edge or beside:
            self.action_leave()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Go away, once: Textual would take the screen in front away, which by then is another."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)
