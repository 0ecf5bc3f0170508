"""Which rules a program keeps, and what lies beside the pieces: said once for all memories."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import chess

from microchess.boards.moves import PROMOTIONS, QUIET, BoardMove
from microchess.boards.view import Badge, BankPanel, Cell, CellState

BESIDE, NO_SQUARE = "beside the men", -1


class Promotion(Enum):
    """What becomes of a pawn on the last rank."""

    ALL = "to queen, rook, bishop or knight"
    STEPS = "by steps only (capturing on the last rank it stays a pawn)"
    QUEEN = "to queen only"
    NONE = "never: it stays a pawn"

    def kept(self, move: BoardMove, square: Mapping[int, chess.Square]) -> BoardMove | None:
        """What this rule makes of a move, none or a pawn's that stays one; *square* by number."""
        straight = square[move.source] % 8 == square[move.target] % 8
        if move.kind not in PROMOTIONS or (self is Promotion.STEPS and straight):
            return move
        if move.kind != chess.QUEEN:
            return None
        return move if self is Promotion.QUEEN else move._replace(kind=QUIET)


@dataclass(frozen=True)
class BoardRules:
    """The rules kept. What is missing is missing in the original, as published."""

    castling: bool = True
    en_passant: bool = True
    promotion: Promotion = Promotion.ALL
    out_of_check: bool = False
    double_step: bool = True

    def limits(self) -> tuple[Badge, ...]:
        """The rules not kept, or not in full."""
        return tuple(badge for badge in self.badges() if badge.limited or not badge.kept)

    def badges(self) -> tuple[Badge, ...]:
        """Each rule, and whether it is kept; of a pawn's double step only that it is not."""
        return (
            *(() if self.double_step else (Badge("double step", False),)),
            Badge("castling", self.castling, *self._of_castling()),
            Badge("en passant", self.en_passant),
            Badge(
                "promotion",
                self.promotion is not Promotion.NONE,
                self.promotion in (Promotion.STEPS, Promotion.QUEEN),
                self.promotion.value,
            ),
        )

    def _of_castling(self) -> tuple[bool, str]:
        limited = self.castling and self.out_of_check
        return limited, "also out of check" if limited else ""

    def lack(self, board: chess.Board, wanted: chess.Move) -> bool:
        """Whether *wanted* would be legal by the rules as a whole, its rights granted."""
        if self.castling and self.en_passant:
            return False
        board.castling_rights = chess.BB_CORNERS
        if board.piece_at(wanted.to_square ^ 8) == chess.Piece(chess.PAWN, not board.turn):
            board.ep_square = wanted.to_square
        return board.is_legal(wanted)

    def panel(self, turn: chess.Color, rights: int, ep: chess.Square | None) -> BankPanel:
        """Turn, castling rights and en passant square, as far as these rules need them."""
        cells = [Cell(BESIDE, 0, "to move", int(turn), chess.COLOR_NAMES[turn])]
        if self.castling:
            cells.append(Cell(BESIDE, 1, "castling", rights, rights_text(rights)))
        if self.en_passant:
            text = "-" if ep is None else chess.square_name(ep)
            state = CellState.EMPTY if ep is None else CellState.LIVE
            value = NO_SQUARE if ep is None else ep
            cells.append(Cell(BESIDE, 2, "en passant", value, text, ep, state))
        return BankPanel(BESIDE, 3, tuple(cells))


COMPLETE = BoardRules()


class Beside(NamedTuple):
    """What lies beside the pieces, as :meth:`Representation.record` tells of it.

    ``ep`` is a number of the memory's own, None if there is none; ``clock`` the plies without a
    capture or a pawn's move, ``number`` the move's in the game, ``plies`` those made since the
    position was set up, ``uncaptured`` those of them since the last capture, castling or promotion.
    """

    turn: chess.Color
    rights: int
    ep: int | None
    clock: int
    number: int
    plies: int
    uncaptured: int


RIGHTS = {1: "K", 2: "Q", 4: "k", 8: "q"}
"""The letters of a FEN by right."""


class Castling(NamedTuple):
    """One of the four ways to castle. ``between`` must be empty, ``through`` not attacked."""

    right: int
    color: chess.Color
    king: chess.Square
    king_to: chess.Square
    rook: chess.Square
    through: chess.Square
    between: tuple[chess.Square, ...]

    @property
    def rook_to(self) -> chess.Square:
        """The rook comes to the square the king passes through."""
        return self.through


CASTLINGS = (
    Castling(1, chess.WHITE, chess.E1, chess.G1, chess.H1, chess.F1, (chess.F1, chess.G1)),
    Castling(
        2, chess.WHITE, chess.E1, chess.C1, chess.A1, chess.D1, (chess.B1, chess.C1, chess.D1)
    ),
    Castling(4, chess.BLACK, chess.E8, chess.G8, chess.H8, chess.F8, (chess.F8, chess.G8)),
    Castling(
        8, chess.BLACK, chess.E8, chess.C8, chess.A8, chess.D8, (chess.B8, chess.C8, chess.D8)
    ),
)
CASTLING_TO = {castling.king_to: castling for castling in CASTLINGS}

ALL_RIGHTS = sum(RIGHTS)
KEEPS = [ALL_RIGHTS] * 64
"""By square: the rights that remain once a piece has left it or come to it."""
for _way in CASTLINGS:
    KEEPS[_way.king] &= ~_way.right
    KEEPS[_way.rook] &= ~_way.right


def rights_of(board: chess.Board) -> int:
    """The rights of a position as four bits."""
    return sum(
        way.right for way in CASTLINGS if board.clean_castling_rights() & chess.BB_SQUARES[way.rook]
    )


def rights_text(rights: int) -> str:
    """``KQkq``, ``Kq``, ``-``, as in a FEN."""
    return "".join(letter for right, letter in RIGHTS.items() if rights & right) or "-"
