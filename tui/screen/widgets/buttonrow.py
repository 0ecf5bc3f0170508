"""Buttons side by side."""

from itertools import accumulate

from textual import events
from textual.containers import Horizontal
from textual.dom import DOMNode
from textual.widgets import Button

_BLANK = 1
"""Columns of a button before its words, and behind them."""
_MORE = " ^P"
"""Key of the command palette, which has what is not seen."""


class _Button(Button):
    def focus_on_click(self) -> bool:
        """No: the keys stay with the panel."""
        return False


class ButtonRow(Horizontal):
    """Each button has a name, a label, and an action of what the row stands in. One that does not
    fit is not shown at all, rather than a part of its word; a mark at the end of the row says then
    that there are more, and where.
    """

    DEFAULT_CSS = """
    ButtonRow { height: 1; content-align: right middle; color: $warning; }
    ButtonRow Button { min-width: 0; width: auto; margin-right: 1; }
    """

    _hides = False

    def __init__(self, *buttons: tuple[str, str, str], id: str | None = None) -> None:
        self.buttons = {name: _Button(text, id=name, compact=True) for name, text, _ in buttons}
        super().__init__(*self.buttons.values(), id=id)
        self._actions = {name: action for name, _, action in buttons}

    @property
    def target(self) -> DOMNode | None:
        return self.parent

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        await self.app.run_action(self._actions[event.button.id or ""], self.target)

    def on_resize(self, event: events.Resize) -> None:
        buttons = [one for one in self.query(Button) if one.display]
        words = (len(str(one.label)) + 2 * _BLANK + one.styles.margin.right for one in buttons)
        ends = [end - _BLANK for end in accumulate(words)]
        self._hides = bool(ends) and ends[-1] - buttons[-1].styles.margin.right > event.size.width
        room = event.size.width - len(_MORE) * self._hides
        for button, end in zip(buttons, ends, strict=True):
            fits = end - button.styles.margin.right <= room
            button.styles.visibility = "visible" if fits else "hidden"
        self.refresh()

    async def on_click(self, event: events.Click) -> None:
        if self._hides and event.screen_x >= self.region.right - len(_MORE):
            await self.run_action("app.command_palette")

    def render(self) -> str:
        """The mark; the buttons are in front of it."""
        return _MORE * self._hides
