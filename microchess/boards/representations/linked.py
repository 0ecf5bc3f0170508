"""Linked lists of men (Daniel Shawul, 2012): a pool of nodes, unlinked and relinked.

A 0x88 board, a node for each of its cells (square, previous, next), the node of every square, and
the first node of every kind of man. A move *swaps* the nodes of its two squares, so that a node
travels with its man and the free one goes back the other way. A victim's node is unlinked but stays
whole, parked on the square the mover left; relinked by what it still remembers, it is in its old
place: the order comes back exactly, since moves are unmade last in, first out.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.codes import code
from microchess.boards.geometry import SLIDERS, steps
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import OX88
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    BoardMove,
    Man,
    Representation,
    Shown,
)
from microchess.boards.shows import Show, by_square, symbol

EMPTY = 0
NIL = 0x80
"""No node."""
STEPS = steps(OX88)
_CODES = [kind + 8 * black for black in (0, 1) for kind in chess.PIECE_TYPES]


class Linked(Representation):
    """``board``, ``list`` (the node on each square), nodes of three cells, ``heads``."""

    title = "Linked lists"
    year = 2012
    source = "Daniel Shawul, CCC 2012; read in dshawul/Scorpio, src/scorpio.h and src/moves.cpp"
    idea = "A doubly linked list per kind of man; a captured man's node is parked, then relinked."
    cost = "Everything is a few pointers and the order never changes. 655 cells for 32 men."
    numbering = OX88

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("board", [EMPTY] * 128, by_square(OX88, _text), 16)
        self.node = self.cells("list", range(128), self._show_list, 16, "the node on each square")
        self.square = self.cells("square", range(128), self._show_square, 16, "of each node")
        self.previous = self.cells("previous", [NIL] * 128, self._show_link(), 16, "of each node")
        self.next = self.cells("next", [NIL] * 128, self._show_link(), 16, "of each node")
        self.heads = self.cells("heads", [NIL] * 15, self._show_head, 15, "the first of each kind")

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        last: dict[Man, int] = {}
        for square, man in self.in_fen_order(board):
            number = code(man.kind, man.color)
            self.board[square] = number
            self._link(self.node[square], last.get(man, NIL), number)
            last[man] = self.node[square]

    # the lists

    def _link(self, node: int, previous: int, number: int) -> None:
        """Put a node behind another, or at the head of a list."""
        following = self.heads[number] if previous == NIL else self.next[previous]
        self.previous[node], self.next[node] = previous, following
        self._join(previous, node, number)
        if following != NIL:
            self.previous[following] = node

    def _unlink(self, node: int, number: int) -> None:
        """Close the list over a node; the node itself keeps its links."""
        previous, following = self.previous[node], self.next[node]
        self._join(previous, following, number)
        if following != NIL:
            self.previous[following] = previous

    def _relink(self, node: int, number: int) -> None:
        """Undo :meth:`_unlink` by what the node still knows."""
        self._join(self.previous[node], node, number)
        following = self.next[node]
        if following != NIL:
            self.previous[following] = node

    def _join(self, previous: int, node: int, number: int) -> None:
        if previous == NIL:
            self.heads[number] = node
        else:
            self.next[previous] = node

    def _swap(self, one: int, other: int) -> None:
        """Exchange the nodes of two squares."""
        a, b = self.node[one], self.node[other]
        self.node[one], self.node[other] = b, a
        self.square[a], self.square[b] = other, one

    def chain(self, man: Man) -> Iterator[int]:
        """The squares of all men of a kind, in the order of their list."""
        node = self.heads[code(man.kind, man.color)]
        while node != NIL:
            yield self.square[node]
            node = self.next[node]

    # the men

    def at(self, square: int) -> Man | None:
        there = self.board[square]
        return None if there == EMPTY else Man(there & 7, there < 8)

    def king(self, color: chess.Color) -> int:
        return self.square[self.heads[code(chess.KING, color)]]

    def men(self, color: chess.Color) -> Iterator[int]:
        for kind in chess.PIECE_TYPES:
            yield from self.chain(Man(kind, color))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(1 for _ in self.chain(Man(kind, color)))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        north = STEPS.north if color else -STEPS.north
        for source in (square - north - 1, square - north + 1):
            if not source & 0x88 and self.board[source] == code(chess.PAWN, color):
                yield source
        for kind in (chess.KNIGHT, chess.KING):
            for step in STEPS.of(kind):
                source = square + step
                if not source & 0x88 and self.board[source] == code(kind, color):
                    yield source
        for kind in (chess.BISHOP, chess.ROOK):
            for step in STEPS.of(kind):
                source = square + step
                while not source & 0x88 and (there := self.board[source]) == EMPTY:
                    source += step
                if not source & 0x88 and there in (code(kind, color), code(chess.QUEEN, color)):
                    yield source

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        for kind in chess.PIECE_TYPES:
            for square in self.chain(Man(kind, color)):
                self._generate(found, square, kind, color, ep)
        return self.castle(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        self._generate(found, square, self.board[square] & 7, color, ep)
        return found

    def _generate(
        self,
        found: list[BoardMove],
        source: int,
        kind: chess.PieceType,
        color: chess.Color,
        ep: int | None,
    ) -> None:
        if kind == chess.PAWN:
            self._generate_pawn(found, source, color, ep)
            return
        slides = kind in SLIDERS
        for step in STEPS.of(kind):
            target = source + step
            while not target & 0x88:
                there = self.board[target]
                if there == EMPTY or (there < 8) != color:
                    found.append(BoardMove(source, target))
                if there != EMPTY or not slides:
                    break
                target += step

    def _generate_pawn(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        north = STEPS.north if color else -STEPS.north
        for target in (source + north - 1, source + north + 1):
            if target & 0x88:
                continue
            there = self.board[target]
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT))
            elif there != EMPTY and (there < 8) != color:
                self.advance(found, source, target)
        if self.board[source + north] == EMPTY:
            self.advance(found, source, source + north)
            first = source >> 4 == (1 if color else 6)
            if first and self.board[source + 2 * north] == EMPTY:
                found.append(BoardMove(source, source + 2 * north, DOUBLE))

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        man, taken = self.board[source], self.board[target]
        if taken != EMPTY:
            self._unlink(self.node[target], taken)
        self._swap(source, target)
        self.board[target], self.board[source] = man, EMPTY
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        self.board[source], self.board[target] = self.board[target], token
        self._swap(source, target)
        if token != EMPTY:
            self._relink(self.node[target], token)

    def remove(self, square: int) -> int:
        taken = self.board[square]
        self._unlink(self.node[square], taken)
        self.board[square] = EMPTY
        return taken

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token
        self._relink(self.node[square], token)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        node, pawn = self.node[square], self.board[square]
        before = self.previous[node]
        self._unlink(node, pawn)
        number = code(kind, pawn < 8)
        self._link(node, NIL, number)
        self.board[square] = number
        return before

    def demote(self, square: int, token: int) -> None:
        node, number = self.node[square], self.board[square]
        self._unlink(node, number)
        pawn = code(chess.PAWN, number < 8)
        self._link(node, token, pawn)
        self.board[square] = pawn

    # what is always true

    def broken(self) -> Iterator[str]:
        for square in OX88.of:
            if self.square[self.node[square]] != square:
                yield f"the node on {OX88.name(square)} says it is elsewhere"
        linked = 0
        for number in _CODES:
            node, previous = self.heads[number], NIL
            while node != NIL and linked <= 64:
                linked += 1
                if self.previous[node] != previous:
                    yield f"node {node} does not point back to {previous}"
                if self.board[self.square[node]] != number:
                    yield f"node {node} is in the list of {_text(number)}, its square has another"
                node, previous = self.next[node], node
        men = sum(self.board[square] != EMPTY for square in OX88.of)
        if linked != men:
            yield f"{linked} nodes are linked, {men} men stand on the board"

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

    def _is_linked(self, node: int) -> bool:
        square = self.square[node]
        return self.node[square] == node and self.board[square] != EMPTY

    def _node_state(self, node: int) -> CellState:
        """Live when linked; a node that was is parked, and stale."""
        if self._is_linked(node):
            return CellState.LIVE
        touched = (self.previous[node], self.next[node]) != (NIL, NIL)
        return CellState.STALE if touched or self.square[node] != node else CellState.EMPTY

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

    def _show_link(self) -> Show:
        def show(index: int, value: int) -> Shown:
            if index not in OX88.square:
                return Shown(f"node {index}", "##", None, CellState.GUARD)
            state = self._node_state(index)
            if value == NIL:
                return Shown(f"node {index}", "-", None, state)
            return Shown(f"node {index}", str(value), self._square_of(value), state)

        return show

    def _show_head(self, index: int, value: int) -> Shown:
        name = _text(index) if index in _CODES else f"[{index}]"
        if value == NIL:
            return Shown(str(name), "-", None, CellState.EMPTY)
        return Shown(str(name), str(value), self._square_of(value))

    def _square_of(self, node: int) -> chess.Square | None:
        return OX88.square.get(self.square[node])


def _text(value: int) -> str | None:
    return None if value == EMPTY else symbol(value & 7, value < 8)
