"""A game changed by what is no move: pokes, the turn given away, a position set up, a PGN."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import chess

from emu.errors import AddressError
from emu.notation import Poke
from microchess.game.history import History
from microchess.game.outcome import ending_of
from microchess.game.record import Record, poke_reason
from microchess.game.state import GameState
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.move_entry import play
from microchess.program.position import Position
from microchess.program.squares import CAPTURED, from_chess

if TYPE_CHECKING:
    import chess.pgn


class Editor:
    """Changes *state*; steps of *history* take that back."""

    def __init__(self, state: GameState, history: History) -> None:
        self._state, self._history = state, history

    def poke(self, *pokes: Poke) -> list[str]:
        state = self._state
        memory, changing = state.memory(restores_level=True), self.changing(pokes)
        try:
            state.operator.poke(*pokes)
        except AddressError:
            state.bridge.machine.restore(memory.machine)
            raise
        self._history.push(memory)
        changed = state.bridge.table != memory.table
        if changed:
            state.go_on_from(state.position.board(state.record.board.turn), poke_reason(changing))
            if state.record.board.board_fen() == chess.STARTING_BOARD_FEN:
                state.record.board.castling_rights = chess.BB_CORNERS
        state.settle()
        return state.bridge.table.problems(state.record.computer == chess.WHITE) if changed else []

    def changing(self, pokes: Iterable[Poke]) -> list[Poke]:
        """Those of *pokes* that would change a byte."""
        peek = self._state.bridge.machine.peek
        return [poke for poke in pokes if peek(poke.address) != poke.value]

    def give_turn(self, color: chess.Color) -> None:
        """Let *color* move next, whoever's turn it is: the program does not mind."""
        state = self._state
        if state.record.board.turn != color:
            self._history.push(state.memory())
            state.pass_turn()
            state.settle()

    def set_up(self, steps: int, turn: chess.Color) -> bool:
        """The pieces stand where they were put since *steps* could be taken back, and *turn* is to
        move: one step to be taken back. Another position closes the book, is counted from move one,
        and a king and a rook on their first squares may castle. Returns whether anything is another
        than before.
        """
        state, past = self._state, self._history.past
        begun = len(past) > steps and past[steps].record.plies == state.record.plies
        if begun and state.bridge.table == past[steps].table:
            self._history.undo_to(steps)
            begun = False
        if not begun:
            passed = state.record.board.turn != turn
            self.give_turn(turn)
            return passed
        board = state.record.board.copy(stack=False)
        board.turn, board.ep_square = turn, None
        board.halfmove_clock, board.fullmove_number = 0, 1
        board.castling_rights = chess.BB_CORNERS
        board.castling_rights = board.clean_castling_rights()
        state.record = replace(past[steps].record.copy(), computer=state.record.computer)
        state.go_on_from(board.copy(), f"position set up: {board.fen()}")
        state.record.board = board
        state.bridge.omove = BOOK_CLOSED
        del past[steps + 1 :]
        state.settle()
        return True

    def replay(self, game: chess.pgn.Game) -> None:
        """Play the main line of *game* from its start on; the table is poked, the book closed,
        and the digits show the last move.

        The game so far is forgotten. One that we saved after somebody gave up is over; an undo lets
        it go on. Raises PositionError or MoveError when the table cannot hold what happens there;
        then nothing has changed.
        """
        state, history, computer = self._state, self._history, self._state.record.computer
        board = game.board()
        position = Position.from_board(board, computer)
        tables, shown = [position.table], [bytes((CAPTURED,) * 3)]
        for node in game.mainline():
            source, to = (
                from_chess(one, computer) for one in (node.move.from_square, node.move.to_square)
            )
            shown.append(bytes((position.table.standing_on(source) or 0, source, to)))
            position = play(position, board, node.move)
            board.push(node.move)
            tables.append(position.table)
        history.forget()
        state.record = Record(game.board(), computer)
        state.put(tables[0])
        for node, table, digits in zip(game.mainline(), tables[1:], shown[:-1], strict=True):
            if not state.record.computers_turn:
                self._light(digits)
                history.push(state.memory())
            state.bridge.table = table
            state.record.push(node.move, node.comment, reply=state.record.computers_turn)
        self._light(shown[-1])
        if not state.record.over and (ending := ending_of(game.headers, computer)):
            history.push(state.memory())
            state.record.ending = ending
        state.settle()

    def _light(self, digits: bytes) -> None:
        self._state.bridge.show_digits(digits)
        self._state.bridge.machine.settled_readout()
