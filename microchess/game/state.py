"""A game as it is now: the machine, and the chess side beside it.

The machine's memory is the truth about where the pieces are; a python-chess board beside it knows
the rules.
"""

from dataclasses import dataclass

import chess

from emu.board_state import BoardState
from microchess.errors import MoveError
from microchess.game.outcome import machine_name
from microchess.game.record import UNKNOWN_DATE, Record
from microchess.machine.bridge import Bridge
from microchess.machine.operator import Operator
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.position import Position
from microchess.program.table import PieceTable


@dataclass(frozen=True)
class UndoState:
    """All of a game that goes back with an undo: the machine and its table, the moves.

    ``restores_level``: the level bytes go back too (after a poke), else they stay as they are now.
    ``left``: what comes after it is another game.
    """

    machine: BoardState
    record: Record
    table: PieceTable
    restores_level: bool = False
    left: bool = False


class GameState:
    """The game of *record* against the program *title* behind *bridge*.

    ``rest`` is where the game itself left it last: what differs from it was done by hand.
    """

    def __init__(self, bridge: Bridge, record: Record, title: str) -> None:
        self.bridge = bridge
        self.operator = Operator(bridge)
        self.record = record
        self.date = UNKNOWN_DATE
        self._title = title
        self.rest = self.memory()

    @property
    def position(self) -> Position:
        return Position(self.bridge.table, self.record.computer == chess.WHITE)

    def headers(self, date: str = UNKNOWN_DATE) -> dict[str, str]:
        """The headers of its PGN as it stands."""
        return self._headers(date) | {"Result": self.record.result}

    def _headers(self, date: str) -> dict[str, str]:
        level = self.bridge.level
        name = machine_name(self._title, level.title if level else "own level")
        return self.record.headers(name, date)

    def expect_listener(self) -> None:
        """Raises MoveError when the program does not read the keypad."""
        if not self.bridge.listening():
            raise MoveError("another program has the keypad: go back to the game")

    # Undo

    def memory(self, restores_level: bool = False) -> UndoState:
        """All of the game that goes back with an undo."""
        return UndoState(
            self.bridge.machine.snapshot(),
            self.record.copy(),
            self.bridge.table,
            restores_level,
        )

    def recall(self, memory: UndoState) -> None:
        self.bridge.machine.restore(memory.machine)
        self.recall_beside(memory)

    def recall_beside(self, memory: UndoState) -> None:
        """Make everything as it was but for the machine."""
        self.record, self.rest = memory.record.copy(), memory

    def settle(self) -> None:
        """What was done is the game's own doing: it rests here."""
        self.bridge.rest()
        self.rest = self.memory()

    # Changes

    def push(self, move: chess.Move, comment: str = "", reply: bool = False) -> None:
        """Make the move on the chess board; should the machine show other pieces, believe it."""
        self.record.push(move, comment, reply)
        board, men = self.record.board, self.position
        if men.board().board_fen() != board.board_fen():
            believed = men.board(board.turn)
            self.go_on_from(believed, "two pieces shared a square; one is gone")

    def go_on_from(self, board: chess.Board, why: str, ply_made: bool = False) -> None:
        """Go on from another position: see `Record.go_on_from`."""
        self.record.go_on_from(board, why, self._headers(self.date), ply_made)

    def pass_turn(self) -> None:
        """The side that is not to move moves next."""
        board = self.record.board.copy(stack=False)
        board.turn, board.ep_square = not board.turn, None
        self.go_on_from(board, "the other side moves again")

    def put(self, table: PieceTable) -> None:
        """Put the pieces where *table* has them, by pokes that close the book."""
        self.bridge.table, self.bridge.omove = table, BOOK_CLOSED
