"""What a newcomer wonders about, beside the board until Escape, a move, or another panel."""

import chess
from textual.message import Message
from textual.strip import Strip

from microchess.program.levels import Level
from microchess.program.squares import from_chess
from tui.screen.drawing.ink import line, wrapped
from tui.screen.widgets.strips import StripWidget
from tui.session.examples import first_words
from tui.session.snapshot import Snapshot
from tui.session.speeds import speed_name
from tui.session.thought_words import JANUS, MEDIAN_1976
from tui.session.words import digits_say

CAPTIONS = (
    "{first}",
    "{program}",
    "The six digits: the display of a KIM-1, a computer of 1976 (1 KB).",
    "{digits}",
    "Rim digits name squares: e4 is {square}.",
    "F1 helps. Esc closes this.",
)
"""First what to do, then what is seen."""
_OURS = "Janus, our program, plays the moves of MicroChess (1976). For that one: Ctrl+P, Get it."
_THEIRS = "{program}, at {speed}. Key * is its pace of 1976: some {seconds:g} s a move."


def _theirs(snapshot: Snapshot) -> str:
    game = snapshot.game
    seconds = MEDIAN_1976[game.level or Level.NORMAL]
    speed = speed_name(snapshot.speed)
    return _THEIRS.format(program=game.program, speed=speed, seconds=seconds)


class Captions(StripWidget):
    """Folded to its width; shown or not by ``display``."""

    DEFAULT_CSS = """
    Captions { width: 100%; height: auto; padding: 0 1; background: $boost; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._facts: dict[str, str] = {}

    def draw(self) -> list[Strip]:
        strips: list[Strip] = []
        for text in CAPTIONS if self._facts else ():
            folded = wrapped(text.format(**self._facts), self.size.width)
            first = text is CAPTIONS[0]
            strips += [line((one, self.ink.warning) if first else one) for one in folded]
        return strips

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """What is true at this moment."""
        game = snapshot.game
        facts = {
            "program": _OURS if game.program == JANUS else _theirs(snapshot),
            "digits": digits_say(snapshot),
            "square": f"{from_chess(chess.E4, game.computer):02X}",
            "first": first_words(game),
        }
        if facts != self._facts:
            self._facts = facts
            self.redraw()

    class Grown(Message):
        """There is another room for others."""

    def on_resize(self) -> None:
        self.redraw()
        self.post_message(self.Grown())
