"""What it takes to add a representation: here the board as a FEN writes it, a letter a square."""

from __future__ import annotations

import chess
import pytest

from microchess.boards.arrays import OneArray
from microchess.boards.bare import BareBoard
from microchess.boards.geometry import A8
from microchess.boards.perft import POSITIONS, Standard, perft
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import Exhibit
from microchess.boards.view import by_square
from tests.microchess.boards.checks import playout, problems


class Letters(BareBoard, OneArray):
    """``board``: 64 letters."""

    title = "Letters"
    year = None
    source = "a FEN"
    idea = "The letter of the man on each square."
    cost = "Readable by anyone, quick for nobody."
    empty = ord(".")

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("letters", [self.empty] * 64, by_square(A8, self.letter))

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return ord(chess.Piece(kind, color).symbol())


LETTERS = Exhibit("letters", Letters)


@pytest.mark.parametrize("position", POSITIONS, ids=range(1, 7))
def test_it_passes_every_check(position: Standard) -> None:
    board = position.board
    assert perft(LETTERS.game(board), 2) == position.leaves[1]
    for game in playout(LETTERS, board, plies=2, seed=1):
        assert list(problems(LETTERS, game, board)) == []
