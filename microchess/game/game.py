"""A game whose machine may be used by hand as well."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import chess

from emu.alone import one_at_a_time
from emu.errors import EmuError
from microchess.errors import MoveError
from microchess.game.editable_game import EditableGame
from microchess.game.history import History, UndoState
from microchess.game.record import Record
from microchess.program.move_entry import playing
from microchess.program.position import SVG_SIZE, Position
from microchess.program.table import INITIAL_TABLE, PieceTable


class ChangeKind(Enum):
    """What a change of the table means for the game."""

    NONE = auto()
    MOVE = auto()
    PARTIAL = auto()
    EXCHANGED = auto()
    CLEARED = auto()
    OTHER = auto()


@dataclass(frozen=True)
class TableChange:
    """A change understood; ``move`` is the one made, or about to be."""

    kind: ChangeKind
    move: chess.Move | None = None

    @property
    def promotes(self) -> bool:
        """Whether a pawn becomes another man."""
        return self.move is not None and self.move.promotion is not None


def read_change(board: chess.Board, before: Position, after: PieceTable) -> TableChange:
    """What led from the table of *before* to *after*, the chess position being *board*."""
    if after == before.table:
        return TableChange(ChangeKind.NONE)
    if after == before.table.reversed():
        return TableChange(ChangeKind.EXCHANGED)
    if after.data == INITIAL_TABLE:
        return TableChange(ChangeKind.CLEARED)
    partial = None
    for turn in (board.turn, not board.turn):
        other = board if turn == board.turn else board.copy(stack=False)
        other.turn = turn
        for move in other.legal_moves:
            try:
                *between, last = playing(before, other, move)
            except MoveError:
                continue
            if last == after:
                return TableChange(ChangeKind.MOVE, move)
            if after in between:
                partial = partial or TableChange(ChangeKind.PARTIAL, move)
    return partial or TableChange(ChangeKind.OTHER)


class Game(EditableGame):
    """A game of chess against the program in the machine: see `KeypadGame` for what it is made of.

    What a person does on the keypad, as MicroChess's manual or the monitor has it, becomes part of
    the game.
    """

    _monitored: UndoState | None = None
    """The state after the monitor changed the table, with which it may go on."""
    _rest_in_monitor = False
    _seen: PieceTable | None = None
    """The table that was looked at last."""

    @one_at_a_time
    def follow(self, replied: bool = False, by: str = "by hand", monitor: bool = False) -> str:
        """Take over what was done to the machine since the last move, *by* whom; say what it was.

        Keys F and, if the program has *replied*, PC make moves (one undo takes both back), C a new
        game, E exchanges the sides; anything else that changes the table is believed. Empty when
        the table is as it was, or in the middle of castling. While the *monitor* has the keypad all
        is one change, digit by digit, and no move but a promotion.
        """
        if monitor:
            if self.bridge.table == self._seen:
                return ""
            if self._rest is self._monitored and self.history.past:
                self._recall_beside(self.history.past.pop())  # to be told with what comes next
        self._seen = self.bridge.table
        before = Position(self._rest.table, self.computer == chess.WHITE)
        change = read_change(self.board, before, self.bridge.table)
        if monitor and change.kind is not ChangeKind.NONE and not change.promotes:
            change = TableChange(ChangeKind.OTHER)
        if self._rest_in_monitor and not monitor and change.kind is ChangeKind.NONE:
            self._settle()
        if change.kind in (ChangeKind.NONE, ChangeKind.PARTIAL):
            resigns = (
                replied and change.kind is ChangeKind.NONE and self.bridge.shown_move() is None
            )
            return "MicroChess resigns, it has no move" if resigns else ""
        answers = replied and change.move is not None and self._player_moved_last()
        self.history.push(self.history.past.pop() if answers else self._rest)
        news = self._take_over(change, replied, by)
        self._settle()
        self._rest_in_monitor = monitor
        self._monitored = self._rest if monitor and not change.promotes else None
        return news

    @one_at_a_time
    def came_from(self, board: chess.Board) -> bool:
        """Whether the machine is at *board*, or one move later; the game goes on from there then,
        with the moves of *board*, and what was before is forgotten.
        """
        men = self.position.board().board_fen()
        for move in (None, *board.legal_moves):
            record = Record(board.root())
            for one in (*board.move_stack, *filter(None, [move])):
                record.push(one, reply=record.board.turn == self.computer)
            if record.board.board_fen() == men:
                self.record, self.history, self.ending = record, History(), None
                self._settle()
                return True
        return False

    def _player_moved_last(self) -> bool:
        """Whether the last step was the player's move, with which a reply is taken back."""
        moves, past = len(self.board.move_stack), self.history.past
        if not (moves and past and self.computers_turn):
            return False
        return past[-1].record.has_moves_of(self.record.up_to(moves - 1))

    def _recall_beside(self, memory: UndoState) -> None:
        """Make everything as it was but for the machine."""
        now = self.bridge.machine.snapshot()
        self.recall(memory)
        self.bridge.machine.restore(now)

    def _take_over(self, change: TableChange, replied: bool, by: str) -> str:
        if change.move is not None:
            if self.board.color_at(change.move.from_square) != self.board.turn:
                self._pass_turn()
            self.ending = None
            san = self.board.san(change.move)
            self._push(change.move, "by key PC" if replied else "", replied)
            return f"MicroChess replies {san}" if replied else f"by hand: {san}"
        if change.kind is ChangeKind.EXCHANGED:
            self._change_sides(not self.computer)
            name = chess.COLOR_NAMES[self.computer].capitalize()
            news = f"sides exchanged by key E: MicroChess has {name}"
            self.record.remark(f"{news} from here on")
            return news
        if change.kind is ChangeKind.CLEARED:
            self._change_sides(chess.WHITE)
            self._go_on_from(chess.Board(), "cleared by key C")
            self.record.board = chess.Board()
            return "a new game by key C: MicroChess has White"
        self._go_on_from(self.position.board(self.board.turn), f"changed {by}")
        return f"the table was changed {by}: no move of chess; an undo takes it back"

    @one_at_a_time
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
        if not self.record.has_moves_of(now.record):
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

    def kept_past(self) -> tuple[UndoState, ...]:
        """The past for a session that is kept: where the program does not listen there is a state
        in it that `recover` leads back to.
        """
        past = tuple(self.history.past)
        leads_back = self.listening or (past and self._rest_in_monitor)
        return past if leads_back else (*past, self._rest)

    @one_at_a_time
    def recover(self) -> None:
        """Put the machine back to where it was after the last move or poke, with the program at the
        keypad: what was changed while the monitor had it is taken back.
        """
        self.bridge.machine.restore(self._rest.machine)
        while self.history.past and not self.listening:
            self.undo()

    def _repr_svg_(self) -> str:
        """The board for notebooks, the player's side below; last move and check stand out."""
        import chess.svg

        board, last = self.board, self.board.peek() if self.board.move_stack else None
        check = board.king(board.turn) if board.is_check() else None
        below = not self.computer
        return str(
            chess.svg.board(board, orientation=below, lastmove=last, check=check, size=SVG_SIZE)
        )

    def _settle(self) -> None:
        super()._settle()
        self._seen = self._rest.table
        self._rest_in_monitor = False
