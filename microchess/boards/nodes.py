"""A pool of nodes on a 0x88 board: a doubly linked list for every kind of man.

Each cell of the board has a node (square, previous, next), ``list`` says which one now, ``heads``
which is the first of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.geometry import OX88
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Man
from microchess.boards.representations.ox88 import EMPTY, Board88
from microchess.boards.view import BankPanel, Cell, CellState, Shown, by_square

NIL = 0x80
"""No node."""
BLACK = 6
"""Codes up to this are White's; Black's are as much higher."""
PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)


def number_of(kind: chess.PieceType, color: chess.Color) -> int:
    """The code of a man: K1 Q2 R3 B4 N5 P6, Black's from 7 on."""
    return 7 - kind if color else 7 - kind + BLACK


class NodeLists(Board88):
    """``board``, ``list`` (the node on each square), nodes of three cells, ``heads``."""

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("board", [EMPTY] * 128, by_square(OX88, self.letter), 16)
        self.node = self.cells("list", range(128), self._show_list, 16, "the node on each square")
        self.square = self.cells("square", range(128), self._show_square, 16, "of each node")
        self.previous = self.cells("previous", [NIL] * 128, self._show_link, 16, "of each node")
        self.next = self.cells("next", [NIL] * 128, self._show_link, 16, "of each node")
        self.heads = self.cells("heads", [NIL] * 15, self._show_head, 15, "the first of each kind")

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return number_of(kind, color)

    def load(self, board: chess.Board) -> None:
        for square, piece in sorted(board.piece_map().items()):
            number = number_of(piece.piece_type, piece.color)
            self.board[OX88.of[square]] = number
            self.link(self.node[OX88.of[square]], NIL, number)

    # the lists

    def link(self, node: int, previous: int, number: int) -> None:
        """Put a node behind another, or at the head of a list."""
        following = self.heads[number] if previous == NIL else self.next[previous]
        self.previous[node], self.next[node] = previous, following
        self._join(previous, node, number)
        if following != NIL:
            self.previous[following] = node

    def unlink(self, node: int, number: int) -> None:
        """Close the list over a node; the node itself keeps its links."""
        previous, following = self.previous[node], self.next[node]
        self._join(previous, following, number)
        if following != NIL:
            self.previous[following] = previous

    def _join(self, previous: int, node: int, number: int) -> None:
        if previous == NIL:
            self.heads[number] = node
        else:
            self.next[previous] = node

    def swap(self, one: int, other: int) -> None:
        """Exchange the nodes of two squares."""
        a, b = self.node[one], self.node[other]
        self.node[one], self.node[other] = b, a
        self.square[a], self.square[b] = other, one

    def chain(self, man: Man) -> Iterator[int]:
        """The squares of all men of a kind, in the order of their list."""
        for node in self.nodes(number_of(man.kind, man.color)):
            yield self.square[node]

    def nodes(self, number: int) -> Iterator[int]:
        node = self.heads[number]
        while node != NIL:
            yield node
            node = self.next[node]

    # the men

    def king(self, color: chess.Color) -> int:
        return self.square[self.heads[number_of(chess.KING, color)]]

    def men(self, color: chess.Color) -> Iterator[int]:
        for kind in (*PIECES, chess.PAWN):
            yield from self.chain(Man(kind, color))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(1 for _ in self.chain(Man(kind, color)))

    # how it is shown

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The list that the man on the square is in, from its head."""
        man = self.at(square)
        if man is None:
            return ()
        cells = (
            Cell("list", number, man.symbol, number, OX88.name(number), OX88.square[number])
            for number in self.chain(man)
        )
        return (BankPanel("linked with", 8, tuple(cells), "in this order"),)

    def _node_state(self, node: int) -> CellState:
        """Live when linked; a node that was is parked, and stale."""
        square = self.square[node]
        if self.node[square] == node and self.board[square] != EMPTY:
            return CellState.LIVE
        touched = (self.previous[node], self.next[node]) != (NIL, NIL)
        return CellState.STALE if touched or square != node else CellState.EMPTY

    def _show_list(self, index: int, value: int) -> Shown:
        if index not in OX88.square:
            return Shown(f"[{index}]", "##", None, CellState.GUARD)
        square = OX88.square[index]
        state = CellState.LIVE if self.board[index] != EMPTY else CellState.EMPTY
        return Shown(chess.square_name(square), str(value), square, state)

    def _show_square(self, index: int, value: int) -> Shown:
        if index not in OX88.square:
            return Shown(f"node {index}", "##", None, CellState.GUARD)
        square = OX88.square[value]
        return Shown(f"node {index}", chess.square_name(square), square, self._node_state(index))

    def _show_link(self, index: int, value: int) -> Shown:
        if index not in OX88.square:
            return Shown(f"node {index}", "##", None, CellState.GUARD)
        state = self._node_state(index)
        if value == NIL:
            return Shown(f"node {index}", "-", None, state)
        return Shown(f"node {index}", str(value), OX88.square.get(self.square[value]), state)

    def _show_head(self, index: int, value: int) -> Shown:
        name = self.letter(index) or f"[{index}]"
        if value == NIL:
            return Shown(name, "-", None, CellState.EMPTY)
        return Shown(name, str(value), OX88.square.get(self.square[value]))
