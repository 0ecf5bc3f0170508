"""Glaurung's lists (Tord Romstad): doubly linked by square, on a board of 256 cells, and chained.

``next`` and ``previous`` have a cell for each cell of the board: a piece's square is its node. So
no place in a list has to be kept, a piece that moves takes its links along, and one that was
captured is linked in again behind the piece before it: the order comes back. Each kind has a head
among the cells beside the board; the list of a kind ends at the head of the next, and so one walk
passes all pieces of a side.

Known are lists linked by square, 256 cells and the chain, from the header of Viper 0.1, whose
descent from Glaurung is inferred. Which cells are heads, the order of kinds and moves are ours, and
pieces are put in at the head.
"""

from collections.abc import Iterator

import chess

from microchess.boards.geometry import Numbering
from microchess.boards.moves import code
from microchess.boards.representations.edged import EMPTY, GuardedBoard
from microchess.boards.view import CellState, Shown

WIDTH, SIZE, NOTHING = 16, 256, -1
BOARD = Numbering(
    lambda square: WIDTH * (chess.square_rank(square) + 4) + chess.square_file(square) + 4
)
HEADS = tuple(code(kind, color) for color in chess.COLORS for kind in chess.PIECE_TYPES)
END = {color: code(chess.KING, color) + 1 for color in chess.COLORS}
"""The cell after the last head of a side; a head's number is its pieces' code."""


class Glaurung(GuardedBoard):
    """``board``, ``next`` and ``previous``, 256 cells each."""

    title = "Glaurung's lists"
    year = None
    source = "header of Viper 0.1 (Glaurung's descendant, as is inferred). Reconstructed"
    idea = "Lists linked from square to square: the square is the node, and lists are chained."
    cost = "Every change is a few links, and the order comes back. Three boards of 256 cells."
    numbering = BOARD
    rows = SIZE // WIDTH

    def lay_out(self) -> None:
        super().lay_out()
        self.next = self.cells("next", [NOTHING] * SIZE, self._show_link, WIDTH)
        self.previous = self.cells("previous", [NOTHING] * SIZE, self._show_link, WIDTH)
        for color in chess.COLORS:
            heads = [code(kind, color) for kind in chess.PIECE_TYPES]
            for head, following in zip(heads, (*heads[1:], END[color]), strict=True):
                self.next[head], self.previous[following] = following, head

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.enter(square, code(*man), code(*man))

    def enter(self, square: int, man: int, behind: int) -> None:
        """Put a piece on a square and into its list, behind a square or a head."""
        self.board[square] = man
        self._tie(square, behind, self.next[behind])

    def lift(self, square: int) -> int:
        """Take a piece out of its list; returns it and, above, what was before it."""
        if (man := self.board[square]) == EMPTY:
            return EMPTY
        before, after = self.previous[square], self.next[square]
        self.next[before], self.previous[after] = after, before
        return man | before << 4

    def _tie(self, square: int, before: int, after: int) -> None:
        self.next[square], self.previous[square] = after, before
        self.next[before], self.previous[after] = square, square

    def chain(self, head: int, end: int) -> Iterator[int]:
        """The squares from one head to another, heads between them left out."""
        square = self.next[head]
        while square != end:
            if square > END[chess.BLACK]:
                yield square
            square = self.next[square]

    def king(self, color: chess.Color) -> int:
        return self.next[code(chess.KING, color)]

    def men(self, color: chess.Color) -> Iterator[int]:
        return self.chain(code(chess.PAWN, color), END[color])

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        head = code(kind, color)
        return sum(1 for _ in self.chain(head, head + 1))

    def shift(self, source: int, target: int) -> None:
        """A piece takes its links along."""
        super().shift(source, target)
        self._tie(target, self.previous[source], self.next[source])

    def restore(self, square: int, token: int) -> None:
        self.enter(square, token & 15, token >> 4)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        token = self.lift(square)
        man = code(kind, token & 15 < 8)
        self.enter(square, man, man)
        return token

    def _show_link(self, index: int, value: int) -> Shown:
        square = BOARD.square.get(index)
        if square is None and index not in HEADS and index not in END.values():
            return Shown(f"[{index}]", "##", None, CellState.GUARD)
        name = BOARD.name(index) if square is not None else f"h{index}"
        if value == NOTHING:
            return Shown(name, ".", None, CellState.EMPTY)
        stale = square is not None and self.board[index] == EMPTY
        state = CellState.STALE if stale else CellState.LIVE
        text = BOARD.name(value) if value in BOARD.square else f"h{value}"
        return Shown(name, text, BOARD.square.get(value), state)
