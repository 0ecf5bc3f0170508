"""Ours, to compare: MicroChess's 32 bytes with all the rules, GNU Chess's lists made anew.

No program is known that had either of them.
"""

from itertools import islice

import chess

from microchess.boards.moves import PROMOTIONS
from microchess.boards.representations.gnuchess import GnuChess
from microchess.boards.representations.microchess import MicroChess
from microchess.boards.view import Shown
from microchess.program import slots
from microchess.program.table import FIRST_PAWN, HALF, MEN

PAWNS = HALF - FIRST_PAWN
_MOST = {chess.QUEEN: 1, chess.ROOK: 2, chess.BISHOP: 2, chess.KNIGHT: 2}


class ExtendedMicroChess(MicroChess):
    """The 32 bytes with the rules MicroChess leaves out. The extension is ours, not Jennings's.

    A pawn's slot can hold a piece: sixteen cells beside the table say what each pawn has become.
    They belong to the pieces, White's first, and so take no part in the reversal. Castling rights
    and the en passant square lie beside the pieces as for every memory here. Castling is two moves
    on the second stack, so it holds half as many.
    """

    title = "MicroChess extended"
    source = f"{MicroChess.source}; the extension is ours"
    idea = "The same 32 squares, and a cell for each pawn that says what it has become."
    plies = MicroChess.plies // 2
    promotions = PROMOTIONS
    cost = f"{MicroChess.cost} A castling right costs a look from the other side."

    def lay_out(self) -> None:
        super().lay_out()
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
                reasons.append(f"{side} has {pawns} pawns and {promoted} promoted pieces, over 8")
        return reasons

    def assign(self, board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
        usual, surplus = board.copy(), _surplus(board, color)
        for square in surplus:
            usual.remove_piece_at(square)
        men = super().assign(usual, color)
        free = (man for man in range(FIRST_PAWN, HALF) if man not in men)
        return men | dict(zip(free, surplus, strict=False))

    def _place(self, man: int) -> int:
        """The cell of piece 0-31, that is in a pawn's slot."""
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
        self.seat(self._standing_on(square), chess.PAWN)


def _surplus(board: chess.BaseBoard, color: chess.Color) -> list[chess.Square]:
    """The pieces of a side beyond those it had at first."""
    return [
        square
        for kind, most in _MOST.items()
        for square in islice(board.pieces(kind, color), most, None)
    ]


def _show_kind(index: int, value: int) -> Shown:
    letter = chess.piece_symbol(value)
    name = MEN[FIRST_PAWN + index % PAWNS]
    return Shown(name, letter.upper() if index < PAWNS else letter)


class RebuiltGnuChess(GnuChess):
    """The cells of :class:`GnuChess`, the lists rebuilt after every move, as it does after en
    passant alone.

    The question is old (Diepeveen, on updating piece lists): is a list cheaper kept or made anew?
    What a move would change in the lists and the counts of pawns is left, and both are filled again
    from the 64 squares. So their order is always that of the squares.
    """

    title = "GNU Chess 4, lists rebuilt"
    source = "ours, to compare: GNU Chess 4.00 rebuilds after en passant alone"
    idea = "The same boards and threads; both lists are made anew after every move."
    cost = "The order always comes back. Every move, made or unmade, reads all 64 squares."

    def relist(self, source: int, target: int, side: int, kind: int) -> None:
        self._rebuild = True

    def unlist(self, square: int, side: int, kind: int) -> None:
        """Left to the rebuilding."""

    list_again = unlist

    def count_pawn(self, side: int, square: int, change: int) -> None:
        """Left to it, too."""
