"""Scorpio's nodes: a doubly linked list for every kind of piece, unlinked and relinked.

There is a node for each cell of a 0x88 board (square, previous, next), the node of every square,
and the first node of every kind of piece. A move *swaps* the nodes of its squares: a node travels
with its piece and the free one goes back the other way. A victim's node is unlinked, and the node
before it remembered: put back behind that one it is in its old place, and since moves are unmade
last in, first out, the order comes back exactly.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.geometry import OX88
from microchess.boards.representations.edged import EMPTY, Board88
from microchess.boards.view import CellState, Shown

NIL = 0x80
"""No node."""
BLACK = 6
"""Codes up to this are White's; Black's are as much higher."""


class LinkedNodes(Board88):
    """The nodes and lists of the pieces on ``board``."""

    def make_nodes(self) -> None:
        note = "of each node"
        self.node = self.cells("list", range(128), self._show_list, 16, "the node on each square")
        self.square = self.cells("square", range(128), self._show_square, 16, note)
        self.previous = self.cells("previous", [NIL] * 128, self._show_link, 16, note)
        self.next = self.cells("next", [NIL] * 128, self._show_link, 16, note)
        self.heads = self.cells("heads", [NIL] * 15, self._show_head, 15, "the first of each kind")

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        """K1 Q2 R3 B4 N5 P6, Black's from 7 on."""
        return 7 - kind + (0 if color else BLACK)

    def link(self, node: int, previous: int, code: int) -> None:
        """Put a node behind another, or at the head of a list."""
        following = self.heads[code] if previous == NIL else self.next[previous]
        self.previous[node], self.next[node] = previous, following
        self._join(previous, node, code)
        if following != NIL:
            self.previous[following] = node

    def unlink(self, node: int, code: int) -> None:
        """Close the list over a node; the node itself keeps its links."""
        previous, following = self.previous[node], self.next[node]
        self._join(previous, following, code)
        if following != NIL:
            self.previous[following] = previous

    def _join(self, previous: int, node: int, code: int) -> None:
        if previous == NIL:
            self.heads[code] = node
        else:
            self.next[previous] = node

    def swap(self, one: int, other: int) -> None:
        """Exchange the nodes of two squares."""
        a, b = self.node[one], self.node[other]
        self.node[one], self.node[other] = b, a
        self.square[a], self.square[b] = other, one

    def chain(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        """The squares of all pieces of a kind, in the order of their list."""
        return (self.square[node] for node in self.nodes(self.code(kind, color)))

    def nodes(self, code: int) -> Iterator[int]:
        node = self.heads[code]
        while node != NIL:
            yield node
            node = self.next[node]

    def _show_list(self, index: int, value: int) -> Shown:
        if index not in OX88.square:
            return Shown(f"[{index}]", "##", None, CellState.GUARD)
        state = CellState.LIVE if self.board[index] != EMPTY else CellState.EMPTY
        return Shown(OX88.name(index), str(value), OX88.square[index], state)

    def _show_square(self, index: int, value: int) -> Shown:
        return self._show_node(index, OX88.name(value), OX88.square.get(value))

    def _show_link(self, index: int, value: int) -> Shown:
        if value == NIL:
            return self._show_node(index, "-", None)
        return self._show_node(index, str(value), OX88.square.get(self.square[value]))

    def _show_node(self, node: int, text: str, points_to: chess.Square | None) -> Shown:
        """A linked node is live; one that was linked is parked, and stale."""
        if node not in OX88.square:
            return Shown(f"node {node}", "##", None, CellState.GUARD)
        square = self.square[node]
        state = CellState.EMPTY
        if self.node[square] == node and self.board[square] != EMPTY:
            state = CellState.LIVE
        elif square != node or (self.previous[node], self.next[node]) != (NIL, NIL):
            state = CellState.STALE
        return Shown(f"node {node}", text, points_to, state)

    def _show_head(self, index: int, value: int) -> Shown:
        name = self.letter(index) or f"[{index}]"
        if value == NIL:
            return Shown(name, "-", None, CellState.EMPTY)
        return Shown(name, str(value), OX88.square.get(self.square[value]))
