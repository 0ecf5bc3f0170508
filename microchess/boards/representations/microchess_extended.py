"""MicroChess's 32 bytes with the rules it leaves out. The extension is ours, not Jennings's.

A pawn's slot can hold a piece: sixteen cells beside the table say what each pawn has become. They
belong to the men, White's first, and so take no part in the reversal. Castling rights and the en
passant square lie beside the men as for every memory here. Castling is two moves on the second
stack, so it holds half as many.
"""

from __future__ import annotations

from itertools import islice

import chess

from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import PROMOTIONS
from microchess.boards.representations.microchess import MicroChess
from microchess.boards.view import Shown
from microchess.program import slots
from microchess.program.table import FIRST_PAWN, HALF, MEN

PAWNS = HALF - FIRST_PAWN
_MOST = {chess.QUEEN: 1, chess.ROOK: 2, chess.BISHOP: 2, chess.KNIGHT: 2}


class ExtendedMicroChess(MicroChess):
    """The piece table, and what the pawns have become."""

    title = "MicroChess extended"
    source = f"{MicroChess.source}; the extension is ours"
    idea = "The same 32 squares, and a cell for each pawn that says what it has become."
    plies = MicroChess.plies // 2
    promotions = PROMOTIONS
    cost = f"{MicroChess.cost} A castling right costs a look from the other side."

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.kinds = self.cells(
            "kinds", [chess.PAWN] * (2 * PAWNS), _show_kind, PAWNS, "what the pawns have become"
        )

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        reasons = []
        for color in chess.COLORS:
            pawns = len(board.pieces(chess.PAWN, color))
            promoted = len(_surplus(board, color))
            if pawns + promoted > PAWNS:
                side = chess.COLOR_NAMES[color].capitalize()
                reasons.append(f"{side} has {pawns} pawns and {promoted} promoted men, more than 8")
        return reasons

    def assign(self, board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
        usual, surplus = board.copy(), _surplus(board, color)
        for square in surplus:
            usual.remove_piece_at(square)
        men = super().assign(usual, color)
        free = (man for man in range(FIRST_PAWN, HALF) if man not in men)
        return men | dict(zip(free, surplus, strict=False))

    def _place(self, man: int) -> int:
        """The cell of man 0-31, who is in a pawn's slot."""
        whites = self.top == (man < HALF)
        return man % HALF - FIRST_PAWN + (0 if whites else PAWNS)

    def seat(self, man: int, kind: chess.PieceType) -> None:
        if man % HALF >= FIRST_PAWN:
            self.kinds[self._place(man)] = kind

    def kind(self, man: int) -> chess.PieceType:
        """A piece's address says it; a pawn's slot has to be asked."""
        return slots.man_type(man) if man % HALF < FIRST_PAWN else self.kinds[self._place(man)]

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self.seat(self._standing_on(square), kind)
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.seat(self._standing_on(square), chess.PAWN)


def _surplus(board: chess.BaseBoard, color: chess.Color) -> list[chess.Square]:
    """The men of a side beyond those it had at first."""
    return [
        square
        for kind, most in _MOST.items()
        for square in islice(board.pieces(kind, color), most, None)
    ]


def _show_kind(index: int, value: int) -> Shown:
    letter = chess.piece_symbol(value)
    name = MEN[FIRST_PAWN + index % PAWNS]
    return Shown(name, letter.upper() if index < PAWNS else letter)
