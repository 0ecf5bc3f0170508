"""What the page asks of the game, which the session does not do itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import chess

from emu.notation import Poke
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.openings import named
from microchess.program.position import read_fen
from microchess.program.squares import CAPTURED, from_chess
from microchess.puzzles import puzzle as puzzles
from tui.session.new_game import NewGame
from tui.session.placing import all_men, cleared, putting
from tui.session.play import Play
from tui.session.snapshot import GameView, Handed
from tui.session.values import Color, LevelName, Name, NameOrNone, Square, one_of, square, text
from tui.session.verbs import Asked, control

SquareOrMan = Annotated[
    chess.Square | str, one_of(*chess.SQUARE_NAMES, *"PNBRQKpnbrqk", read=square)
]
Fen = Annotated[str, text(128)]
Number = Annotated[str, text(4)]


class PageGame:
    """Asks the session, by *ask*, for what is to become of the game as it is *now*; *say* tells the
    page.
    """

    def __init__(
        self,
        now: Callable[[], GameView],
        ask: Callable[[Asked], None],
        say: Callable[[object], None],
    ) -> None:
        self._now, self._ask, self._say = now, ask, say

    @control
    def put(self, source: SquareOrMan, target: Square | None) -> None:
        """Put a man on a square, or off the board; whoever stands there goes."""
        game = self._now()
        pokes = putting(game, source, target)
        there = None
        if target is not None:
            there = game.table.standing_on(from_chess(target, game.computer))
        if there is not None and all(one.address != TABLE + there for one in pokes):
            pokes = (Poke(TABLE + there, CAPTURED), *pokes)
        self._poke(*pokes)

    @control
    def clear_board(self) -> None:
        """All men but the kings are taken off."""
        self._poke(*cleared())

    @control
    def full_board(self) -> None:
        """All men as at the beginning."""
        self._poke(*all_men(self._now().computer))

    def _poke(self, *pokes: Poke) -> None:
        if pokes:
            self._ask(Play.poke(pokes))

    @control
    def new(self, yours: Color, level: LevelName, opening: NameOrNone) -> None:
        """A game with the men of one colour, and an *opening*, or empty."""
        book = named(opening, not yours) if opening else None
        self._ask(Play.start_game(NewGame(not yours, level, book)))

    @control
    def position(self, fen: Fen, yours: Color | None) -> None:
        """A game from a position, with the men of one colour, null: of who is to move."""
        yours = read_fen(fen).turn if yours is None else yours
        level = self._now().level or Level.NORMAL
        about = f"a game from that position: you have {chess.COLOR_NAMES[yours].capitalize()}"
        self._ask(Play.start_game(NewGame(not yours, level, fen=fen, about=about)))

    @control
    def puzzle(self, number: Number) -> None:
        """A puzzle."""
        self._ask(Play.start_game(NewGame.of_puzzle(puzzles.puzzle(number))))

    @control
    def save_pgn(self, name: Name) -> None:
        """Hand the game over as PGN."""
        self._say(Handed(name=name, text=self._now().pgn + "\n"))
