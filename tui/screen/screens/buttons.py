"""Keys of buttons, the same on every screen."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Button

Result = TypeVar("Result")


class ButtonKeys(Screen[Result]):
    """Space presses the button that has the focus, arrows go to the next one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "press_button", "Press", show=False),
        Binding("left,up", "previous_button", "Previous", show=False),
        Binding("right,down", "next_button", "Next", show=False),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only where a button has the focus."""
        if action in ("press_button", "previous_button", "next_button"):
            return isinstance(self.focused, Button)
        return super().check_action(action, parameters)

    def action_press_button(self) -> None:
        """As Enter does."""
        if isinstance(self.focused, Button):
            self.focused.press()

    def action_previous_button(self) -> None:
        """The button before."""
        self._go(-1)

    def action_next_button(self) -> None:
        """The button after."""
        self._go(1)

    def _go(self, by: int) -> None:
        chain = [one for one in self.focus_chain if isinstance(one, Button)]
        if isinstance(self.focused, Button) and self.focused in chain:
            self.set_focus(chain[(chain.index(self.focused) + by) % len(chain)])
