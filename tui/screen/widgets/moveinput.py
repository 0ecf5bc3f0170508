"""Where moves are typed."""

import re

from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

MOVE_STARTS = "abcdefghNBRQKOo01234567"
"""Characters a typed move can begin with."""
SMALL_MEN = "kqrn"
"""With these as well, though some of them are keys while nothing is typed."""
_SLASHES = 7
_HEADER, _MOVES = re.compile(r'\s*\[\w+\s+"'), re.compile(r"\s*\d+\.+\s*\w\S*\s+\w")
_REMARK = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+")
OVER = "game over: n new, r review"


def is_fen(text: str) -> bool:
    """Whether *text* is meant as a position."""
    return text.count("/") == _SLASHES


def is_pgn(text: str) -> bool:
    """Whether *text* is meant as a game: it has a header, or two moves with a number."""
    text = text.removeprefix("\ufeff")
    return bool(_HEADER.match(text) or _MOVES.match(_REMARK.sub(" ", text)))


class MoveInput(Input):
    """An input that empties itself when a move is entered."""

    virtual_size = Reactive(Size(0, 0))
    """Of what is typed. It moves nothing else, so nothing is laid out anew for a letter."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(select_on_focus=False, id=id)

    def taken(self) -> str:
        """What is entered, which is there no longer."""
        text, self.value = self.value.strip(), ""
        return text

    def _on_paste(self, event: events.Paste) -> None:
        """A game in PGN is no line: the screen has it."""
        if is_pgn(event.text):
            event.prevent_default()

    def _on_hide(self, event: events.Hide) -> None:
        """It hides where others have the keys; by the time it hears that it may have them again."""
        event.prevent_default()
