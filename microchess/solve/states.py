"""What can come of a position in a game against a program that always answers alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import chess

from microchess.errors import MoveError
from microchess.game.arbiter import legal_form
from microchess.machine.solver import PlayerSpec, Solver
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK, BOOK_CLOSED
from microchess.program.move_entry import play, shown_square, vacant_types
from microchess.program.openings import CLEARED, GROUP, Opening, group_at
from microchess.program.position import Position, read_fen
from microchess.program.request import Request
from microchess.program.table import SIZE, PieceTable

_RIGHTS = (chess.BB_A1, chess.BB_H1, chess.BB_A8, chess.BB_H8)
_FIRST_GROUP = 0xFF


class End(Enum):
    """How a line ends: the first two by the user's move, the others by what the program does."""

    MATE = "mate"
    STALEMATE = "stalemate"
    RESIGNS = "resigns"
    ILLEGAL = "illegal"
    STUCK = "stuck"
    """Its pawn on the last rank becomes nothing, as none of its pieces is lost."""


BY_USER = (End.MATE, End.STALEMATE)
"""Ends that the user's move makes."""


@dataclass(frozen=True)
class Quest:
    """A game from *fen* at *level* against the player *spec*, who has *computer*'s colour and plays
    *opening* as far as it goes; None: the book is closed. *table* has the pieces in their slots,
    None: in the usual ones.
    """

    fen: str
    computer: chess.Color
    level: Level
    spec: PlayerSpec
    opening: Opening | None = None
    table: PieceTable | None = None

    @property
    def root(self) -> State:
        """The position at the start. Raises FenError or PositionError."""
        board = read_fen(self.fen)
        position = Position.from_board(board, self.computer)
        if self.table is not None:
            position = Position(self.table, position.computer_white)
        pointer = BOOK_CLOSED if self.opening is None else _FIRST_GROUP
        return State(board, position, pointer, CLEARED)


@dataclass(frozen=True)
class State:
    """A position with what else a reply hangs on: the opening ``pointer``, and the to-square
    ``shown`` on the display.
    """

    board: chess.Board
    position: Position
    pointer: int
    shown: int

    def packed(self) -> bytes:
        """Alike for positions from which all goes on alike, the program to move."""
        rights = self.board.clean_castling_rights()
        book = (self.pointer, self.shown) if self.pointer else (0, 0)
        castling = sum(bool(rights & one) << n for n, one in enumerate(_RIGHTS))
        return self.position.table.data + bytes((*book, castling))

    @classmethod
    def unpacked(cls, data: bytes, computer: chess.Color) -> State:
        """The state that `packed` made these bytes of."""
        position = Position(PieceTable(data[:SIZE]), computer == chess.WHITE)
        pointer, shown, castling = data[SIZE:]
        board = position.board()
        board.castling_rights = sum(one for n, one in enumerate(_RIGHTS) if castling >> n & 1)
        return cls(board, position, pointer, shown)

    def after(self, move: chess.Move) -> State:
        """After a legal move of the user. Raises MoveError for a promotion to what is not lost."""
        shown = shown_square(self.board, move, self.position.computer_white)
        return self.played(move, self.pointer, shown)

    def played(self, move: chess.Move, pointer: int, shown: int) -> State:
        """After a legal move of either side. Raises MoveError as `after`."""
        position = play(self.position, self.board, move)
        board = self.board.copy(stack=False)
        board.push(move)
        return State(board, position, pointer, shown)


@dataclass(frozen=True)
class Answered:
    """The program's move, and what is there then."""

    move: chess.Move
    state: State


class Answerer:
    """The program, asked for one reply after another."""

    def __init__(self, task: Quest, solver: Solver) -> None:
        self._task, self._solver = task, solver
        self._book = bytes(256) if task.opening is None else bytes(BOOK) + task.opening.book

    def answer(self, state: State, known: chess.Move | None = None) -> Answered | End:
        """What it plays in *state*, *known* if that is known; or the end it makes of the game.

        Raises EmuError when the program comes to grief.
        """
        wish, pointer = self._from_book(state)
        if known is not None:
            return self._made(state, known, pointer)
        position = state.position
        if wish is None:
            request = Request(position.table, self._task.level)
            found = self._solver.solve(request).move
            if found is None:
                return End.RESIGNS
            wish = found.man, found.target
        move, _ = legal_form(state.board, position, *wish)
        if move is None:
            return End.ILLEGAL
        return self._made(state, move, pointer)

    def _made(self, state: State, move: chess.Move, pointer: int) -> Answered | End:
        try:
            return Answered(move, state.played(move, pointer, 0))
        except MoveError:
            return End.STUCK

    def _from_book(self, state: State) -> tuple[tuple[int, int] | None, int]:
        """Piece and to-square of its answer out of the book, if any, and the pointer then."""
        if not state.pointer & 0x80:
            return None, BOOK_CLOSED
        expected, man, to = group_at(self._book.__getitem__, state.pointer)
        if state.shown != expected:
            return None, BOOK_CLOSED
        return (man, to), state.pointer - GROUP


def endings(state: State) -> Iterator[tuple[chess.Move, End]]:
    """The user's moves in *state* that mate or stalemate the program; see `children`."""
    board = state.board
    kinds = vacant_types(state.position.table, computers=False)
    for move in board.legal_moves:
        board.push(move)
        if not any(board.generate_legal_moves()) and move.promotion in (None, *kinds):
            yield move, End.MATE if board.is_check() else End.STALEMATE
        board.pop()


def children(state: State) -> Iterator[tuple[chess.Move, State]]:
    """The user's moves in *state* after which the game goes on, and what is there then; no
    promotion to a piece of which none is lost.
    """
    kinds = vacant_types(state.position.table, computers=False)
    for move in state.board.legal_moves:
        if move.promotion in (None, *kinds):
            after = state.after(move)
            if any(after.board.generate_legal_moves()):
                yield move, after
