"""What it takes to add a representation: here the board as a FEN writes it, a letter a square."""

from __future__ import annotations

import chess
import pytest

from microchess.boards.bare import BareBoard
from microchess.boards.numbering import A8
from microchess.boards.onearray import OneArray
from microchess.boards.perft import perft
from microchess.boards.positions import POSITIONS, Standard
from microchess.boards.questions import ask
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import Exhibit
from microchess.boards.representation import Man
from microchess.boards.shows import by_square
from tests.microchess.boards.checks import playout, problems


class Letters(OneArray, BareBoard):
    """``board``: 64 letters."""

    title = "Letters"
    year = None
    source = "a FEN"
    idea = "The letter of the man on each square."
    cost = "Readable by anyone, quick for nobody."
    empty = ord(".")

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells(
            "letters", [self.empty] * 64, by_square(A8, lambda v: chr(v) if v != ord(".") else None)
        )

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return ord(Man(kind, color).symbol)

    def man(self, code: int) -> Man:
        piece = chess.Piece.from_symbol(chr(code))
        return Man(piece.piece_type, piece.color)

    def _color(self, square: int) -> chess.Color | None:
        there = self.board[square]
        return None if there == self.empty else chr(there).isupper()

    def _is(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.board[square] == self.code(kind, color)

    def _own_kind(self, square: int, color: chess.Color) -> chess.PieceType | None:
        man = self.at(square)
        return man.kind if man and man.color == color else None


LETTERS = Exhibit("letters", Letters)


@pytest.mark.parametrize("position", POSITIONS, ids=range(1, 7))
def test_it_passes_every_check(position: Standard) -> None:
    board = position.board
    assert perft(LETTERS.game(board), 2) == position.leaves[1]
    for game in playout(LETTERS, board, plies=2, seed=1):
        assert list(problems(LETTERS, game, board)) == []


def test_it_is_watched_and_shown_like_any_other() -> None:
    assert ask(LETTERS, chess.Board(), "what is on e1").reads == 1
    lens = LETTERS.lens(LETTERS.game(chess.Board()))
    assert [cell.text for cell in lens.mentioning(chess.E1)] == ["K"]
