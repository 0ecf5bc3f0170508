"""Scorpio's linked lists of men (Daniel Shawul): a pool of nodes, unlinked and relinked.

A 0x88 board, a node for each of its cells (square, previous, next), the node of every square, and
the first node of every kind of man. Set up square by square from a1, every man goes to the head of
his list, so that lists run from h8 down. A move *swaps* the nodes of its squares: a node travels
with its man and the free one goes back the other way. A victim's node is unlinked, and the node
before it remembered: put back behind that one he is in his old place, and since moves are unmade
last in, first out, the order comes back exactly. A promoted pawn's node stays where he came from;
the new man takes the node of his square, at the head of a list.

Captures are generated first, queens by steps among them, then the rest, the other promotions last.
The program has kept bitboards beside the lists since 2010 at least; the lists are shown alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import chess

from microchess.boards.geometry import SLIDERS, steps
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import OX88
from microchess.boards.recorder import CellRecorder, Cells
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    Beside,
    BoardMove,
    Man,
    Representation,
    Shown,
)
from microchess.boards.scans import attackers_outward
from microchess.boards.shows import Show, by_square

EMPTY = 0
NIL = 0x80
"""No node."""
STEPS = steps(OX88)
BLACK = 6
"""Codes up to this are White's; Black's are as much higher."""
PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
_BISHOP, _ROOK = (17, -17, 15, -15), (16, -16, 1, -1)
WAYS = {
    chess.KNIGHT: (18, -18, 33, -33, 14, -14, -31, 31),
    chess.BISHOP: _BISHOP,
    chess.ROOK: _ROOK,
    chess.QUEEN: _BISHOP + _ROOK,
    chess.KING: _BISHOP + _ROOK,
}
"""What is added to a square's number, in the program's order."""


def number_of(kind: chess.PieceType, color: chess.Color) -> int:
    """The code of a man: K1 Q2 R3 B4 N5 P6, Black's from 7 on."""
    return 7 - kind if color else 7 - kind + BLACK


def _man(code: int) -> Man:
    white = code <= BLACK
    return Man(7 - (code if white else code - BLACK), white)


def _is_enemy(there: int, color: chess.Color) -> bool:
    return there != EMPTY and (there <= BLACK) != color


def _is_promoted(code: int, target: int) -> bool:
    """Whether a man who comes to *target* is a pawn on his last rank."""
    return target in OX88.ends and _man(code).kind == chess.PAWN


class Scorpio(Representation):
    """``board``, ``list`` (the node on each square), nodes of three cells, ``heads``."""

    title = "Scorpio, linked lists"
    year = 2012
    source = "Daniel Shawul, CCC 2012; dshawul/Scorpio, src/scorpio.h and src/moves.cpp"
    idea = "A doubly linked list per kind of man; a captured man's node is parked, then relinked."
    cost = "Everything is a few pointers and the order never changes. 655 cells for 32 men."
    numbering = OX88
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)

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
        for square, piece in sorted(board.piece_map().items()):
            number = number_of(piece.piece_type, piece.color)
            self.board[OX88.of[square]] = number
            self._link(self.node[OX88.of[square]], NIL, number)

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
        for node in self._nodes(number_of(man.kind, man.color)):
            yield self.square[node]

    def _nodes(self, number: int) -> Iterator[int]:
        node = self.heads[number]
        while node != NIL:
            yield node
            node = self.next[node]

    # the men

    def at(self, square: int) -> Man | None:
        there = self.board[square]
        return None if there == EMPTY else _man(there)

    def king(self, color: chess.Color) -> int:
        return self.square[self.heads[number_of(chess.KING, color)]]

    def men(self, color: chess.Color) -> Iterator[int]:
        for kind in (*PIECES, chess.PAWN):
            yield from self.chain(Man(kind, color))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(1 for _ in self.chain(Man(kind, color)))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        north = STEPS.north if color else -STEPS.north
        behind = (square - north - 1, square - north + 1)
        pawns = ((source, self.board[source]) for source in behind if not source & 0x88)
        return attackers_outward(self._met, pawns, number_of, square, color)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        return [*self.captures(color, ep), *self.quiet(color, rights)]

    def captures(self, color: chess.Color, ep: int | None) -> list[BoardMove]:
        """Captures of pawns, queens by steps, en passant; then the pieces list by list."""
        found: list[BoardMove] = []
        pawns = sorted(self.chain(Man(chess.PAWN, color)))
        north = STEPS.north if color else -STEPS.north
        ways = (north - 1, north + 1) if color else (north + 1, north - 1)
        for way in ways:
            for source in pawns:
                target = source + way
                if not target & 0x88 and _is_enemy(self.board[target], color):
                    self.advance(found, source, target)
        for source in pawns:
            if source + north in OX88.ends and self.board[source + north] == EMPTY:
                found.append(BoardMove(source, source + north, chess.QUEEN))
        found += (
            BoardMove(ep - way, ep, EN_PASSANT)
            for way in ways[::-1]
            if ep is not None
            and not ep - way & 0x88
            and self.board[ep - way] == number_of(chess.PAWN, color)
        )
        for kind in PIECES:
            for source in self.chain(Man(kind, color)):
                reached = sorted(self._reached(source, kind))
                found += (BoardMove(source, t) for t, there in reached if _is_enemy(there, color))
        return found

    def quiet(self, color: chess.Color, rights: int = 0) -> list[BoardMove]:
        """Castling, the pieces list by list, the pawns."""
        found = self.castle([], color, rights, target=True)
        for kind in PIECES:
            for source in self.chain(Man(kind, color)):
                reached = self._reached(source, kind)
                found += (BoardMove(source, t) for t, there in reached if there == EMPTY)
        for source in self.chain(Man(chess.PAWN, color)):
            self._steps(found, source, color)
        return found

    def _met(self, square: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        slides = kind in SLIDERS
        for step in WAYS[kind]:
            source = square + step
            while not source & 0x88:
                if (there := self.board[source]) != EMPTY:
                    yield source, there
                    break
                if not slides:
                    break
                source += step

    def _reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        slides = kind in SLIDERS
        for step in WAYS[kind]:
            target = source + step
            while not target & 0x88:
                there = self.board[target]
                yield target, there
                if not slides or there != EMPTY:
                    break
                target += step

    def _steps(self, found: list[BoardMove], source: int, color: chess.Color) -> None:
        north = STEPS.north if color else -STEPS.north
        target = source + north
        if self.board[target] != EMPTY:
            return
        if target in OX88.ends:
            found += (BoardMove(source, target, kind) for kind in self.promotions[1:])
            return
        found.append(BoardMove(source, target))
        if source >> 4 == (1 if color else 6) and self.board[target + north] == EMPTY:
            found.append(BoardMove(source, target + north, DOUBLE))

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        """The token is the victim's code, and above it the node that was before his."""
        del note
        man, taken = self.board[source], self.board[target]
        token = taken
        if taken != EMPTY:
            token |= self.previous[self.node[target]] << 4
            self._unlink(self.node[target], taken)
        if _is_promoted(man, target):
            self._unlink(self.node[source], man)
        else:
            self._swap(source, target)
        self.board[target], self.board[source] = man, EMPTY
        return token

    def unmove(self, source: int, target: int, token: int) -> None:
        man, taken = self.board[target], token & 15
        self.board[source], self.board[target] = man, taken
        if _is_promoted(man, target):
            self._relink(self.node[source], man)
        else:
            self._swap(source, target)
        if taken != EMPTY:
            self._link(self.node[target], token >> 4, taken)

    def remove(self, square: int) -> int:
        taken = self.board[square]
        token = taken | self.previous[self.node[square]] << 4
        self._unlink(self.node[square], taken)
        self.board[square] = EMPTY
        return token

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token & 15
        self._link(self.node[square], token >> 4, token & 15)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        """The pawn's node has been unlinked where it stood: the node of this square is taken."""
        number = number_of(kind, self.board[square] <= BLACK)
        self.board[square] = number
        self._link(self.node[square], NIL, number)
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        number = self.board[square]
        self._unlink(self.node[square], number)
        self.board[square] = number_of(chess.PAWN, number <= BLACK)

    def live(self) -> Hashable:
        """The nodes that are free keep what was written to them last."""
        with self.unwatched():
            raw = self.raw()
            linked = tuple(
                tuple(self.chain(Man(kind, color)))
                for color in chess.COLORS
                for kind in chess.PIECE_TYPES
            )
            return raw["board"], raw["list"], raw["square"], raw["heads"], linked

    def record(self, beside: Beside) -> dict[str, Any]:
        lists = {
            str(number): [f"{OX88.name(self.square[n])}/n{n}" for n in self._nodes(number)]
            for number in range(1, 13)
        }
        return {
            "board": [self._on_board(number, self.board) for number in range(128)],
            "plist": {number: nodes for number, nodes in lists.items() if nodes},
            "node_on_square": [self._on_board(number, self.node) for number in range(128)],
            "castle": beside.rights,
            "epsquare": beside.ep or 0,
            "player": 0 if beside.turn else 1,
            "in_check": int(self.attacked(self.king(beside.turn), not beside.turn)),
        }

    def _on_board(self, number: int, cells: Cells) -> int:
        return cells[number] if number in OX88.square else -1

    # what is always true

    def broken(self) -> Iterator[str]:
        for square in OX88.of:
            if self.square[self.node[square]] != square:
                yield f"the node on {OX88.name(square)} says it is elsewhere"
        linked = 0
        for number in range(1, 13):
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
        name = _text(index) if 0 < index < 13 else f"[{index}]"
        if value == NIL:
            return Shown(str(name), "-", None, CellState.EMPTY)
        return Shown(str(name), str(value), self._square_of(value))

    def _square_of(self, node: int) -> chess.Square | None:
        return OX88.square.get(self.square[node])


def _text(value: int) -> str | None:
    return None if value == EMPTY else _man(value).symbol
