"""A game against the program as it is played on the keypad: moves entered, answers read.

The machine's memory is the truth about where the men are; a python-chess board beside it knows the
rules. A player's move goes in through the keypad, step by step as the manual says, the program's
answer comes out of the display, and what the program cannot do itself (the rook's part of castling,
a promotion) is done for it the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Self

import chess

from emu.alone import Alone, one_at_a_time
from emu.machine import DEFAULT_BUDGET, Machine
from emu.notation import Poke
from microchess.errors import MoveError, PgnError
from microchess.game.answer import Answer, comment_on
from microchess.game.arbiter import CASTLES
from microchess.game.book_novelty import keep_open
from microchess.game.history import Ending, History, UndoState
from microchess.game.outcome import headers, machine_name, result, verdict
from microchess.game.record import UNKNOWN_DATE, Record
from microchess.machine.bridge import Thinking
from microchess.machine.operator import Action, Operator
from microchess.machine.player import MachineBuilder, Player
from microchess.program.chess_move import as_chess_move
from microchess.program.legality import why_illegal
from microchess.program.levels import Level
from microchess.program.move_entry import vacant_types
from microchess.program.move_text import parse_move
from microchess.program.openings import Opening
from microchess.program.position import Position, notes
from microchess.program.reply import Candidate, ManMove, best_of
from microchess.program.table import PieceTable

if TYPE_CHECKING:
    import chess.pgn

_DATE = re.compile(r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}")


class KeypadGame:
    """A game against *player*, who has *computer*'s colour, from *board* or the initial position.

    *opening* is the book he plays from, else the one he comes with; with *steady* he keeps to it
    (`microchess.game.book_novelty`); *monitor* the KIM-1's ROM, else ours; *build* makes the
    machine; *table* has the men of *board* in their slots, else they get the usual ones. ``date``
    may be set to that of the games that pokes end in its PGN. Raises PositionError when the table
    cannot hold the position.
    """

    def __init__(
        self,
        player: Player,
        computer: chess.Color = chess.WHITE,
        level: Level = Level.NORMAL,
        opening: Opening | None = None,
        board: chess.Board | None = None,
        monitor: bytes | None = None,
        build: MachineBuilder = Machine,
        steady: bool = False,
        table: PieceTable | None = None,
    ) -> None:
        self.player = player
        self.steady = steady
        self.date = UNKNOWN_DATE
        self.computer = computer
        self.record = Record(board.copy() if board else chess.Board())
        self.ending: Ending | None = None
        self.notes: list[str] = []
        self.history = History()
        setup = None if board is None else Position.from_board(board, computer)
        if table is not None:
            setup = Position(table, computer == chess.WHITE)
        self.bridge = player.boot(monitor, build)
        self.bridge.level = level
        if opening is not None:
            self.bridge.book = opening.book
        self._operator = Operator(self.bridge, computer)
        self.start = self._operator.begin(setup)
        if setup is not None:
            self.notes += notes(self.board, computer)
        self._settle()

    def __copy__(self) -> Self:
        return deepcopy(self)

    @property
    def alone(self) -> Alone:
        """Which thread plays it: its machine's."""
        return self.bridge.alone

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
        return result(self.board, self.ending, self.computer)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result != "*"

    def verdict(self) -> str:
        """How it ended, in words; empty while it goes on."""
        return verdict(self.board, self.ending, self.computer)

    def parse(self, text: str) -> chess.Move:
        """A move of the side to move, from SAN, UCI or octal.

        Raises MoveError with the reason why it cannot be played.
        """
        if not isinstance(text, str):
            raise TypeError(f"move {text!r}: expected text such as e4, e2e4 or 6343")
        white = self.computer == chess.WHITE
        return parse_move(text, self.board, self.bridge.table, white, self.computers_turn)

    @one_at_a_time
    def play(self, move: chess.Move | str) -> Action:
        """Enter a player's legal move, or what ``parse`` makes one of, on the keypad; return what
        was done.

        Raises MoveError, with nothing done, when it is not legal, the game is over or the table has
        no room.
        """
        wanted = move if isinstance(move, chess.Move) else self.parse(move)
        return self.bridge.machine.finish(self.playing(wanted))

    def playing(self, move: chess.Move, reply: bool = False) -> Thinking[Action]:
        """See ``play``; a *reply* counts as the program's own. Given up in the middle, the machine
        is as it was before.
        """
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")
        if not self.board.is_legal(move):
            raise MoveError(f"{move} is not legal: {why_illegal(self.board, move)}")
        self._expect_listener()
        memory = self.memory()
        try:
            action = yield from self._operator.entering(self.board, move)
        except BaseException:
            self.bridge.machine.restore(memory.machine)
            raise
        self.history.push(memory)
        self._push(move, reply=reply)
        self._settle()
        return action

    @one_at_a_time
    def answer(
        self,
        on_candidate: Callable[[Candidate], object] = lambda _: None,
        budget: int = DEFAULT_BUDGET,
    ) -> Answer:
        """Press PC and see what the program plays.

        Raises MoveError, with nothing done, when the game is over or it is the player's move, and
        EmuError, the machine being as before, when the program comes to grief.
        """

        def seen(passing: Candidate | None) -> None:
            if passing is not None:
                on_candidate(passing)

        return self.bridge.machine.finish(self.answering(budget), seen)

    def answering(self, budget: int = DEFAULT_BUDGET) -> Thinking[Answer]:
        """See ``answer``; each candidate is told as it is judged.

        At any pause the machine may be taken back, but not beyond the key. Given up in the middle,
        the machine is as it was before.
        """
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")
        if not self.computers_turn:
            color = chess.COLOR_NAMES[self.board.turn].capitalize()
            raise MoveError(f"{color}, the player, is to move, not MicroChess")
        self._expect_listener()
        before = self.bridge.machine.snapshot()
        try:
            answer = yield from self._answering(budget)
        except BaseException:
            self.bridge.machine.restore(before)
            raise
        self._settle()
        return answer

    def _answering(self, budget: int) -> Thinking[Answer]:
        pokes = self._keep_book_open()
        thinking = self._operator.asking(budget)
        judged: list[tuple[int, Candidate]] = []
        while True:
            try:
                passing = next(thinking)
            except StopIteration as done:
                cycles: int = done.value
                break
            if passing is not None:
                now = self.bridge.machine.cycles
                judged = [*((at, one) for at, one in judged if at < now), (now, passing)]
            yield passing
        best = best_of(one for _, one in judged)
        display = self.bridge.machine.settled_readout().text
        action = Action(("PC",), pokes)
        value = None if best is None else best.value
        shown = self.bridge.shown_move()
        if shown is None:
            self.ending = Ending.RESIGNED
            return Answer(display, None, "resigns", value, cycles, action)
        return (yield from self._accept(shown, display, value, cycles, action))

    def _keep_book_open(self) -> tuple[Poke, ...]:
        """The poke of a steady book, done."""
        level = self.bridge.level
        if not self.steady or level is None:
            return ()
        poke = keep_open(self.bridge, self.board, self.computer == chess.WHITE, level)
        return () if poke is None else (poke,)

    def _accept(
        self,
        shown: ManMove,
        display: str,
        value: int | None,
        cycles: int,
        action: Action,
    ) -> Thinking[Answer]:
        """Take the program's move over to the board, finishing what it cannot do itself."""
        white = self.computer == chess.WHITE
        found = as_chess_move(self.board, shown.source, shown.target, white)
        move = found.move
        if move is None:
            self.ending = Ending.ILLEGAL
            remark = "the book moved a captured man"
            return Answer(display, None, display, value, cycles, action, remark)
        remark = ""
        if found.promotes:
            vacant = vacant_types(self.bridge.table, computers=True)
            if not vacant:
                return self._unpromoted(move, display, value, cycles, action)
            move = chess.Move(move.from_square, move.to_square, vacant[0])
            best = chess.piece_name(vacant[0])
            remark = f"its pawn is made a {best} for it by pokes, the best man it had lost"
        if not found.allowed:
            self.ending = Ending.ILLEGAL
            reason = f"{move} is not legal: {why_illegal(self.board, move)}"
            return Answer(display, None, found.san, value, cycles, action, reason)
        if self.board.is_castling(move):
            remark = CASTLES
        action += yield from self._operator.entering(self.board, move, played=True)
        san = self.board.san(move)
        self._push(move, comment_on(value, cycles, remark), reply=True)
        return Answer(display, move, san, value, cycles, action, remark)

    def _unpromoted(
        self, move: chess.Move, display: str, value: int | None, cycles: int, action: Action
    ) -> Answer:
        name = chess.square_name(move.to_square)
        remark = f"no man of it is lost, so its pawn on {name} stays a pawn and is stuck"
        self._go_on_from(self.position.board(not self.computer), remark, ply_made=True)
        return Answer(display, None, f"pawn to {name}", value, cycles, action, remark)

    @one_at_a_time
    def resign(self) -> None:
        """The player gives the game up; an undo takes that back.

        Raises MoveError when it is over already.
        """
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")
        self.history.push(self.memory())
        self.ending = Ending.GIVEN_UP
        self._settle()

    @property
    def listening(self) -> bool:
        """Whether the program has the keypad; after ST or RS the monitor has."""
        return self.bridge.listening()

    def _expect_listener(self) -> None:
        if not self.listening:
            raise MoveError(
                "the program does not listen to the keypad, "
                "something else runs: go back to the game"
            )

    def memory(self, restores_level: bool = False) -> UndoState:
        """All of the game that goes back with an undo."""
        return UndoState(
            self.bridge.machine.snapshot(),
            self.record.copy(),
            self.ending,
            self.bridge.table,
            self.computer,
            restores_level,
        )

    def recall(self, memory: UndoState) -> None:
        """Make everything as it was."""
        self.bridge.machine.restore(memory.machine)
        self.record, self.ending = memory.record.copy(), memory.ending
        self._change_sides(memory.computer)
        self._rest = memory

    def _settle(self) -> None:
        """What was done is the game's own doing: it rests here."""
        self.bridge.rest()
        self._rest = self.memory()

    def _change_sides(self, computer: chess.Color) -> None:
        self.computer = self._operator.computer = computer

    def _push(self, move: chess.Move, comment: str = "", reply: bool = False) -> None:
        """Make the move on the chess board; should the machine show other men, believe it."""
        self.record.push(move, comment, reply)
        if self.position.board().board_fen() != self.board.board_fen():
            believed = self.position.board(self.board.turn)
            self._go_on_from(believed, "two men shared a square; one is gone")

    def _go_on_from(self, board: chess.Board, why: str, ply_made: bool = False) -> None:
        self.record.go_on_from(board, why, self._headers(self.date), ply_made)
        self.ending = None

    def pgn(self, date: str = UNKNOWN_DATE) -> list[chess.pgn.Game]:
        """The game so far as games of python-chess, whose text is PGN; where a poke changed the
        position, one for each part, the present one last.

        *date* is ``YYYY.MM.DD``, with ? for digits that are not known. Raises PgnError for another.
        """
        if not (isinstance(date, str) and _DATE.fullmatch(date)):
            raise PgnError(f"date {date!r}: expected YYYY.MM.DD, with ? for unknown digits")
        return self.record.games(self.headers(date))

    def headers(self, date: str = UNKNOWN_DATE) -> dict[str, str]:
        """The headers of its PGN as it stands."""
        return self._headers(date) | {"Result": self.result}

    def _headers(self, date: str = UNKNOWN_DATE) -> dict[str, str]:
        level = self.bridge.level
        name = machine_name(self.player.title, level.title if level else "own level")
        termination = self.verdict() if self.ending else ""
        return headers(name, self.computer, self.record, date, termination)
