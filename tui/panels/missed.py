"""What a panel has missed that comes when a game is under way."""

from collections import deque

from tui.panels.panel import Panel
from tui.session.snapshot import Snapshot


class Missed:
    """The ``last`` moment of a session, and the last two at rest, which tell what changed."""

    def __init__(self) -> None:
        self.last: Snapshot | None = None
        self._rests: deque[Snapshot] = deque(maxlen=2)

    def follow(self, view: Snapshot) -> None:
        """A moment of the session."""
        self.last, game = view, view.game
        known = any(one.game is game for one in self._rests)
        if view.at_rest and not game.past and not known:
            self._rests.append(view)

    def tell(self, panel: Panel) -> None:
        """It is as if it had been there."""
        for one in self._rests:
            panel.follow(one)
        if self.last is not None:
            panel.follow(self.last)
