"""What the application has to say: one thing at a time, beside the move line."""

from textwrap import wrap

from textual.strip import Strip

from tui.screen.drawing.ink import line
from tui.screen.widgets.strips import StripWidget
from tui.session.snapshot import BEWARE, SET_UP

MOST_LINES = 3


class MessageLine(StripWidget):
    """The last thing said, folded; another takes its place, and what is done or moved next takes
    away what was said before it.
    """

    text, severity = "", "information"
    _since_move = False
    _most = MOST_LINES

    def redraw(self) -> None:
        """Draw anew; with little room it takes the move line's, unless a move is typed."""
        if self.parent is not None:
            self.parent.set_class(self._most < MOST_LINES and bool(self.text), "-said")
            self.parent.set_class(not self.text, "-quiet")
        super().redraw()

    on_resize = redraw

    def have_room(self, lines: int) -> None:
        """So many lines may be taken from what is above, at least one of its own."""
        most, self._most = self._most, max(1, min(MOST_LINES, 1 + lines))
        if most != self._most:
            self.redraw()

    @property
    def has_lines(self) -> bool:
        """Whether there is room for more than one."""
        return self._most > 1

    def say(self, text: str, severity: str) -> None:
        """Say *text*; empty: nothing more. *severity* as in `Notice`."""
        self.text, self.severity = text, severity
        self._since_move = bool(text)
        self.redraw()

    def acted(self) -> None:
        """Something else is asked for: what was said to the last is old, but what is true still."""
        if not self.text.startswith(BEWARE):
            self.text = ""
            self.redraw()

    def moved(self) -> None:
        """The game has gone on: what was said before the last move but one is old."""
        if not self._since_move or self.text.startswith(SET_UP):
            self.text = ""
            self.redraw()
        self._since_move = False

    def mended(self, problems: tuple[str, ...]) -> None:
        """The table has no other *problems*: a warning of another one is no longer true."""
        if self.text.startswith(BEWARE) and self.text.removeprefix(BEWARE) not in problems:
            self.text = ""
            self.redraw()

    def draw(self) -> list[Strip]:
        """As many lines as there is room for, and three at most."""
        styles = {"error": self.ink.error, "warning": self.ink.warning}
        style = styles.get(self.severity, self.ink.good)
        folded = wrap(self.text, max(16, self.size.width), max_lines=self._most, placeholder=" ...")
        return [line((text, style)) for text in folded] or [line("")]
