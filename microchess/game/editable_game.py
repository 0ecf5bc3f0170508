"""A game that is changed by what is no move: taken back, poked, set up, loaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import chess

from emu.alone import one_at_a_time
from emu.errors import AddressError, EmuError
from emu.notation import Poke
from microchess.errors import MoveError, PositionError
from microchess.game.history import History, UndoState
from microchess.game.keypad_game import KeypadGame
from microchess.game.outcome import ending_of
from microchess.game.record import Record, poke_reason
from microchess.machine.bridge import Thinking
from microchess.machine.operator import Action
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.move_entry import play
from microchess.program.position import Position
from microchess.program.squares import CAPTURED, from_chess

if TYPE_CHECKING:
    import chess.pgn


class EditableGame(KeypadGame):
    """Undo and redo, going on from any position, pokes, set-up, games out of PGN."""

    @one_at_a_time
    def undo(self) -> int:
        """Take back the player's last move and the answer to it, or the last poke; the level stays.

        Returns how many plies went.

        Raises MoveError when there is none.
        """
        return -self._travel(self.history.back(self.memory()))

    @one_at_a_time
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
        """How many steps are left when one takes back to there in this game, None where that is
        impossible.
        """
        past = self.history.past
        begun = max((i for i, memory in enumerate(past, 1) if memory.left), default=0)
        found = (i for i in range(begun, len(past)) if past[i].record.has_moves_of(wanted))
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

    @one_at_a_time
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
            self._go_on_from(self.position.board(self.board.turn), poke_reason(changing))
            if self.board.board_fen() == chess.STARTING_BOARD_FEN:
                self.board.castling_rights = chess.BB_CORNERS
        self._settle()
        return self.bridge.table.problems(self.computer == chess.WHITE) if changed else []

    def changing(self, pokes: Iterable[Poke]) -> list[Poke]:
        """Those of *pokes* that would change a byte."""
        peek = self.bridge.machine.peek
        return [poke for poke in pokes if peek(poke.address) != poke.value]

    @one_at_a_time
    def give_turn(self, color: chess.Color) -> None:
        """Let *color* move next, whoever's turn it is: the program does not mind."""
        if self.board.turn == color:
            return
        self.history.push(self.memory())
        self._pass_turn()
        self._settle()

    def _pass_turn(self) -> None:
        board = self.board.copy(stack=False)
        board.turn, board.ep_square = not board.turn, None
        self._go_on_from(board, "the other side moves again")

    @one_at_a_time
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
        self._go_on_from(board.copy(), f"position set up: {board.fen()}")
        self.record.board = board
        self.bridge.omove = BOOK_CLOSED
        del past[steps + 1 :]
        self._settle()
        return True

    @one_at_a_time
    def replay(self, game: chess.pgn.Game) -> None:
        """Play the main line of *game* from its start on; the table is poked, the book closed,
        and the digits show the last move.

        The game so far is forgotten. One that we saved after somebody gave up is over; an undo lets
        it go on. Raises PositionError or MoveError when the table cannot hold what happens there;
        then nothing has changed.
        """
        board = game.board()
        position = Position.from_board(board, self.computer)
        tables, shown = [], [bytes((CAPTURED,) * 3)]
        for node in game.mainline():
            source, to = (
                from_chess(one, self.computer)
                for one in (node.move.from_square, node.move.to_square)
            )
            shown.append(bytes((position.table.standing_on(source) or 0, source, to)))
            position = play(position, board, node.move)
            board.push(node.move)
            tables.append(position.table)
        self.history = History()
        self.ending = None
        self.record = Record(game.board())
        self.bridge.table = Position.from_board(game.board(), self.computer).table
        self.bridge.omove = BOOK_CLOSED
        for node, table, digits in zip(game.mainline(), tables, shown[:-1], strict=True):
            if not self.computers_turn:
                self._light(digits)
                self.history.push(self.memory())
            self.bridge.table = table
            self.record.push(node.move, node.comment, reply=self.computers_turn)
        self._light(shown[-1])
        if not self.over and (ending := ending_of(game.headers, self.computer)):
            self.history.push(self.memory())
            self.ending = ending
        self._settle()

    def _light(self, digits: bytes) -> None:
        self.bridge.show_digits(digits)
        self.bridge.machine.settled_readout()
