"""How a game starts."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from microchess.engine.formula import Formula
from microchess.program.levels import Level
from microchess.program.openings import Opening
from microchess.program.table import PieceTable
from microchess.puzzles.puzzle import Puzzle


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
    def of_puzzle(cls, puzzle: Puzzle) -> NewGame:
        """The person is to solve it."""
        fen = puzzle.board.fen()
        return cls(not puzzle.board.turn, puzzle.level, fen=fen, about=str(puzzle))
