"""What a person does to the machine of a game: keys as the manual or the monitor has them."""

import chess

from emu.errors import EmuError
from microchess.game.history import History
from microchess.game.record import Record
from microchess.game.state import GameState, UndoState
from microchess.game.table_change import ChangeKind, TableChange, read_change
from microchess.program.position import Position


class ByHand:
    """Takes what is done by hand over into *state* and *history*."""

    def __init__(self, state: GameState, history: History) -> None:
        self._state, self._history = state, history
        self._begin()

    def _begin(self, in_monitor: bool = False, may_go_on: bool = False) -> None:
        self._rest = self._state.rest
        self._seen = self._rest.table
        """The table that was looked at last."""
        self._in_monitor = in_monitor
        self._may_go_on = may_go_on
        """The monitor changed the table last, and may go on with that."""

    def follow(self, replied: bool = False, by: str = "by hand", monitor: bool = False) -> str:
        """Take over what was done to the machine since the last move, *by* whom; say what it was.

        Keys F and, if the program has *replied*, PC make moves (one undo takes both back), C a new
        game, E exchanges the sides; anything else that changes the table is believed. Empty when
        the table is as it was, or in the middle of castling. While the *monitor* has the keypad all
        is one change, digit by digit, and no move but a promotion.
        """
        state, history = self._state, self._history
        if self._rest is not state.rest:
            self._begin()
        table = state.bridge.table
        if monitor and table == self._seen:
            return ""
        if monitor and self._may_go_on and history.past:
            state.recall_beside(history.past.pop())  # to be told with what comes next
            self._begin(self._in_monitor)
        self._seen = table
        before = Position(state.rest.table, state.record.computer == chess.WHITE)
        change = read_change(state.record.board, before, table)
        none = change.kind is ChangeKind.NONE
        if monitor and not none and not change.promotes:
            change = TableChange(ChangeKind.OTHER)
        if self._in_monitor and not monitor and none:
            state.settle()
            self._begin()
        if none or change.kind is ChangeKind.PARTIAL:
            resigns = replied and none and state.bridge.shown_move() is None
            return "MicroChess resigns, it has no move" if resigns else ""
        answers = replied and change.move is not None and self._player_moved_last()
        history.push(history.past.pop() if answers else state.rest)
        news = self._take_over(change, replied, by)
        state.settle()
        self._begin(monitor, monitor and not change.promotes)
        return news

    def _player_moved_last(self) -> bool:
        """Whether the last step was the player's move, with which a reply is taken back."""
        state, past = self._state, self._history.past
        moves = len(state.record.board.move_stack)
        if not (moves and past and state.record.computers_turn):
            return False
        return past[-1].record.has_moves_of(state.record.up_to(moves - 1))

    def _take_over(self, change: TableChange, replied: bool, by: str) -> str:
        state = self._state
        if change.move is not None:
            if state.record.board.color_at(change.move.from_square) != state.record.board.turn:
                state.pass_turn()
            state.record.ending = None
            san = state.record.board.san(change.move)
            state.push(change.move, "by key PC" if replied else "", replied)
            return f"MicroChess replies {san}" if replied else f"by hand: {san}"
        if change.kind is ChangeKind.EXCHANGED:
            state.record.computer = not state.record.computer
            name = chess.COLOR_NAMES[state.record.computer].capitalize()
            news = f"sides exchanged by key E: MicroChess has {name}"
            state.record.remark(f"{news} from here on")
            return news
        if change.kind is ChangeKind.CLEARED:
            state.record.computer = chess.WHITE
            state.go_on_from(chess.Board(), "cleared by key C")
            state.record.board = chess.Board()
            return "a new game by key C: MicroChess has White"
        state.go_on_from(state.position.board(state.record.board.turn), f"changed {by}")
        return f"the table was changed {by}: no move of chess; an undo takes it back"

    def record_from(self, board: chess.Board) -> Record | None:
        """The record of a game whose pieces stand where the machine has them: that of *board*, or
        of one move more; None where they do not.
        """
        men, computer = self._state.position.board().board_fen(), self._state.record.computer
        for move in (None, *board.legal_moves):
            record = Record(board.root(), computer)
            for one in (*board.move_stack, *filter(None, [move])):
                record.push(one, reply=record.computers_turn)
            if record.board.board_fen() == men:
                return record
        return None

    def begin_from(self, record: Record) -> None:
        """Go on from the end of *record*, where the pieces stand; what was before is forgotten."""
        self._history.forget()
        self._state.record = record
        self._state.settle()

    def recover(self) -> None:
        """Put the machine back to where it was after the last move or poke, with the program at the
        keypad: what was changed while the monitor had it is taken back.
        """
        self._state.bridge.machine.restore(self._state.rest.machine)
        while self._history.past and not self._state.bridge.listening():
            self._history.undo()

    def resume(self) -> bool:
        """Lead back from the monitor to the program: by keys PC, GO, with all that was changed in
        memory meanwhile. False: they do not lead there; the machine is as ``recover`` makes it, but
        for the pieces, which stand where the game has them.
        """
        state, history = self._state, self._history
        if self._press_through():
            return True
        if state.bridge.waiting():
            self.follow(monitor=True)
        now, past = state.rest, [*history.past]
        self.recover()
        if not state.record.has_moves_of(now.record):
            history.past[:] = past
        history.future.clear()
        state.recall_beside(now)
        state.bridge.table = now.table
        state.settle()
        return False

    def _press_through(self) -> bool:
        """Press PC and GO; where they do not lead to the program, nothing was pressed."""
        bridge = self._state.bridge
        before, table = bridge.machine.snapshot(), bridge.table
        try:
            for key in ("PC", "GO"):
                bridge.machine.press(key)
        except EmuError:
            pass
        else:
            if bridge.listening() and bridge.table == table:
                return True
        bridge.machine.restore(before)
        return False

    def kept_past(self) -> tuple[UndoState, ...]:
        """The past for a session that is kept: where the program does not listen there is a state
        in it that `recover` leads back to.
        """
        state, past = self._state, tuple(self._history.past)
        in_monitor = self._in_monitor and self._rest is state.rest
        leads_back = state.bridge.listening() or (past and in_monitor)
        return past if leads_back else (*past, state.rest)
