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
from microchess import table as piece_table
from microchess.bridge import BOOK_CLOSED, Candidate
from microchess.errors import MoveError
from microchess.levels import Level
from microchess.moves import parse_move, why_illegal
from microchess.openings import Opening
from microchess.player import Player
from microchess.position import Position, not_held
from microchess.squares import on_board, to_chess
from microchess.tracking import Poke, promotion_pokes, steps, vacant_types


class Ending(Enum):
    """How a game ended where the rules of chess alone do not say it."""

    RESIGNED = "resigns"
    ILLEGAL = "made an illegal move"


@dataclass(frozen=True)
class Action:
    """What was done to the machine for a move: the keys pressed, then the bytes poked."""

    keys: tuple[str, ...]
    pokes: tuple[Poke, ...] = ()

    def __str__(self) -> str:
        return " ".join((*self.keys, *(f"@{poke}" for poke in self.pokes)))

    def __add__(self, other: Action) -> Action:
        return Action(self.keys + other.keys, self.pokes + other.pokes)


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
    board: chess.Board
    comments: dict[int, str]
    ending: Ending | None
    plies: int
    chapters: tuple[chess.pgn.Game, ...]
    table: bytes


class Game:
    """A game from *fen* (or the initial position) against *player*, who has *computer*'s colour."""

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
        self.board = board.copy() if board else chess.Board()
        self.ending: Ending | None = None
        self.notes: list[str] = []
        self._comments: dict[int, str] = {}
        self._plies = 0
        self._chapters: tuple[chess.pgn.Game, ...] = ()
        self._past: list[_Memory] = []
        setup = None if board is None else Position.from_board(board, computer)
        self.bridge = player.boot(monitor)
        self.bridge.level = level
        if opening is not None:
            self.bridge.book = opening.book
        self.start = self._begin(setup)

    @property
    def position(self) -> Position:
        """What the machine's table says."""
        return Position(self.bridge.table, self.computer == chess.WHITE)

    @property
    def computers_turn(self) -> bool:
        """Whether the program is to move."""
        return self.board.turn == self.computer

    @property
    def display(self) -> str:
        """The six digits as the machine shows them now."""
        return self.bridge.machine.settled_readout().text

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
        pokes = self._promotion(move)
        self._past.append(self._memory())
        action = self._enter(move, pokes)
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
            if candidate.value > (best[-1].value if best else 0x0C):
                best.append(candidate)
            on_candidate(candidate)

        try:
            cycles = self._press_pc(judged, budget)
        except EmuError:
            self.bridge.machine.restore(before)
            raise
        display = self.display
        action = Action(("PC",))
        value = best[-1].value if best else None
        shown = self.bridge.shown_move()
        if shown is None:
            self.ending = Ending.RESIGNED
            return Answer(display, None, "resigns", value, cycles, action)
        return self._accept(shown.source, shown.target, display, value, cycles, action)

    def _press_pc(self, on_candidate: Callable[[Candidate], None], budget: int) -> int:
        """Press PC, wait for the answer; the cycles it took."""
        machine = self.bridge.machine
        self.bridge.wait_for_key(budget)
        started = machine.cycles
        machine.key_down("PC")
        machine.run_until({machine.return_address})
        self.bridge.wait_for_thought(on_candidate, budget)
        cycles = machine.cycles - started
        machine.key_up("PC")
        self.bridge.think(budget=budget)
        return cycles

    def undo(self) -> int:
        """Take back the player's last move and the answer to it, or the last poke; the level stays.

        Returns how many plies went.

        Raises MoveError when there is none.
        """
        if not self._past:
            raise MoveError("there is no move to take back")
        plies = self._plies
        memory = self._past.pop()
        level_bytes = self.bridge.level_bytes
        self.bridge.machine.restore(memory.machine)
        self.bridge.level_bytes = level_bytes
        self.board, self._comments, self.ending = memory.board, memory.comments, memory.ending
        self._plies, self._chapters = memory.plies, memory.chapters
        return plies - self._plies

    def poke(self, *pokes: Poke) -> list[str]:
        """Put bytes into memory; a changed table changes the position. Returns what to know.

        Raises AddressError where there is no RAM; nothing is changed then.
        """
        memory = self._memory()
        try:
            for poke in pokes:
                self.bridge.machine.poke(poke.address, poke.value)
        except AddressError:
            self.bridge.machine.restore(memory.machine)
            raise
        self._past.append(memory)
        if self.bridge.table.data == memory.table:
            return []
        self._rebase(self.board.turn, f"poked {' '.join(map(str, pokes))}")
        return self.bridge.table.problems()

    def pgn(self, date: str = "????.??.??") -> list[chess.pgn.Game]:
        """The game so far; where a poke changed the position, a game for each part."""
        return [*self._chapters, self._chapter(date, self.result)]

    def _chapter(self, date: str, result: str) -> chess.pgn.Game:
        game = chess.pgn.Game.from_board(self.board)
        level = self.bridge.level
        machine_name = f"MicroChess ({self.player.title}, {level.title if level else 'own level'})"
        names = ("You", machine_name) if self.computer == chess.BLACK else (machine_name, "You")
        game.headers.update({"Event": "MicroChess on the KIM-1", "Site": "?", "Round": "-"})
        game.headers["Date"] = date
        game.headers["White"], game.headers["Black"] = names
        game.headers["Result"] = result
        if self.ending is not None:
            game.headers["Termination"] = self.verdict()
        for node in game.mainline():
            node.comment = self._comments.get(node.ply(), "")
        return game

    def _begin(self, setup: Position | None) -> Action:
        """Key C, key E when the computer has Black, and the position by pokes."""
        keys = ("C",) if self.computer == chess.WHITE else ("C", "E")
        for key in keys:
            self._press(key)
        if setup is None:
            return Action(keys)
        old = self.bridge.table
        self.bridge.table = setup.table
        self.bridge.omove = BOOK_CLOSED
        self.notes += [f"the table cannot remember {what}" for what in not_held(self.board)]
        pokes = [
            Poke(piece_table.ADDRESS + man, byte)
            for man, byte in enumerate(setup.table)
            if byte != old[man]
        ]
        return Action(keys, tuple(pokes))

    def _press(self, key: str) -> None:
        self.bridge.machine.press(key)
        self.bridge.think()

    def _enter(self, move: chess.Move, pokes: list[Poke]) -> Action:
        keys: list[str] = []
        for step in steps(self.board, move, self.computer == chess.WHITE):
            keys += step.keys
        for key in keys:
            self._press(key)
        for poke in pokes:
            self.bridge.machine.poke(poke.address, poke.value)
        return Action(tuple(keys), tuple(pokes))

    def _promotion(self, move: chess.Move) -> list[Poke]:
        """The pokes a promotion needs after the pawn's move; MoveError when there is no room."""
        if move.promotion is None:
            return []
        before, white = self.bridge.table, self.computer == chess.WHITE
        (step,) = steps(self.board, move, white)
        pawn = before.standing_on(step.source)
        if pawn is None:
            raise MoveError(f"nobody stands on ${step.source:02X} in the piece table")
        return promotion_pokes(before.moved(pawn, step.target), pawn, move.promotion)

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
        pokes: list[Poke] = []
        if self.board.is_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
            vacant = vacant_types(self.bridge.table, computers=True)
            if not vacant:
                return self._unpromoted(move, display, value, cycles, action)
            move.promotion = vacant[0]
            pawn = self.bridge.table.standing_on(target)
            assert pawn is not None
            pokes = promotion_pokes(self.bridge.table, pawn, vacant[0])
            remark = f"its pawn is made a {chess.piece_name(vacant[0])} for it by pokes"
        if not self.board.is_legal(move):
            self.ending = Ending.ILLEGAL
            name = f"{chess.square_name(move.from_square)}{chess.square_name(move.to_square)}"
            reason = f"{name} is not legal: {why_illegal(self.board, move)}"
            return Answer(display, None, name, value, cycles, action, reason)
        if self.board.is_castling(move):
            rook = steps(self.board, move, white)[1]
            for key in rook.keys:
                self._press(key)
            action += Action(rook.keys)
            remark = "it castles: its rook is moved for it"
        for poke in pokes:
            self.bridge.machine.poke(poke.address, poke.value)
        action += Action((), tuple(pokes))
        san = self.board.san(move)
        self._comments[self.board.ply() + 1] = self._comment(value, cycles, remark)
        self._push(move)
        return Answer(display, move, san, value, cycles, action, remark)

    def _unpromoted(
        self, move: chess.Move, display: str, value: int | None, cycles: int, action: Action
    ) -> Answer:
        name = chess.square_name(move.to_square)
        remark = f"no man of it is lost, so its pawn on {name} stays a pawn and is stuck"
        self._plies += 1
        self._rebase(not self.computer, remark, moved=self.computer)
        return Answer(display, None, f"pawn to {name}", value, cycles, action, remark)

    @staticmethod
    def _comment(value: int | None, cycles: int, remark: str) -> str:
        worth = "book"
        if value is not None:
            worth = f"value ${value:02X}, {cycles / MHZ:.2f} s at 1 MHz"
        return f"{worth}, {remark}" if remark else worth

    def _push(self, move: chess.Move) -> None:
        """Make the move on the chess board; should the machine show other men, believe it."""
        self.board.push(move)
        self._plies += 1
        if self.position.board().board_fen() != self.board.board_fen():
            self._rebase(self.board.turn, "two men shared a square; one is gone")

    def _rebase(self, turn: chess.Color, why: str, moved: chess.Color | None = None) -> None:
        """Start the chess board anew from the machine's table; the game so far is a chapter."""
        if self.board.move_stack:
            chapter = self._chapter("????.??.??", "*")
            chapter.end().comment = ", ".join(filter(None, (chapter.end().comment, why)))
            self._chapters = (*self._chapters, chapter)
        rights, number = self.board.castling_rights, self.board.fullmove_number
        self.board = self.position.board(turn)
        self.board.fullmove_number = number + (moved == chess.BLACK)
        self.board.castling_rights = rights
        self.board.castling_rights = self.board.clean_castling_rights()
        self._comments = {}
        self.ending = None

    def _memory(self) -> _Memory:
        return _Memory(
            self.bridge.machine.snapshot(),
            self.board.copy(),
            dict(self._comments),
            self.ending,
            self._plies,
            self._chapters,
            self.bridge.table.data,
        )
