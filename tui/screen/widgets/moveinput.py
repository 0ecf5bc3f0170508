"""Where moves are typed."""

from __future__ import annotations

from dataclasses import dataclass

import chess
from textual.message import Message
from textual.widgets import Input

MOVE_STARTS = "abcdefghNBRQKOo01234567"
"""Characters a typed move can begin with."""
EXAMPLES = {chess.WHITE: ("e4", "Nf3", "e2e4", "6444"), chess.BLACK: ("e5", "Nf6", "e7e5", "6343")}
"""A first move in every notation, for those who have White and Black."""


class MoveInput(Input):
    """An input that empties itself when a move is entered, before the next key comes."""

    @dataclass
    class Moved(Message):
        """A move was entered; the text may be empty."""

        text: str

    def __init__(self, id: str | None = None) -> None:
        super().__init__(select_on_focus=False, id=id)
        self._heard = 0
        self.ask_for("", chess.BLACK)

    def ask_for(self, prompt: str, side: chess.Color) -> None:
        """Say what is taken now; empty: a move of *side*."""
        self.placeholder = prompt or "type a move: " + "  ".join(EXAMPLES[side])

    def take(self, character: str, late: bool = False) -> None:
        """What is typed goes on with *character*; the next key comes here already. *Late*: this one
        was pressed before the line had the keys, though others were heard first.
        """
        if self.screen.focused is not self:
            self._heard = len(self.value)
        at = self._heard if late else len(self.value)
        self.value = f"{self.value[:at]}{character}{self.value[at:]}"
        self._heard = at + late
        self.cursor_position = len(self.value)
        self.screen.set_focus(self)

    async def action_submit(self) -> None:
        """Enter what there is."""
        text, self.value = self.value.strip(), ""
        self.post_message(self.Moved(text))
