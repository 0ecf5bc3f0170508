"""Rustic (Marcel Vanthoor): bitboards, and beside them a list of what stands on each square.

Words and generator are in :mod:`microchess.boards.representations.rustic_without_list`.
"""

from typing import Any

from microchess.boards.geometry import A1
from microchess.boards.hashing import NO_EP
from microchess.boards.moves import WHITE, side_of
from microchess.boards.representations.rustic_without_list import LETTERS, NONE, RusticWithoutList
from microchess.boards.rules import Beside
from microchess.boards.view import CellState, Shown, by_square


class Rustic(RusticWithoutList):
    """``bb_pieces``, ``bb_side``, ``piece_list``, state and key.

    To ask a bitboard *what* stands on a square means asking all of them, so Rustic keeps
    ``piece_list[64]``, the type on each square and nothing of its colour: two truths, always kept
    equal. The Zobrist key is kept as pieces and state change (:mod:`microchess.boards.hashing`), of
    the program's own random words; all four parts are always in it.
    """

    title = "Rustic"
    source = "Marcel Vanthoor, mvanthoor/rustic, Alpha 3.0.0, src/board and src/movegen"
    idea = "A word of 64 bits per kind of piece, and a list of what stands on each square."
    cost = "Sets of squares at once: attacks are a few ANDs. Every change is written three times."

    def lay_out(self) -> None:
        super().lay_out()
        show = by_square(A1, lambda v: None if v == NONE else LETTERS[v])
        self.piece_list = self.cells("piece_list", [NONE] * 64, show)
        self.state = self.cells("game_state", [WHITE, 0, NO_EP], _show_state, 3)
        self.keep_key("zobrist_key", self.state)

    def put(self, square: int, kind: int, side: int) -> None:
        super().put(square, kind, side)
        self.piece_list[square] = kind

    def take(self, square: int, kind: int, side: int) -> None:
        super().take(square, kind, side)
        self.piece_list[square] = NONE

    def kind_on(self, square: int) -> int:
        return self.piece_list[square]

    def record(self, beside: Beside) -> dict[str, Any]:
        return {
            **super().record(beside),
            "piece_list": list(self.piece_list),
            "active_color": side_of(beside.turn),
            "castling": beside.rights,
            "halfmove_clock": beside.clock,
            "en_passant": beside.ep,
            "fullmove_number": beside.number,
            "zobrist_key": f"{self.raw()['zobrist_key'][0]:016x}",
            "history_len": beside.plies,
        }


def _show_state(index: int, value: int) -> Shown:
    name = ("active_color", "castling", "en_passant")[index]
    if index == 2:
        square = None if value == NO_EP else value
        return Shown(name, A1.name(value), square, CellState.LIVE if square else CellState.EMPTY)
    return Shown(name, str(value))
