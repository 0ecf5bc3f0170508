"""What all dialogs look like, and the keys of buttons, the same on every screen."""

from collections.abc import Callable
from inspect import iscoroutine
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.errors import NoWidget
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen
from textual.widget import AwaitMount, Widget
from textual.widgets import Button

Result = TypeVar("Result")


class ButtonKeys(Screen[Result]):
    """Space presses the button that has the focus, arrows go to the next one."""

    focused = Reactive[Widget | None](None, repaint=False)
    """What has the keys; only that and what had them are painted again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "press_button", "Press", show=False),
        Binding("left,up", "next_button(-1)", "Previous", show=False),
        Binding("right,down", "next_button(1)", "Next", show=False),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only where a button has the focus."""
        if action in ("press_button", "next_button"):
            return isinstance(self.focused, Button)
        return super().check_action(action, parameters)

    def action_press_button(self) -> None:
        """As Enter does."""
        if isinstance(self.focused, Button):
            self.focused.press()

    def action_next_button(self, by: int) -> None:
        """The button after it, or before."""
        chain = [one for one in self.focus_chain if isinstance(one, Button)]
        if isinstance(self.focused, Button) and self.focused in chain:
            self.set_focus(chain[(chain.index(self.focused) + by) % len(chain)])


class Dialog(ButtonKeys[Result | None], ModalScreen[Result | None]):
    """A box at the right: the board is at the left. Escape leaves it with None, and so does a click
    beside it, or on its lower edge, where ``ESCAPE`` says so.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Close", show=False)]

    ESCAPE = "Esc closes"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Space begins nothing: it may belong to what somebody types without looking."""
        return action != "press_button" and super().check_action(action, parameters)

    DEFAULT_CSS = """
    Dialog { align: right middle; background: transparent; }
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

    def __init__(self, heading: str) -> None:
        super().__init__()
        self._heading = heading

    def on_mount(self) -> None:
        """Say what it is, and how to leave."""
        box = self.query_one(".box")
        box.border_title, box.border_subtitle = self._heading, self.ESCAPE

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


def ask(app: App[Any], dialog: Dialog[Result], then: Callable[[Result], object]) -> AwaitMount:
    """Put *dialog* in front; *then* hears the answer, if one is given."""

    async def answered(found: Result | None) -> None:
        if found is not None and iscoroutine(done := then(found)):
            await done

    return app.push_screen(dialog, answered)
