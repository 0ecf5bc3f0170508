"""Setting a position up: what is asked of the session for it, the same for every front end."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from tui.session.play import Play
from tui.session.snapshot import Activity, GameView, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.verbs import Asked


class SettingUp:
    """``on`` while men are set up, ``changed`` once something was, even if that is not to be seen
    yet; ``before`` is the game to go back to.
    """

    def __init__(self) -> None:
        self.on = self.changed = self._thought = False
        self.before: GameView | None = None

    def begin(self, view: Snapshot) -> Iterator[Asked]:
        """What was seen again is left. A reply that is thought of is broken off, and what waits
        forgotten: no move is made on a board that is set up.
        """
        self.on, self.changed, self.before = True, False, view.game
        self._thought = view.under_way is Activity.THINKING
        if view.watching:
            yield TimeTravel.watch(None)
        if view.can_break_off or view.waits:
            yield Play.cancel()

    def follow(self, game: GameView) -> None:
        """Until something is changed the way back leads to what the game is now."""
        if self.on and not self.changed:
            self.before = game

    def end(self, moves: chess.Color | None, yours: chess.Color | None) -> Iterator[Asked]:
        """As for `Play.end_set_up`; where nothing was changed the program thinks again."""
        if not self.on or self.before is None:
            return
        self.on, turn = False, self.before.turn
        same = not self.changed and moves in (None, turn) and yours != self.before.computer
        if same and self._thought:
            yield Play.let_it_move()
        else:
            yield Play.end_set_up(moves, self.before.steps, yours)

    def cancel(self) -> Iterator[Asked]:
        """Everything is as it was before; a reply that was broken off is thought of again."""
        if self.on and self.before is not None:
            self.on = False
            if self.changed:
                yield Play.take_back(self.before.steps)
            if self._thought:
                yield Play.let_it_move()
