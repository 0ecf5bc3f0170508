"""How a game starts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import chess

from microchess.engine.formula import Formula
from microchess.program.levels import Level
from microchess.program.openings import Opening
from microchess.program.table import PieceTable
from microchess.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from tui.session.snapshot import Snapshot


@dataclass(frozen=True)
class NewGame:
    """``computer`` is the program's colour. ``opening`` None: the book it comes with; without
    ``book`` it is closed. ``steady`` stays so for the games that follow. ``both``: the person moves
    for both sides. ``formula``: as for `LiveGame.set_formula`. ``about`` is told of a game that
    begins in a session. ``table`` has the men of ``fen`` in their slots, None: the usual ones.
    """

    computer: chess.Color = chess.WHITE
    level: Level = Level.NORMAL
    opening: Opening | None = None
    fen: str | None = None
    book: bool = True
    steady: bool = False
    both: bool = False
    formula: Formula | None = None
    about: str = ""
    table: PieceTable | None = None

    @classmethod
    def like(cls, view: Snapshot) -> NewGame:
        """With the sides and the level of the present one."""
        game = view.game
        level = game.level or Level.NORMAL
        return cls(game.computer, level, both=game.both, formula=view.formula)

    def at(self, fen: str) -> NewGame:
        """The same from a position, without a book."""
        yours = chess.COLOR_NAMES[not self.computer].capitalize()
        about = f"a game from that position: you have {'both' if self.both else yours}"
        return replace(self, opening=None, fen=fen, about=about)

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle) -> NewGame:
        """The person is to solve it."""
        fen = puzzle.board.fen()
        return cls(not puzzle.board.turn, puzzle.level, fen=fen, about=str(puzzle))
