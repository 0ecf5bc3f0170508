"""MicroChess's 32 bytes with the rules it leaves out. The extension is ours, not Jennings's.

A pawn's slot can hold a piece: sixteen cells beside the table say what each pawn has become. They
belong to the men, White's first, and so take no part in the reversal. Castling rights and the en
passant square lie beside the men as for every memory here. Castling is two moves on the second
stack, so it holds half as many.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards import slots_extended as slots
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import PROMOTIONS, Shown
from microchess.boards.representations.microchess import MicroChess
from microchess.program.slots import man_type
from microchess.program.table import FIRST_PAWN, HALF, MEN

PAWNS = HALF - FIRST_PAWN


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
        return slots.misfits(board)

    def _assign(self, board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
        return slots.assign(board, color)

    def _place(self, man: int) -> int:
        """The cell of man 0-31, who is in a pawn's slot."""
        whites = self.top == (man < HALF)
        return man % HALF - FIRST_PAWN + (0 if whites else PAWNS)

    def _seat(self, man: int, kind: chess.PieceType) -> None:
        if man % HALF >= FIRST_PAWN:
            self.kinds[self._place(man)] = kind

    def kind(self, man: int) -> chess.PieceType:
        """A piece's address says it; a pawn's slot has to be asked."""
        return man_type(man) if man % HALF < FIRST_PAWN else self.kinds[self._place(man)]

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self._seat(self._standing_on(square), kind)
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self._seat(self._standing_on(square), chess.PAWN)

    def broken(self) -> Iterator[str]:
        yield from super().broken()
        for place, kind in enumerate(self.kinds):
            if not chess.PAWN <= kind < chess.KING:
                yield f"{MEN[FIRST_PAWN + place % PAWNS]} has become {kind}"


def _show_kind(index: int, value: int) -> Shown:
    letter = chess.piece_symbol(value)
    name = MEN[FIRST_PAWN + index % PAWNS]
    return Shown(name, letter.upper() if index < PAWNS else letter)
