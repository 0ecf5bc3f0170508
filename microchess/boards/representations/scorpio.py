"""Scorpio's linked lists of pieces (Daniel Shawul): a pool of nodes, unlinked and relinked.

There is a node for each cell of a 0x88 board (square, previous, next), the node of every square,
and the first node of every kind of piece. A move *swaps* the nodes of its squares: a node travels
with its piece and the free one goes back the other way. A victim's node is unlinked, and the node
before it remembered: put back behind that one it is in its old place, and since moves are unmade
last in, first out, the order comes back exactly.

Set up square by square from a1, every piece goes to the head of its list, so that lists run from h8
down. A promoted pawn's node stays where it came from; the new piece takes the node of its square,
at the head of a list.

Captures are generated first, queens by steps among them, then the rest, the other promotions last.
The program has kept bitboards beside the lists since 2010 at least; the lists are shown alone.
"""

from collections.abc import Iterator
from typing import Any

import chess

from microchess.boards.geometry import OX88
from microchess.boards.moves import EN_PASSANT, BoardMove, Man, Moves
from microchess.boards.recorder import Cells
from microchess.boards.representation import Representation
from microchess.boards.representations.edged import EMPTY, Board88
from microchess.boards.rules import Beside
from microchess.boards.view import BankPanel, Cell, CellState, Shown

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


PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
_BISHOP, _ROOK = (17, -17, 15, -15), (16, -16, 1, -1)
_WAYS = {
    chess.KNIGHT: (18, -18, 33, -33, 14, -14, -31, 31),
    chess.BISHOP: _BISHOP,
    chess.ROOK: _ROOK,
    chess.QUEEN: _BISHOP + _ROOK,
    chess.KING: _BISHOP + _ROOK,
}
"""What is added to a square's number, in the program's order."""


class Scorpio(LinkedNodes):
    """``board``, ``list`` (the node on each square), nodes of three cells, ``heads``."""

    title = "Scorpio, linked lists"
    year = 2012
    source = "Daniel Shawul, CCC 2012; dshawul/Scorpio, src/scorpio.h and src/moves.cpp"
    idea = "A doubly linked list per kind of piece; a captured node is parked for later."
    cost = "Everything is a few pointers and the order never changes. 655 cells for 32 pieces."
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)
    castling_safe = ("king", "through", "king_to")
    steps = _WAYS

    def lay_out(self) -> None:
        super().lay_out()
        self.make_nodes()

    def load(self, board: chess.Board) -> None:
        for square, piece in sorted(board.piece_map().items()):
            number = OX88.of[square]
            self.board[number] = self.code(piece.piece_type, piece.color)
            self.link(self.node[number], NIL, self.board[number])

    def king(self, color: chess.Color) -> int:
        return self.square[self.heads[self.code(chess.KING, color)]]

    def men(self, color: chess.Color) -> Iterator[int]:
        for kind in (*PIECES, chess.PAWN):
            yield from self.chain(kind, color)

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(1 for _ in self.chain(kind, color))

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        yield from self.captures(color, ep)
        yield from self.quiet(color, rights)

    moves_of = Representation.moves_of

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """Captures of pawns, queens by steps, en passant; then the pieces list by list."""
        pawns = sorted(self.chain(chess.PAWN, color))
        north = OX88.ahead(color)
        ways = (north - 1, north + 1) if color else (north + 1, north - 1)
        for way in ways:
            for source in pawns:
                target = source + way
                if not target & 0x88 and self.colors[self.board[target]] == (not color):
                    yield from self.advance(source, target)
        for source in pawns:
            if source + north in OX88.ends and self.board[source + north] == EMPTY:
                yield BoardMove(source, source + north, chess.QUEEN)
        if ep is not None:
            for source in (ep - ways[1], ep - ways[0]):
                if not source & 0x88 and self.board[source] == self.code(chess.PAWN, color):
                    yield BoardMove(source, ep, EN_PASSANT)
        for kind in PIECES:
            for source in self.chain(kind, color):
                yield from sorted(self.capturing(source, Man(kind, color), None))

    def quiet(self, color: chess.Color, rights: int = 0) -> Moves:
        """Castling, the pieces list by list, the pawns."""
        yield from self.castle(color, rights)
        for kind in PIECES:
            for source in self.chain(kind, color):
                for target, there in self.reached(source, kind):
                    if there == EMPTY:
                        yield BoardMove(source, target)
        for source in self.chain(chess.PAWN, color):
            yield from self.stepping(source, color)

    def advance(self, source: int, target: int, note: int = 0) -> Moves:
        """A step to the last rank is a capture when it makes a queen, else a quiet move."""
        straight = source & 7 == target & 7
        for move in super().advance(source, target, note):
            if not (straight and move.kind == chess.QUEEN):
                yield move

    def move(self, source: int, target: int, note: int = 0) -> int:
        """The token is the victim's code, and above it the node that was before his."""
        man, token = self.board[source], self.lift(target)
        if self._is_promoted(man, target):
            self.unlink(self.node[source], man)
        else:
            self.swap(source, target)
        self.board[target], self.board[source] = man, EMPTY
        return token

    def lift(self, square: int) -> int:
        taken = self.board[square]
        if taken == EMPTY:
            return EMPTY
        token = taken | self.previous[self.node[square]] << 4
        self.unlink(self.node[square], taken)
        return token

    def unmove(self, source: int, target: int, token: int) -> None:
        man, taken = self.board[target], token & 15
        self.board[source], self.board[target] = man, taken
        if self._is_promoted(man, target):
            node = self.node[source]
            self.link(node, self.previous[node], man)
        else:
            self.swap(source, target)
        if taken != EMPTY:
            self.link(self.node[target], token >> 4, taken)

    def _is_promoted(self, number: int, target: int) -> bool:
        """Whether a piece that comes to *target* is a pawn on its last rank."""
        man = self.man[number]
        return target in OX88.ends and man is not None and man.kind == chess.PAWN

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token & 15
        self.link(self.node[square], token >> 4, token & 15)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        """The pawn's node has been unlinked where it stood: the node of this square is taken."""
        number = self.code(kind, self.board[square] <= BLACK)
        self.board[square] = number
        self.link(self.node[square], NIL, number)
        return 0

    def demote(self, square: int, token: int) -> None:
        number = self.board[square]
        self.unlink(self.node[square], number)
        self.board[square] = self.code(chess.PAWN, number <= BLACK)

    def record(self, beside: Beside) -> dict[str, Any]:
        lists = {
            str(number): [f"{OX88.name(self.square[n])}/n{n}" for n in self.nodes(number)]
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

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The list that the piece on the square is in, from its head."""
        man = self.at(square)
        if man is None:
            return ()
        cells = (
            Cell("list", number, man.symbol, number, OX88.name(number), OX88.square[number])
            for number in self.chain(*man)
        )
        return (BankPanel("linked with", 8, tuple(cells), "in this order"),)
