"""A game of chess against the program in the machine.

The machine's memory is the truth about where the men are; a python-chess board beside it knows the
rules. A player's move goes in through the keypad, step by step as the manual says, the program's
answer comes out of the display, and what the program cannot do itself (the rook's part of castling,
a promotion) is done for it the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import chess
import chess.pgn

from emu.board import BoardState
from emu.errors import AddressError, EmuError
from emu.machine import DEFAULT_BUDGET, MHZ
from microchess.errors import MoveError
from microchess.levels import Level
from microchess.moves import parse_move, why_illegal
from microchess.openings import Opening
from microchess.operator import Action, Operator
from microchess.player import Player
from microchess.position import Position, notes
from microchess.record import UNKNOWN_DATE, Record
from microchess.replies import TO_BEAT, Candidate
from microchess.squares import on_board, to_chess
from microchess.table import PieceTable
from microchess.tracking import Poke, vacant_types


class Ending(Enum):
    """How a game ended where the rules of chess alone do not say it."""

    RESIGNED = "resigns"
    ILLEGAL = "made an illegal move"


@dataclass(frozen=True)
class Answer:
    """The program's turn.

    ``display`` is what the digits showed, ``move`` the chess move (None when it resigned or did
    what chess forbids), ``value`` that of the candidate chosen (None from the book), ``cycles`` the
    time it took, ``action`` what was done to the machine, ``remark`` anything a person should know.
    """

    display: str
    move: chess.Move | None
    san: str
    value: int | None
    cycles: int
    action: Action
    remark: str = ""

    @property
    def seconds(self) -> float:
        """The time it took, on a 1 MHz KIM-1."""
        return self.cycles / MHZ


@dataclass
class _Memory:
    """All of a game that goes back with an undo."""

    machine: BoardState
    record: Record
    ending: Ending | None
    table: PieceTable
    restores_level: bool = False


class Game:
    """A game against *player*, who has *computer*'s colour, from *board* or the initial position.

    *opening* is the book he plays from, else the one he comes with; *monitor* the KIM-1's ROM, else
    ours. Raises PositionError when the table cannot hold the position.
    """

    def __init__(
        self,
        player: Player,
        computer: chess.Color = chess.WHITE,
        level: Level = Level.NORMAL,
        opening: Opening | None = None,
        board: chess.Board | None = None,
        monitor: bytes | None = None,
    ) -> None:
        self.player = player
        self.computer = computer
        self.record = Record(board.copy() if board else chess.Board())
        self.ending: Ending | None = None
        self.notes: list[str] = []
        self._past: list[_Memory] = []
        setup = None if board is None else Position.from_board(board, computer)
        self.bridge = player.boot(monitor)
        self.bridge.level = level
        if opening is not None:
            self.bridge.book = opening.book
        self._operator = Operator(self.bridge, computer)
        self.start = self._operator.begin(setup)
        if setup is not None:
            self.notes += notes(self.board)

    @property
    def board(self) -> chess.Board:
        """The chess position, with the moves since the start or the last poke into the table."""
        return self.record.board

    @property
    def position(self) -> Position:
        """What the machine's table says."""
        return Position(self.bridge.table, self.computer == chess.WHITE)

    @property
    def computers_turn(self) -> bool:
        """Whether the program is to move."""
        return self.board.turn == self.computer

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
        if self.ending is not None:
            return "0-1" if self.computer == chess.WHITE else "1-0"
        outcome = self.board.outcome()
        return outcome.result() if outcome else "*"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result != "*"

    def verdict(self) -> str:
        """How it ended, in words; empty while it goes on."""
        computer, player = (
            chess.COLOR_NAMES[c].capitalize() for c in (self.computer, not self.computer)
        )
        if self.ending is not None:
            return f"{computer} (MicroChess) {self.ending.value}; {player} wins"
        outcome = self.board.outcome()
        if outcome is None:
            return ""
        reason = outcome.termination.name.replace("_", " ").lower()
        if outcome.winner is None:
            return f"draw: {reason}"
        return f"{reason}; {chess.COLOR_NAMES[outcome.winner].capitalize()} wins"

    def parse(self, text: str) -> chess.Move:
        """A move of the side to move, from SAN, UCI or octal.

        Raises MoveError with the reason why it cannot be played.
        """
        white = self.computer == chess.WHITE
        return parse_move(text, self.board, self.bridge.table, white, self.computers_turn)

    def play(self, move: chess.Move) -> Action:
        """Enter a player's legal move on the keypad; return what was done.

        Raises MoveError, with nothing done, when the game is over or the table has no room.
        """
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")
        if not self.board.is_legal(move):
            raise MoveError(f"{move} is not legal: {why_illegal(self.board, move)}")
        memory = self._memory()
        action = self._operator.enter(self.board, move)
        self._past.append(memory)
        self._push(move)
        return action

    def answer(
        self,
        on_candidate: Callable[[Candidate], None] = lambda _: None,
        budget: int = DEFAULT_BUDGET,
    ) -> Answer:
        """Press PC and see what the program plays.

        Raises EmuError, the machine being as before, when the program comes to grief.
        """
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")
        before = self.bridge.machine.snapshot()
        best: list[Candidate] = []

        def judged(candidate: Candidate) -> None:
            if candidate.value > (best[-1].value if best else TO_BEAT):
                best.append(candidate)
            on_candidate(candidate)

        try:
            cycles = self._operator.ask(judged, budget)
        except EmuError:
            self.bridge.machine.restore(before)
            raise
        display = self._operator.display
        action = Action(("PC",))
        value = best[-1].value if best else None
        shown = self.bridge.shown_move()
        if shown is None:
            self.ending = Ending.RESIGNED
            return Answer(display, None, "resigns", value, cycles, action)
        return self._accept(shown.source, shown.target, display, value, cycles, action)

    def undo(self) -> int:
        """Take back the player's last move and the answer to it, or the last poke; the level stays.

        Returns how many plies went.

        Raises MoveError when there is none.
        """
        if not self._past:
            raise MoveError("there is no move to take back")
        plies = self.record.plies
        memory = self._past.pop()
        level_bytes = self.bridge.level_bytes
        self.bridge.machine.restore(memory.machine)
        if not memory.restores_level:
            self.bridge.level_bytes = level_bytes
        self.record, self.ending = memory.record, memory.ending
        return plies - self.record.plies

    def poke(self, *pokes: Poke) -> list[str]:
        """Put bytes into memory; a changed table changes the position. Returns what to know.

        Raises AddressError where there is no RAM; nothing is changed then.
        """
        memory = self._memory()
        try:
            self._operator.poke(*pokes)
        except AddressError:
            self.bridge.machine.restore(memory.machine)
            raise
        memory.restores_level = True
        self._past.append(memory)
        if self.bridge.table == memory.table:
            return []
        self._believe_machine(self.board.turn, f"poked {' '.join(map(str, pokes))}")
        return self.bridge.table.problems()

    def pgn(self, date: str = UNKNOWN_DATE) -> list[chess.pgn.Game]:
        """The game so far; where a poke changed the position, a game for each part."""
        return self.record.games(self._headers(date) | {"Result": self.result})

    def _headers(self, date: str = UNKNOWN_DATE) -> dict[str, str]:
        level = self.bridge.level
        machine = f"MicroChess ({self.player.title}, {level.title if level else 'own level'})"
        white, black = ("You", machine) if self.computer == chess.BLACK else (machine, "You")
        headers = {
            "Event": "MicroChess on the KIM-1",
            "Date": date,
            "White": white,
            "Black": black,
        }
        if self.ending is not None:
            headers["Termination"] = self.verdict()
        return headers

    def _accept(
        self,
        source: int,
        target: int,
        display: str,
        value: int | None,
        cycles: int,
        action: Action,
    ) -> Answer:
        """Take the program's move over to the board, finishing what it cannot do itself."""
        white = self.computer == chess.WHITE
        if not (on_board(source) and on_board(target)):
            self.ending = Ending.ILLEGAL
            remark = "the book moved a captured man"
            return Answer(display, None, display, value, cycles, action, remark)
        move = chess.Move(to_chess(source, white), to_chess(target, white))
        remark = ""
        if self.board.is_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
            vacant = vacant_types(self.bridge.table, computers=True)
            if not vacant:
                return self._unpromoted(move, display, value, cycles, action)
            move.promotion = vacant[0]
            remark = f"its pawn is made a {chess.piece_name(vacant[0])} for it by pokes"
        if not self.board.is_legal(move):
            self.ending = Ending.ILLEGAL
            name = f"{chess.square_name(move.from_square)}{chess.square_name(move.to_square)}"
            reason = f"{name} is not legal: {why_illegal(self.board, move)}"
            return Answer(display, None, name, value, cycles, action, reason)
        if self.board.is_castling(move):
            remark = "it castles: its rook is moved for it"
        action += self._operator.finish(self.board, move)
        san = self.board.san(move)
        self._push(move, self._comment(value, cycles, remark))
        return Answer(display, move, san, value, cycles, action, remark)

    def _unpromoted(
        self, move: chess.Move, display: str, value: int | None, cycles: int, action: Action
    ) -> Answer:
        name = chess.square_name(move.to_square)
        remark = f"no man of it is lost, so its pawn on {name} stays a pawn and is stuck"
        self._believe_machine(not self.computer, remark, ply_made=True)
        return Answer(display, None, f"pawn to {name}", value, cycles, action, remark)

    @staticmethod
    def _comment(value: int | None, cycles: int, remark: str) -> str:
        worth = "book"
        if value is not None:
            worth = f"value ${value:02X}, {cycles / MHZ:.2f} s at 1 MHz"
        return f"{worth}, {remark}" if remark else worth

    def _push(self, move: chess.Move, comment: str = "") -> None:
        """Make the move on the chess board; should the machine show other men, believe it."""
        self.record.push(move, comment)
        if self.position.board().board_fen() != self.board.board_fen():
            self._believe_machine(self.board.turn, "two men shared a square; one is gone")

    def _believe_machine(self, turn: chess.Color, why: str, ply_made: bool = False) -> None:
        """Go on from the position the machine's table shows."""
        board = self.position.board(turn)
        self.record.go_on_from(board, why, self._headers(), ply_made)
        self.ending = None

    def _memory(self) -> _Memory:
        snapshot = self.bridge.machine.snapshot()
        return _Memory(snapshot, self.record.copy(), self.ending, self.bridge.table)
