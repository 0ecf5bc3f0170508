"""What the page asks of the game, which the session does not do itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

import chess

from emu.notation import Poke
from tui.session.placing import all_men, cleared, putting
from tui.session.play import Play
from tui.session.setting_up import SettingUp
from tui.session.snapshot import Handed, Snapshot
from tui.session.values import Color, Name, Square, one_of, square
from tui.session.verbs import Asked, control

SquareOrMan = Annotated[
    chess.Square | str, one_of(*chess.SQUARE_NAMES, *"PNBRQKpnbrqk", read=square)
]


class PageGame:
    """Asks the session, by *ask*, for what is to become of the game of the moment that is *now*;
    *say* tells the page, *show* has that moment shown again.
    """

    def __init__(
        self,
        now: Callable[[], Snapshot],
        ask: Callable[[Asked], None],
        say: Callable[[object], None],
        show: Callable[[], None],
    ) -> None:
        self._now, self._ask, self._say, self._show = now, ask, say, show
        self.setting_up = SettingUp()

    def _all(self, asked: Iterable[Asked]) -> None:
        for one in asked:
            self._ask(one)
        self._show()

    @control
    def set_up(self) -> None:
        """Men are to be set up."""
        self._all(self.setting_up.begin(self._now()))

    @control
    def cancel_set_up(self) -> None:
        """Everything is as it was before."""
        self._all(self.setting_up.cancel())

    @control
    def play_on(self, moves: Color, yours: Color | None) -> None:
        """The men stand as wanted: as for `Play.end_set_up`."""
        self._all(self.setting_up.end(moves, yours))

    @control
    def put(self, source: SquareOrMan, target: Square | None) -> None:
        """Put a man on a square, or off the board; whoever stands there goes."""
        self._poke(*putting(self._now().game, source, target))

    @control
    def clear_board(self) -> None:
        """All men but the kings are taken off."""
        self._poke(*cleared())

    @control
    def full_board(self) -> None:
        """All men as at the beginning."""
        self._poke(*all_men(self._now().game.computer))

    def _poke(self, *pokes: Poke) -> None:
        if pokes:
            self.setting_up.changed = True
            self._ask(Play.poke(pokes))

    @control
    def save_pgn(self, name: Name) -> None:
        """Hand the game over as PGN."""
        self._say(Handed(name=name, text=self._now().game.pgn + "\n"))
