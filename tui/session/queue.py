"""What waits for its turn."""

from __future__ import annotations

from collections.abc import Callable

from tui.session.snapshot import Tell
from tui.session.verbs import Asked


class Queue:
    """Requests in the order they will be done in: as they were asked, a move after all else; *tell*
    hears of those that will not be done.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.waiting: list[Asked] = []

    def add(self, asked: Asked) -> None:
        """It waits, and what it overtakes does not."""
        self.forget(asked.overtakes)
        self.waiting.append(asked)
        self.waiting.sort(key=lambda one: one.is_move)

    def forget(self, which: Callable[[Asked], bool] = lambda _: True) -> None:
        """What waits is not done, as far as it is *which*."""
        if gone := self.dropped(which):
            self._tell(gone)

    def dropped(self, which: Callable[[Asked], bool] = lambda _: True) -> str:
        """The same; what there is to tell of it."""
        gone = dict.fromkeys(str(one) for one in self.waiting if which(one))
        self.waiting = [one for one in self.waiting if not which(one)]
        return f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} forgotten" if gone else ""

    def __str__(self) -> str:
        """Those that are shown."""
        shown = (one for one in self.waiting if one.verb.turn and one.verb.turn.called)
        return ", ".join(dict.fromkeys(map(str, shown)))
