"""The men of one side that stand nowhere: what was captured; in set-up, what can be put down."""

from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from tui.screen.drawing.board import glyph
from tui.screen.widgets.strips import StripWidget


class OffBoard(StripWidget):
    """A row of men and a word behind it. In set-up a man is chosen by a click, or dragged."""

    DEFAULT_CSS = "OffBoard { height: 1; width: 100%; padding: 0 0 0 2; }"

    @dataclass
    class Taken(Message):
        """A man, by his letter, is in hand."""

        letter: str

    @dataclass
    class Dropped(Message):
        """The man in hand was let go at a place of the screen."""

        letter: str
        x: int
        y: int

    _men = _in_hand = _word = _dragged = ""
    _setup = False

    def show_men(self, men: str, word: str, setup: bool, in_hand: str) -> None:
        """Show *men*, letters; the first like the one *in_hand* is marked."""
        self._men, self._word = men, word
        self._setup, self._in_hand = setup, in_hand
        self.redraw()

    def draw(self) -> list[Strip]:
        """One line; in set-up the men stand apart, as far as there is room."""
        men = self._shown
        marked = men.find(self._in_hand) if self._in_hand else -1
        segments = []
        for index, man in enumerate(men):
            style = self.ink.chosen if index == marked else self.ink.muted
            count = str(self._men.count(man)) if len(men) < len(self._men) else ""
            segments.append(Segment(glyph(man, self.ascii_only), style))
            segments.append(Segment(f"{count:{self._apart - 1}}" if self._setup else "", None))
        taken = (self._apart if self._setup else 1) * len(men)
        word = self._word if taken + len(self._word) <= self.size.width else ""
        return [Strip([*segments, Segment(word, self.ink.good)])]

    @property
    def _shown(self) -> str:
        """The men; in set-up one of each kind, with its number, where they have no room."""
        crowded = self._setup and 2 * len(self._men) > self.size.width
        return "".join(dict.fromkeys(self._men)) if crowded else self._men

    @property
    def _apart(self) -> int:
        """Columns from one man to the next in set-up."""
        return 3 if 3 * len(self._shown) <= self.size.width else 2

    def on_mouse_down(self, event: events.MouseDown) -> None:
        offset = event.get_content_offset(self)
        if not self._setup or offset is None or not 0 <= offset.x // self._apart < len(self._shown):
            return
        self._dragged = self._shown[offset.x // self._apart]
        self.capture_mouse()
        self.post_message(self.Taken(self._dragged))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The end of a drag, or of a click, after which he is in hand."""
        dragged, self._dragged = self._dragged, ""
        if dragged:
            self.release_mouse()
            if not self.region.contains(event.screen_x, event.screen_y):
                self.post_message(self.Dropped(dragged, event.screen_x, event.screen_y))
