"""The interface of the gallery: what a board memory must be able to do.

A memory holds the pieces and nothing else: whose turn it is, castling rights, the en passant square
and the history of a game are :class:`microchess.boards.board_game.BoardGame`'s, once for all
memories. Squares here are numbers of the memory's own numbering, colours and piece types are
python-chess's.

A new representation subclasses :class:`Representation` in a file of its own under
``microchess/boards/representations`` and gets a line in ``microchess/boards/registry.py``.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import chess

from microchess.boards.geometry import Numbering
from microchess.boards.hashing import MovingKey
from microchess.boards.moves import CASTLING, PROMOTIONS, QUIET, BoardMove, Man, Moves
from microchess.boards.recorder import CellBanks, CellRecorder, Cells
from microchess.boards.rules import CASTLINGS, Beside, Castling
from microchess.boards.view import BankPanel, named

FEN_ORDER = tuple(square ^ 56 for square in chess.SQUARES)


class Representation(CellBanks, ABC):
    """The pieces of one position.

    ``year`` (None if nobody knows) and ``source`` say where the idea is from, ``idea`` and ``cost``
    what it is and what it is good and bad at. ``plies`` is how many moves can be made one upon the
    other before they have to be final. ``promotions`` are what a pawn becomes, in the order
    generated; with none it stays a pawn.

    ``castling_safe`` names the squares of :class:`~microchess.boards.rules.Castling` that must not
    be attacked for castling to be generated. A memory that ``castles_untested`` generates it from
    the rights alone and has it refused when it is made. ``nobody`` is the token of a move that
    captures nobody.
    """

    title: ClassVar[str]
    year: ClassVar[int | None]
    source: ClassVar[str]
    idea: ClassVar[str]
    cost: ClassVar[str]
    plies: ClassVar[int] = sys.maxsize
    promotions: ClassVar[tuple[chess.PieceType, ...]] = PROMOTIONS
    castles_untested: ClassVar[bool] = False
    nobody: ClassVar[int] = 0
    castling_safe: ClassVar[tuple[str, ...]] = ("king", "through")

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.key: MovingKey | None = None
        self.lay_out()

    def lay_out(self) -> None:
        """Make the banks, as they are without pieces."""

    @property
    @abstractmethod
    def numbering(self) -> Numbering:
        """Which number each square has. It changes with the side to move if the view does."""

    def keep_key(self, name: str, state: Cells | None = None) -> None:
        """Have a key beside the pieces; the game moves it (:mod:`microchess.boards.hashing`)."""
        cell = self.cells(name, [0], named(("0",), "{:016x}".format), 1)
        self.key = MovingKey(name, cell, state)

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """What more there is to see of a square: ways in constant tables, words taken apart."""
        return ()

    # the men

    @abstractmethod
    def load(self, board: chess.Board) -> None:
        """Put the pieces of *board* into the empty memory."""

    @abstractmethod
    def at(self, square: int) -> Man | None:
        """Who stands there."""

    @abstractmethod
    def king(self, color: chess.Color) -> int:
        """Where the king is."""

    @abstractmethod
    def men(self, color: chess.Color) -> Iterator[int]:
        """The squares of all pieces of a side, in the memory's own order."""

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        """How many pieces of a kind there are; without a better way all pieces are asked."""
        return sum(man is not None and man.kind == kind for man in map(self.at, self.men(color)))

    @abstractmethod
    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Where the pieces of *color* stand that attack or defend *square*, in the order found."""

    def attacked(self, square: int, color: chess.Color) -> bool:
        """Whether a piece of *color* attacks *square*; ends with the first one found."""
        return next(self.attackers(square, color), None) is not None

    @abstractmethod
    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        """The moves of a side, its king's safety left out of account.

        *ep* is the square a pawn may capture on in passing, *rights* are those to castle (see
        :mod:`microchess.boards.rules`); with none there is no castling among the moves.
        """

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        """Those of the piece on *square*, castling left out; unless it knows better, out of all."""
        return (move for move in self.moves(color, ep) if move.source == square)

    def captures(self, color: chess.Color, ep: int | None) -> Moves | None:
        """The moves of the capture generator, None if there is no such generator."""
        return None

    def standing(self) -> chess.Board:
        board = chess.Board(None)
        for square, number in enumerate(self.numbering.of):
            if man := self.at(number):
                board.set_piece_at(square, chess.Piece(man.kind, man.color))
        return board

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        """Move a piece, capturing whoever stands on *target*; returns what :meth:`unmove` needs."""
        token = self.lift(target)
        self.shift(source, target)
        return token

    def unmove(self, source: int, target: int, token: int) -> None:
        """Undo :meth:`move`."""
        self.shift(target, source)
        if token != self.nobody:
            self.restore(target, token)

    def lift(self, square: int) -> int:
        """Take whoever stands there out of lists and words, his square to be written at once;
        returns what :meth:`restore` needs, or ``nobody``.
        """
        raise NotImplementedError(square)

    def shift(self, source: int, target: int) -> None:
        """Move a piece to a square that nobody counts on any more."""
        raise NotImplementedError(source, target)

    def remove(self, square: int) -> int:
        """Take the piece off *square* (en passant); returns what :meth:`restore` needs."""
        raise NotImplementedError(square)

    @abstractmethod
    def restore(self, square: int, token: int) -> None:
        """Undo :meth:`remove`, or :meth:`lift`."""

    def promote(self, square: int, kind: chess.PieceType) -> int:
        """Turn the pawn on *square* into a piece; returns what :meth:`demote` needs."""
        raise NotImplementedError(square, kind)

    def demote(self, square: int, token: int) -> None:
        """Undo :meth:`promote`."""
        self.lift(square)
        self.restore(square, token)

    def turn(self) -> None:
        """The other side is to move. Only a memory that looks from one side cares."""

    def beside(self, turn: chess.Color, rights: int, ep: int | None) -> None:
        """A position is set up, or a move wholly made or unmade: this lies beside the pieces."""

    def settle(self) -> None:
        """The moves made so far are final. Only a memory that keeps its own history cares."""

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        """Why the memory cannot hold a position; empty when it can."""
        return []

    def record(self, beside: Beside) -> dict[str, Any]:
        """The cells as plain values by name, for comparison; a program's by its own names."""
        return {name: list(values) for name, values in self.raw().items()}

    # help

    def may_castle(self, way: Castling) -> bool:
        """Whether the way is free and no square that has to be safe is attacked."""
        number, enemy = self.numbering.of, not way.color
        return all(self.at(number[square]) is None for square in way.between) and not any(
            self.attacked(number[getattr(way, name)], enemy) for name in self.castling_safe
        )

    def castle(
        self, color: chess.Color, rights: int, ways: Iterable[Castling] = CASTLINGS
    ) -> Moves:
        """Castling, the king's side first, or in the order of *ways*."""
        for way in ways:
            open_to = way.color == color and rights & way.right
            if open_to and (self.castles_untested or self.may_castle(way)):
                yield self.castling(way)

    def castling(self, way: Castling) -> BoardMove:
        """The move of a way to castle."""
        number = self.numbering.of
        return BoardMove(number[way.king], number[way.king_to], CASTLING)

    def chess_move(self, move: BoardMove) -> chess.Move:
        """A move of the side to move, in python-chess's terms."""
        square = self.numbering.square
        promotion = move.kind if move.kind in PROMOTIONS else None
        return chess.Move(square[move.source], square[move.target], promotion)

    def in_fen_order(self, board: chess.BaseBoard) -> Iterator[tuple[int, Man]]:
        """Number and piece of every occupied square, rank 8 first, as a FEN has them."""
        for square in FEN_ORDER:
            if man := board.piece_at(square):
                yield self.numbering.of[square], Man(man.piece_type, man.color)

    def kings_first(self, board: chess.BaseBoard) -> list[tuple[int, Man]]:
        """Number and piece of every occupied square, the kings before all others."""
        return sorted(self.in_fen_order(board), key=lambda there: there[1].kind != chess.KING)

    def advance(self, source: int, target: int, note: int = 0) -> Moves:
        """A pawn's step or capture: on the last rank every promotion there is."""
        if self.promotions and target in self.numbering.ends:
            for kind in self.promotions:
                yield BoardMove(source, target, kind, note)
        else:
            yield BoardMove(source, target, QUIET, note)
