"""The operator's side of an engine: keeps the machine at the position the GUI talks about.

While the list of moves only grows, the new ones are keyed in, as a person would; else the game is
keyed in from its start. Once the book is closed only the table matters: it is poked, as is what
keys cannot do (a promotion, a set-up position).
"""

from typing import Any

import chess

from microchess.game.book_novelty import keep_open
from microchess.game.game_line import GameLine
from microchess.machine.computer import ChessComputer
from microchess.program.chess_move import squares_of
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.move_entry import steps
from microchess.program.reply import ManMove


class UciOperator:
    """One chess computer and what it shows now."""

    def __init__(
        self, computer: ChessComputer, book: bytes | None = None, steady: bool = False
    ) -> None:
        self.computer = computer
        self.cells = computer.cells
        self.book = book
        self.steady = steady
        self._fresh = computer.snapshot()
        self._line: GameLine | None = None
        self._level = Level.NORMAL
        self._before: Any = None
        """The machine at the position of ``_line``, its book as the game left it."""
        self._own: chess.Move | None = None
        """What it has just played, as it would have in the game itself."""
        self._closed = False

    def use_book(self, book: bytes | None, steady: bool) -> None:
        """Play from *book*, 28 bytes, None: from none; with *steady* it is kept to
        (`microchess.game.book_novelty`).
        """
        if (book, steady) != (self.book, self.steady):
            self.book, self.steady = book, steady
            self.forget()

    def forget(self) -> None:
        """A new game: key it in from its start."""
        self._line = None

    def show(self, line: GameLine, level: Level) -> None:
        """Bring the machine to the position of *line*, the computer to move, book and level set.

        What was thought about before leaves no trace: it thinks as one that was just switched on.
        """
        if self.steady and level is not self._level:
            self.forget()  # whether the book was kept to hangs on the level
        known = self._continued(line)
        if known is None:
            known = self._start(line)
        board = line.start.copy(stack=False)
        for number, move in enumerate(line.moves):
            if self.cells.book_group() is None:
                break
            if number >= known:
                self._enter(board, move, line, level)
            board.push(move)
        if self.cells.table != line.position.table:
            self.cells.table = line.position.table
        self._line, self._level, self._own, self._closed = line, level, None, False
        self._before = self.computer.snapshot()
        self.cells.level = level
        if self.steady:
            keep_open(self.cells, line.board, line.position.computer_white, level)

    def played(self) -> ManMove | None:
        """What the program, its thought over, has just played; None when it resigned."""
        move, line = self.cells.shown_move(), self._line
        assert line is not None
        white = line.position.computer_white
        if move is not None and not self._closed:
            self._own = squares_of(move.source, move.target, white)
        return move

    def take_back(self) -> None:
        """As before the thought, though it may still be going on."""
        self.computer.restore(self._before)
        self._own = None

    def close_book(self) -> None:
        """Before the thought again, and this once the book is closed."""
        self.take_back()
        self.cells.level, self.cells.omove, self._closed = self._level, BOOK_CLOSED, True

    def _continued(self, line: GameLine) -> int | None:
        """How many moves of *line* the machine has already seen; None when it tells another game.

        It is left with its own last move made if that is the one the game goes on with.
        """
        old = self._line
        if old is None or old.start != line.start:
            return None
        known = len(old.moves)
        if line.moves[:known] != old.moves or (len(line.moves) - known) % 2:
            return None
        if len(line.moves) > known and self._own is not None:
            move = line.moves[known]
            if (move.from_square, move.to_square) == (self._own.from_square, self._own.to_square):
                for step in steps(old.board, move, line.position.computer_white)[1:]:
                    self._press(step.keys)
                return known + 1
        self.computer.restore(self._before)
        return known

    def _start(self, line: GameLine) -> int:
        """Begin the game anew; returns how many moves are then made.

        A book knows games from the initial position only; from another one the end is set up.
        """
        self.computer.restore(self._fresh)
        if self.book is not None:
            self.cells.book = self.book
        self._press(("C",) if line.position.computer_white else ("C", "E"))
        if self.book is None or not line.from_initial:
            self.cells.omove = BOOK_CLOSED
        return 0 if line.from_initial else len(line.moves)

    def _enter(self, board: chess.Board, move: chess.Move, line: GameLine, level: Level) -> None:
        """Key a move in. One of the computer's out of its book is left to the book."""
        white = line.position.computer_white
        todo = steps(board, move, white)
        if board.turn == line.position.computer:
            first = todo[0]
            if self.steady:
                keep_open(self.cells, board, white, level)
            man = self.cells.table.standing_on(first.source)
            if self.cells.book_group() == (self.cells.digits[-1], man, first.target):
                for _ in self.computer.think():
                    pass
                del todo[0]
            else:
                self.cells.omove = BOOK_CLOSED
        for step in todo:
            self._press(step.keys)

    def _press(self, keys: tuple[str, ...]) -> None:
        for key in keys:
            self.computer.press(key)
