"""Which rules a program keeps, and the squares of castling: what no memory needs to say again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import chess

from microchess.boards.lens import Badge


class Promotion(Enum):
    """What becomes of a pawn on the last rank."""

    ALL = "to queen, rook, bishop or knight"
    STEPS = "by steps only (capturing on the last rank it stays a pawn)"
    QUEEN = "to queen only"
    NONE = "never: it stays a pawn"


@dataclass(frozen=True)
class BoardRules:
    """The rules kept. What is missing is missing in the original, as published."""

    castling: bool = True
    en_passant: bool = True
    promotion: Promotion = Promotion.ALL
    out_of_check: bool = False

    @property
    def makes(self) -> Promotion:
        """The promotions made when asked for: more than generated where only queens are."""
        return Promotion.ALL if self.promotion is Promotion.QUEEN else self.promotion

    @property
    def complete(self) -> bool:
        """Whether this is all of chess."""
        return self == BoardRules()

    def limits(self) -> tuple[Badge, ...]:
        """The rules not kept, or not in full."""
        return tuple(badge for badge in self.badges() if badge.limited or not badge.kept)

    def badges(self) -> tuple[Badge, ...]:
        """Each rule, and whether it is kept."""
        return (
            Badge("castling", self.castling, self.out_of_check, "also out of check"),
            Badge("en passant", self.en_passant),
            Badge(
                "promotion",
                self.promotion is not Promotion.NONE,
                self.promotion in (Promotion.STEPS, Promotion.QUEEN),
                self.promotion.value,
            ),
        )


COMPLETE = BoardRules()

WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 1, 2, 4, 8
RIGHTS = {WHITE_SHORT: "K", WHITE_LONG: "Q", BLACK_SHORT: "k", BLACK_LONG: "q"}


class Castling(NamedTuple):
    """One of the four ways to castle. ``between`` must be empty, ``through`` not attacked."""

    right: int
    color: chess.Color
    king: chess.Square
    king_to: chess.Square
    rook: chess.Square
    rook_to: chess.Square
    between: tuple[chess.Square, ...]
    through: chess.Square


def _castling(right: int, king: chess.Square, rook: chess.Square) -> Castling:
    side = 1 if rook > king else -1
    return Castling(
        right,
        king == chess.E1,
        king,
        king + 2 * side,
        rook,
        king + side,
        tuple(range(min(king, rook) + 1, max(king, rook))),
        king + side,
    )


CASTLINGS = (
    _castling(WHITE_SHORT, chess.E1, chess.H1),
    _castling(WHITE_LONG, chess.E1, chess.A1),
    _castling(BLACK_SHORT, chess.E8, chess.H8),
    _castling(BLACK_LONG, chess.E8, chess.A8),
)
CASTLING_TO = {castling.king_to: castling for castling in CASTLINGS}

KEEPS = [15] * 64
"""By square: the rights that remain once a man has left it or come to it."""
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
