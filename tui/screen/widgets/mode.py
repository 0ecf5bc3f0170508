"""Modes: what letters are while they are not moves.

A mode is entered on purpose, is said in header, frame and footer, and is left with Escape or by
giving the keys to something else. See :class:`tui.screen.screens.main.MainScreen` for the rest of
the rule: outside a mode every character with which a move can begin goes into the move line.
"""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from tui.screen.widgets.messageline import MessageLine
from tui.screen.widgets.strips import StripWidget


class ModeWidget(StripWidget, can_focus=True):
    """Takes letters while it is ``engaged``; ``MODE`` is the name of that, ``MEANS`` what it is,
    and ``PROMPT`` stands in the move line meanwhile.

    ``PICKS``: a click on the board chooses something here and leaves the keys here.
    """

    MODE: ClassVar[str] = ""
    MEANS: ClassVar[str] = ""
    PROMPT: ClassVar[str] = ""
    PICKS: ClassVar[bool] = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "engage", "Type here", show=False),
        Binding("escape", "leave_mode", "Leave", show=False),
    ]

    engaged = reactive(False)

    @dataclass
    class Changed(Message):
        """A mode was entered or left, or asks for something else."""

    @property
    def prompt(self) -> str:
        """What the move line says in the mode."""
        return self.PROMPT

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter only enters, Escape only leaves."""
        if action == "engage":
            return not self.engaged
        if action == "leave_mode":
            return self.engaged
        return super().check_action(action, parameters)

    def action_engage(self) -> None:
        """Enter the mode; the keys come here, and what was said before is old."""
        for said in self.screen.query(MessageLine):
            said.acted()
        self.screen.set_focus(self)
        self.engaged = True

    def action_leave_mode(self) -> None:
        self.engaged = False

    def watch_engaged(self) -> None:
        self.redraw()
        self.post_message(self.Changed())
