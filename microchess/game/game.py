"""A game against the program as it is played on the keypad: moves entered, answers read.

A player's move goes in through the keypad, step by step as the manual says, the program's answer
comes out of the display. `GameState` is what there is now, `History` what was before, `Editor` does
what is no move, and `ByHand` follows a person who uses the machine beside the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING

import chess

from emu.alone import Alone, one_at_a_time
from emu.machine import DEFAULT_BUDGET, Machine
from emu.notation import Poke
from microchess.errors import MoveError, PgnError
from microchess.game.answer import Answer, reading_answer
from microchess.game.by_hand import ByHand
from microchess.game.editor import Editor
from microchess.game.history import History
from microchess.game.outcome import Ending
from microchess.game.record import UNKNOWN_DATE, Record
from microchess.game.state import GameState
from microchess.machine.bridge import Thinking
from microchess.machine.operator import Action
from microchess.machine.player import MachineBuilder, Player
from microchess.program.legality import why_illegal
from microchess.program.levels import Level
from microchess.program.move_text import parse_move
from microchess.program.openings import Opening
from microchess.program.position import SVG_SIZE, Position, notes
from microchess.program.reply import Candidate
from microchess.program.table import PieceTable

if TYPE_CHECKING:
    import chess.pgn

_DATE = re.compile(r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}")


class Game:
    """A game against *player*, who has *computer*'s colour, from *board* or the initial position.

    *opening* is the book it plays from, else the one it comes with; with *steady* it keeps to it
    (`microchess.game.book_novelty`); *monitor* the KIM-1's ROM, else ours; *build* makes the
    machine; *table* has the pieces of *board* in their slots, else they get the usual ones.
    ``state.date`` may be set to that of the games that pokes end in its PGN. Raises PositionError
    when the table cannot hold the position.
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
        setup = None if board is None else Position.from_board(board, computer)
        if table is not None:
            setup = Position(table, computer == chess.WHITE)
        self.player, self.steady = player, steady
        self.bridge = player.boot(monitor, build)
        self.bridge.level = level
        if opening is not None:
            self.bridge.book = opening.book
        start = chess.Board() if board is None else board.copy()
        self.state = GameState(self.bridge, Record(start, computer), player.title)
        self.start = self.state.operator.begin(computer, setup)
        self.notes = [] if setup is None else notes(start, computer)
        self.state.settle()
        self.history = History(self.state)
        self.editor = Editor(self.state, self.history)
        self.hand = ByHand(self.state, self.history)

    def __copy__(self) -> Game:
        return deepcopy(self)

    @property
    def alone(self) -> Alone:
        """Which thread plays it: its machine's."""
        return self.bridge.alone

    @property
    def computer(self) -> chess.Color:
        """The program's colour."""
        return self.record.computer

    @property
    def record(self) -> Record:
        """The chess side of it: the moves and what was said of them."""
        return self.state.record

    @property
    def board(self) -> chess.Board:
        """The chess position, with the moves since the start or the last poke into the table."""
        return self.record.board

    @property
    def position(self) -> Position:
        """What the machine's table says."""
        return self.state.position

    @property
    def computers_turn(self) -> bool:
        """Whether the program is to move."""
        return self.record.computers_turn

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
        return self.record.result

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.record.over

    def verdict(self) -> str:
        """How it ended, in words; empty while it goes on."""
        return self.record.verdict()

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
        state = self.state
        state.record.expect_going_on()
        if not self.board.is_legal(move):
            raise MoveError(f"{move} is not legal: {why_illegal(self.board, move)}")
        state.expect_listener()
        action = state.operator.entry(self.board, move, self.computer)
        memory = state.memory()
        try:
            yield from state.operator.doing(action)
        except BaseException:
            self.bridge.machine.restore(memory.machine)
            raise
        self.history.push(memory)
        state.push(move, reply=reply)
        state.settle()
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
        state = self.state
        state.record.expect_going_on()
        if not self.computers_turn:
            color = chess.COLOR_NAMES[self.board.turn].capitalize()
            raise MoveError(f"{color}, the player, is to move, not MicroChess")
        state.expect_listener()
        before = self.bridge.machine.snapshot()
        try:
            answer = yield from reading_answer(state.operator, self.record, self.steady, budget)
        except BaseException:
            self.bridge.machine.restore(before)
            raise
        if answer.move is not None:
            state.push(answer.move, answer.comment, reply=True)
        elif answer.ending is None:  # a pawn is stuck on the last rank
            stuck = state.position.board(not self.computer)
            state.go_on_from(stuck, answer.remark, ply_made=True)
        state.record.ending = answer.ending
        state.settle()
        return answer

    @one_at_a_time
    def resign(self) -> None:
        """The player gives the game up; an undo takes that back.

        Raises MoveError when it is over already.
        """
        self.record.expect_going_on()
        self.history.push(self.state.memory())
        self.record.ending = Ending.GIVEN_UP
        self.state.settle()

    @one_at_a_time
    def undo(self) -> int:
        """Take back the player's last move and the answer to it, or the last poke; the level stays.

        Returns how many plies went. Raises MoveError when there is none.
        """
        return self.history.undo()

    @one_at_a_time
    def redo(self) -> int:
        """Do again what was taken back last. Returns how many plies came.

        Raises MoveError when there is nothing to do again.
        """
        return self.history.redo()

    @one_at_a_time
    def poke(self, *pokes: Poke) -> list[str]:
        """Put bytes into memory; a changed table changes the position. Returns what to know.

        If the pokes make the initial position, castling is possible in it.

        Raises AddressError where there is no RAM; nothing is changed then.
        """
        return self.editor.poke(*pokes)

    @one_at_a_time
    def give_turn(self, color: chess.Color) -> None:
        """Let *color* move next, whoever's turn it is: the program does not mind."""
        self.editor.give_turn(color)

    @one_at_a_time
    def follow(self, replied: bool = False) -> str:
        """Take over what was done to the machine by hand; say what it was: see `ByHand.follow`."""
        return self.hand.follow(replied)

    def pgn(self, date: str = UNKNOWN_DATE) -> list[chess.pgn.Game]:
        """The game so far as games of python-chess, whose text is PGN; where a poke changed the
        position, one for each part, the present one last.

        *date* is ``YYYY.MM.DD``, with ? for digits that are not known. Raises PgnError for another.
        """
        if not (isinstance(date, str) and _DATE.fullmatch(date)):
            raise PgnError(f"date {date!r}: expected YYYY.MM.DD, with ? for unknown digits")
        return self.record.games(self.state.headers(date))

    def _repr_svg_(self) -> str:
        """The board for notebooks, the player's side below; last move and check stand out."""
        import chess.svg

        board, last = self.board, self.board.peek() if self.board.move_stack else None
        check = board.king(board.turn) if board.is_check() else None
        below = not self.computer
        return str(
            chess.svg.board(board, orientation=below, lastmove=last, check=check, size=SVG_SIZE)
        )
