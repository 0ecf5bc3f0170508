"""Where moves are typed."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message
from textual.widgets import Input

MOVE_STARTS = "abcdefghNBRQKOo01234567"
"""Characters a typed move can begin with."""
_PROMPT = "type a move: e4  Nf3  e2e4  6343"


class MoveInput(Input):
    """An input that empties itself when a move is entered, before the next key comes."""

    @dataclass
    class Moved(Message):
        """A move was entered; the text may be empty."""

        text: str

    def __init__(self, id: str | None = None) -> None:
        super().__init__(placeholder=_PROMPT, select_on_focus=False, id=id)

    def ask_for(self, prompt: str) -> None:
        """Say what is taken now; empty: a move."""
        self.placeholder = prompt or _PROMPT

    def take(self, character: str) -> None:
        """A move begins with *character*; the next key comes here already."""
        self.value += character
        self.cursor_position = len(self.value)
        self.screen.set_focus(self)

    async def action_submit(self) -> None:
        """Enter what there is."""
        text, self.value = self.value.strip(), ""
        self.post_message(self.Moved(text))
