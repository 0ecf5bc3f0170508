"""A game of chess against the program in the machine.

The machine's memory is the truth about where the men are; a python-chess board beside it knows the
rules. A player's move goes in through the keypad, step by step as the manual says, the program's
answer comes out of the display, and what the program cannot do itself (the rook's part of castling,
a promotion) is done for it the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import chess

from emu.errors import AddressError, EmuError
from emu.machine import DEFAULT_BUDGET, Machine
from emu.notation import Poke
from microchess.errors import MoveError, PositionError
from microchess.game.answer import Answer, comment_on
from microchess.game.arbiter import CASTLES
from microchess.game.by_hand import Change, Reading, read_change
from microchess.game.history import Ending, History, UndoState
from microchess.game.outcome import ending_of, headers, result, verdict
from microchess.game.record import UNKNOWN_DATE, Record, poke_reason
from microchess.game.steady_book import hold_on
from microchess.machine.bridge import Thinking
from microchess.machine.operator import Action, Operator
from microchess.machine.player import MachineBuilder, Player
from microchess.program.chess_move import as_chess_move
from microchess.program.legality import why_illegal
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.move_entry import play, vacant_types
from microchess.program.move_text import parse_move
from microchess.program.openings import Opening
from microchess.program.position import Position, notes
from microchess.program.reply import Candidate, ManMove, best_of
from microchess.program.table import PieceTable

if TYPE_CHECKING:
    import chess.pgn


class Game:
    """A game against *player*, who has *computer*'s colour, from *board* or the initial position.

    *opening* is the book he plays from, else the one he comes with; with *steady* he keeps to it
    (`microchess.game.steady_book`); *monitor* the KIM-1's ROM, else ours; *build* makes the
    machine. ``date`` may be set to that of the games that pokes end in its PGN. Raises
    PositionError when the table cannot hold the position.
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
    ) -> None:
        self.player = player
        self.steady = steady
        self.date = UNKNOWN_DATE
        self.computer = computer
        self.record = Record(board.copy() if board else chess.Board())
        self.ending: Ending | None = None
        self.notes: list[str] = []
        self.history = History()
        self._monitored: UndoState | None = None
        """The state after the monitor changed the table, with which it may go on."""
        self._rest_in_monitor = False
        self._seen: PieceTable | None = None
        """The table that was looked at last."""
        setup = None if board is None else Position.from_board(board, computer)
        self.bridge = player.boot(monitor, build)
        self.bridge.level = level
        if opening is not None:
            self.bridge.book = opening.book
        self._operator = Operator(self.bridge, computer)
        self.start = self._operator.begin(setup)
        if setup is not None:
            self.notes += notes(self.board, computer)
        self._settle()

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
        white = self.computer == chess.WHITE
        return parse_move(text, self.board, self.bridge.table, white, self.computers_turn)

    def play(self, move: chess.Move) -> Action:
        """Enter a player's legal move on the keypad; return what was done.

        Raises MoveError, with nothing done, when the game is over or the table has no room.
        """
        return self.bridge.machine.finish(self.playing(move))

    def playing(self, move: chess.Move) -> Thinking[Action]:
        """See ``play``. Given up in the middle, the machine is as it was before."""
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")
        if not self.board.is_legal(move):
            raise MoveError(f"{move} is not legal: {why_illegal(self.board, move)}")
        self._expect_listener()
        memory = self.memory()
        try:
            action = yield from self._operator.entering(self.board, move)
        except (EmuError, GeneratorExit):
            self.bridge.machine.restore(memory.machine)
            raise
        self.history.push(memory)
        self._push(move)
        self._settle()
        return action

    def answer(
        self,
        on_candidate: Callable[[Candidate], object] = lambda _: None,
        budget: int = DEFAULT_BUDGET,
    ) -> Answer:
        """Press PC and see what the program plays.

        Raises EmuError, the machine being as before, when the program comes to grief.
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
        self._expect_listener()
        before = self.bridge.machine.snapshot()
        try:
            answer = yield from self._answering(budget)
        except (EmuError, GeneratorExit):
            self.bridge.machine.restore(before)
            raise
        self._settle()
        return answer

    def _answering(self, budget: int) -> Thinking[Answer]:
        kept = self._hold_on_to_book()
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
        display = self._operator.display
        action = Action(("PC",), kept)
        value = None if best is None else best.value
        shown = self.bridge.shown_move()
        if shown is None:
            self.ending = Ending.RESIGNED
            return Answer(display, None, "resigns", value, cycles, action)
        return (yield from self._accept(shown, display, value, cycles, action))

    def _hold_on_to_book(self) -> tuple[Poke, ...]:
        """The poke of a steady book, done."""
        level = self.bridge.level
        if not self.steady or level is None:
            return ()
        poke = hold_on(self.bridge.machine.peek, self.board, self.position, level)
        if poke is None:
            return ()
        self._operator.poke(poke)
        return (poke,)

    def resign(self) -> None:
        """The player gives the game up; an undo takes that back.

        Raises MoveError when it is over already.
        """
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")
        self.history.push(self.memory())
        self.ending = Ending.GIVEN_UP
        self._settle()

    def undo(self) -> int:
        """Take back the player's last move and the answer to it, or the last poke; the level stays.

        Returns how many plies went.

        Raises MoveError when there is none.
        """
        return -self._travel(self.history.back(self.memory()))

    def redo(self) -> int:
        """Do again what was taken back last. Returns how many plies came.

        Raises MoveError when there is nothing to do again.
        """
        return self._travel(self.history.forth(self.memory()))

    def _travel(self, memory: UndoState) -> int:
        plies = self.record.plies
        level_bytes = self.bridge.level_bytes
        self.recall(memory)
        if not memory.restores_level:
            self.bridge.level_bytes = level_bytes
        self._settle()
        return self.record.plies - plies

    def going_on(self, half_moves: int) -> Thinking[Action | None]:
        """Go on from where ``board`` was after so many moves, fewer than it has; below 0: from so
        many positions before its first one, as ``Record.up_to`` counts them.

        That is taken back to, and can be done again (None is returned), or else, from the position
        before it, the last of these moves is entered again; where nothing is remembered, the men
        are poked there and the book is closed. An undo then brings the game back as it is now.
        Given up in the middle, or with a MoveError, PositionError or EmuError, nothing has changed.
        """
        wanted = self.record.up_to(half_moves)
        steps = self._remembered(wanted)
        if steps is not None:
            self._undo_to(steps)
            return None
        now, moves = self.memory(), wanted.board.move_stack
        steps = self._remembered(wanted.up_to(len(moves) - 1)) if moves else None
        try:
            if steps is None:
                action = self._put_men(wanted)
            else:
                move = moves[-1]
                self._travel(self.history.past[steps])
                self._expect_listener()
                action = yield from self._operator.entering(self.board, move)
                self._push(move)
        except (MoveError, PositionError, EmuError, GeneratorExit):
            self.recall(now)
            raise
        self.history.push(now)
        self._settle()
        return action

    def _undo_to(self, steps: int) -> None:
        while len(self.history.past) > steps:
            self.undo()

    def _remembered(self, wanted: Record) -> int | None:
        """How many steps are left when one takes back to there, None where that is impossible."""
        past = self.history.past
        found = (i for i, memory in enumerate(past) if memory.record.has_moves_of(wanted))
        return max(found, default=None)

    def _put_men(self, record: Record) -> Action:
        """Go on from the end of *record*."""
        board = record.board.root()
        position = Position.from_board(board, self.computer)
        for move in record.board.move_stack:
            position = play(position, board, move)
            board.push(move)
        self.bridge.table, self.bridge.omove = position.table, BOOK_CLOSED
        self.record, self.ending = record, None
        return Action(())

    def poke(self, *pokes: Poke) -> list[str]:
        """Put bytes into memory; a changed table changes the position. Returns what to know.

        Who pokes the initial position may castle in it.

        Raises AddressError where there is no RAM; nothing is changed then.
        """
        memory, changing = self.memory(restores_level=True), self.changing(pokes)
        try:
            self._operator.poke(*pokes)
        except AddressError:
            self.bridge.machine.restore(memory.machine)
            raise
        self.history.push(memory)
        changed = self.bridge.table != memory.table
        if changed:
            self._believe_machine(self.board.turn, poke_reason(changing))
            if self.board.board_fen() == chess.STARTING_BOARD_FEN:
                self.board.castling_rights = chess.BB_CORNERS
        self._settle()
        return self.bridge.table.problems() if changed else []

    def changing(self, pokes: Iterable[Poke]) -> list[Poke]:
        """Those of *pokes* that would change a byte."""
        peek = self.bridge.machine.peek
        return [poke for poke in pokes if peek(poke.address) != poke.value]

    def give_turn(self, color: chess.Color) -> None:
        """Let *color* move next, whoever's turn it is: the program does not mind."""
        if self.board.turn == color:
            return
        self.history.push(self.memory())
        self._pass_turn()
        self._settle()

    def set_up(self, steps: int, turn: chess.Color) -> bool:
        """The men stand where they were put since *steps* could be taken back, and *turn* is to
        move: one step to be taken back. Another position closes the book, is counted from move one,
        and a king and a rook on their first squares may castle. Whether anything is another than
        before.
        """
        past = self.history.past
        begun = len(past) > steps and past[steps].record.plies == self.record.plies
        if begun and self.bridge.table == past[steps].table:
            self._undo_to(steps)
            begun = False
        if not begun:
            passed = self.board.turn != turn
            self.give_turn(turn)
            return passed
        before = past[steps]
        board = self.board.copy(stack=False)
        board.turn, board.ep_square = turn, None
        board.halfmove_clock, board.fullmove_number = 0, 1
        board.castling_rights = chess.BB_CORNERS
        board.castling_rights = board.clean_castling_rights()
        self.record = before.record.copy()
        self.record.go_on_from(
            board.copy(), f"position set up: {board.fen()}", self._headers(self.date)
        )
        self.record.board = board
        self.bridge.omove = BOOK_CLOSED
        self.ending = None
        del past[steps + 1 :]
        self._settle()
        return True

    def follow(self, replied: bool = False, by: str = "by hand", monitor: bool = False) -> str:
        """Take over what was done to the machine since the last move, *by* whom; say what it was.

        Keys F and, if the program has *replied*, PC make moves, C a new game, E exchanges the
        sides; anything else that changes the table is believed. Empty when the table is as it was,
        or in the middle of castling. While the *monitor* has the keypad all is one change, digit by
        digit, and no move but a promotion.
        """
        if monitor:
            if self.bridge.table == self._seen:
                return ""
            self._forget_monitor()
        self._seen = self.bridge.table
        before = Position(self._rest.table, self.computer == chess.WHITE)
        change = read_change(self.board, before, self.bridge.table)
        if monitor and change.kind is not Change.NONE and not change.promotes:
            change = Reading(Change.OTHER)
        if self._rest_in_monitor and not monitor and change.kind is Change.NONE:
            self._settle()
        if change.kind in (Change.NONE, Change.PARTIAL):
            resigns = replied and change.kind is Change.NONE and self.bridge.shown_move() is None
            return "MicroChess resigns, it has no move" if resigns else ""
        self.history.push(self._rest)
        said = self._take_over(change, replied, by)
        self._settle()
        self._rest_in_monitor = monitor
        self._monitored = self._rest if monitor and not change.promotes else None
        return said

    def _forget_monitor(self) -> None:
        """What the monitor has changed until now is about to be told with what it changes next."""
        if self._rest is self._monitored and self.history.past:
            self._recall_beside(self.history.past.pop())

    def _recall_beside(self, memory: UndoState) -> None:
        """Make everything as it was but for the machine."""
        now = self.bridge.machine.snapshot()
        self.recall(memory)
        self.bridge.machine.restore(now)

    def _take_over(self, change: Reading, replied: bool, by: str) -> str:
        if change.move is not None:
            if self.board.color_at(change.move.from_square) != self.board.turn:
                self._pass_turn()
            self.ending = None
            san = self.board.san(change.move)
            self._push(change.move, "by key PC" if replied else "", replied)
            return f"MicroChess replies {san}" if replied else f"by hand: {san}"
        if change.kind is Change.EXCHANGED:
            self._change_sides(not self.computer)
            name = chess.COLOR_NAMES[self.computer].capitalize()
            said = f"sides exchanged by key E: MicroChess has {name}"
            self.record.remark(f"{said} from here on")
            return said
        if change.kind is Change.CLEARED:
            self._change_sides(chess.WHITE)
            self.record.go_on_from(chess.Board(), "cleared by key C", self._headers(self.date))
            self.record.board = chess.Board()
            self.ending = None
            return "a new game by key C: MicroChess has White"
        self._believe_machine(self.board.turn, f"changed {by}")
        return f"the table was changed {by}"

    def _pass_turn(self) -> None:
        board = self.board.copy(stack=False)
        board.turn, board.ep_square = not board.turn, None
        self.record.go_on_from(board, "the other side moves again", self._headers(self.date))
        self.ending = None

    def _change_sides(self, computer: chess.Color) -> None:
        self.computer = self._operator.computer = computer

    def replay(self, game: chess.pgn.Game) -> None:
        """Play the main line of *game* from its start on; the table is poked, the book closed.

        The game so far is forgotten. One that we saved after somebody gave up is over; an undo lets
        it go on. Raises PositionError or MoveError when the table cannot hold what happens there;
        then nothing has changed.
        """
        board = game.board()
        position = Position.from_board(board, self.computer)
        tables = []
        for node in game.mainline():
            position = play(position, board, node.move)
            board.push(node.move)
            tables.append(position.table)
        self.history.forget()
        self.ending = None
        self.record = Record(game.board())
        self.bridge.table = Position.from_board(game.board(), self.computer).table
        self.bridge.omove = BOOK_CLOSED
        for node, table in zip(game.mainline(), tables, strict=True):
            if not self.computers_turn:
                self.history.push(self.memory())
            self.bridge.table = table
            self.record.push(node.move, node.comment, reply=self.computers_turn)
        if not self.over and (ending := ending_of(game.headers, self.computer)):
            self.history.push(self.memory())
            self.ending = ending
        self._settle()

    @property
    def listening(self) -> bool:
        """Whether the program has the keypad; after ST or RS the monitor has."""
        return self.bridge.listening()

    def resume(self) -> bool:
        """Lead back from the monitor to the program: by keys PC, GO, with all that was changed in
        memory meanwhile. False: they do not lead there; the machine is as ``recover`` makes it, but
        for the men, who stand where the game has them.
        """
        if self._resumed():
            return True
        if self.bridge.waiting():
            self.follow(monitor=True)
        now, past = self._rest, [*self.history.past]
        self.recover()
        self.history.past[:] = past
        self.history.future.clear()
        self._recall_beside(now)
        self.bridge.table = now.table
        self._settle()
        return False

    def _resumed(self) -> bool:
        machine, table = self.bridge.machine, self.bridge.table
        before = machine.snapshot()
        try:
            for key in ("PC", "GO"):
                machine.press(key)
        except EmuError:
            pass
        else:
            if self.listening and self.bridge.table == table:
                return True
        machine.restore(before)
        return False

    def recover(self) -> None:
        """Put the machine back to where it was after the last move or poke, with the program at the
        keypad: what was changed while the monitor had it is taken back.
        """
        self.bridge.machine.restore(self._rest.machine)
        while self.history.past and not self.listening:
            self.undo()

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
        self._rest = self.memory()
        self._seen = self._rest.table
        self._rest_in_monitor = False

    def _expect_listener(self) -> None:
        if not self.listening:
            raise MoveError(
                "the program does not listen to the keypad, "
                "something else runs: go back to the game"
            )

    def pgn(self, date: str = UNKNOWN_DATE) -> list[chess.pgn.Game]:
        """The game so far; where a poke changed the position, a game for each part."""
        return self.record.games(self.headers(date))

    def headers(self, date: str = UNKNOWN_DATE) -> dict[str, str]:
        """The headers of its PGN as it stands."""
        return self._headers(date) | {"Result": self.result}

    def _headers(self, date: str = UNKNOWN_DATE) -> dict[str, str]:
        level = self.bridge.level
        name = f"MicroChess ({self.player.title}, {level.title if level else 'own level'})"
        termination = self.verdict() if self.ending else ""
        return headers(name, self.computer, self.record, date, termination)

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
            move.promotion = vacant[0]
            best = chess.piece_name(vacant[0])
            remark = f"its pawn is made a {best} for it by pokes, the best man it had lost"
        if not found.allowed:
            self.ending = Ending.ILLEGAL
            reason = f"{move} is not legal: {why_illegal(self.board, move)}"
            return Answer(display, None, found.san, value, cycles, action, reason)
        if self.board.is_castling(move):
            remark = CASTLES
        action += yield from self._operator.finishing(self.board, move)
        san = self.board.san(move)
        self._push(move, comment_on(value, cycles, remark), reply=True)
        return Answer(display, move, san, value, cycles, action, remark)

    def _unpromoted(
        self, move: chess.Move, display: str, value: int | None, cycles: int, action: Action
    ) -> Answer:
        name = chess.square_name(move.to_square)
        remark = f"no man of it is lost, so its pawn on {name} stays a pawn and is stuck"
        self._believe_machine(not self.computer, remark, ply_made=True)
        return Answer(display, None, f"pawn to {name}", value, cycles, action, remark)

    def _push(self, move: chess.Move, comment: str = "", reply: bool = False) -> None:
        """Make the move on the chess board; should the machine show other men, believe it."""
        self.record.push(move, comment, reply)
        if self.position.board().board_fen() != self.board.board_fen():
            self._believe_machine(self.board.turn, "two men shared a square; one is gone")

    def _believe_machine(self, turn: chess.Color, why: str, ply_made: bool = False) -> None:
        """Go on from the position the machine's table shows."""
        board = self.position.board(turn)
        self.record.go_on_from(board, why, self._headers(self.date), ply_made)
        self.ending = None
