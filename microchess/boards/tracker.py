"""Memories that follow a game: its moves made and unmade in them as they come and go.

A game is told by the position it starts from and its moves so far. A memory that follows makes what
is new and takes back what is gone, so its lists are in the order the game has brought them into.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import chess

from microchess.boards.questions import QuestionAnswer, ask, put
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import Exhibit, exhibit
from microchess.boards.replay import LineReplay, MemoryEvent
from microchess.boards.representations.microchess import show_byte
from microchess.boards.view import BankPanel, BoardView, How, cells, changes, undone
from microchess.errors import MoveError, PositionError
from microchess.program.table import HALF, SIZE, PieceTable

KEPT = 32
"""Moves a memory that follows can take back; of older ones it is set up anew."""
SHOWN = 2
"""Moves made that are told of: the player's and the answer."""
FRESH = 8
"""More moves gone at once than this, and it is another game."""
MACHINE = "microchess"
"""The exhibit whose memory is the machine's own."""


@dataclass(frozen=True)
class Tracked:
    """A memory as it stands. ``view`` is None when it cannot hold the position, ``remark``
    says why, or what else there is to know of how it came to stand so.
    """

    view: BoardView | None
    events: tuple[MemoryEvent, ...] = ()
    remark: str = ""

    def marks(self) -> dict[tuple[str, int], How]:
        """How the last move made, or all that were unmade, left each cell.

        None when the table was turned round since: the cells are others then.
        """
        last = self.events if self.events and self.events[-1].back else self.events[-1:]
        found: dict[tuple[str, int], How] = {}
        for event in last:
            if not event.turned:
                found |= {(one.after.bank, one.after.index): one.how for one in event.changes}
        return found


class GameTracker:
    """The memory of *exhibit* in step with a game."""

    def __init__(self, exhibit: Exhibit) -> None:
        self.exhibit = exhibit
        self._start, self._moves = "", tuple[str, ...]()
        self._replay: LineReplay | None = None
        self._events: list[MemoryEvent] = []
        self._remark = ""

    def follow(self, start: str, moves: Sequence[str]) -> Tracked:
        """Go where the game is: from the position *start* (FEN) by *moves* (UCI)."""
        new = tuple(moves)
        if (start, new) != (self._start, self._moves):
            old = self._moves if start == self._start else None
            self._start, self._moves = start, new
            on = old is not None and new[: len(old)] == old
            self._events = [one for one in self._events if on and not one.back]
            self._remark = ""
            try:
                self._go(old, new)
            except PositionError as error:
                self._replay, self._remark = None, str(error)
            if not (self._events and self._events[-1].back):
                del self._events[:-SHOWN]
        return self.tracked

    @property
    def tracked(self) -> Tracked:
        view = None if self._replay is None else self._replay.view
        return Tracked(view, tuple(self._events), self._remark)

    def ask(self, question: str) -> QuestionAnswer:
        """Ask the memory as it stands.

        Raises BoardError when there is no such question, PositionError when the memory cannot hold
        the position.
        """
        board = self._board(len(self._moves))
        if self._replay is None:
            return ask(self.exhibit, board, question)
        return put(self._replay.game, self._replay.recorder, board, question)

    def about(self, square: chess.Square) -> tuple[BankPanel, ...]:
        """What more there is to see of a square."""
        if self._replay is None:
            return ()
        men = self._replay.game.men
        with men.unwatched():
            return men.about(men.numbering.of[square])

    def _go(self, old: tuple[str, ...] | None, new: tuple[str, ...]) -> None:
        both = takewhile(lambda moves: moves[0] == moves[1], zip(old or (), new, strict=False))
        common = sum(1 for _ in both)
        back = 0 if old is None else len(old) - common
        if self._replay is None or old is None or back > FRESH:
            common = max(0, len(new) - SHOWN)
            self._open(common)
        elif back:
            self._take_back(old, common)
        for ply in range(common, len(new)):
            self._make(ply, new[ply])

    def _take_back(self, old: tuple[str, ...], common: int) -> None:
        """Unmake the moves of *old* after *common*; moves long final are made anew for it."""
        assert self._replay is not None
        if len(self._replay.made) < len(old) - common:
            self._open(common)
            try:
                for uci in old[common:]:
                    self._replay.make(chess.Move.from_uci(uci))
            except MoveError:
                self._open(common)
                return
        for _ in old[common:]:
            self._events.append(self._replay.unmake())

    def _open(self, ply: int) -> None:
        """Set up the start and play the first *ply* moves, nobody looking on."""
        self._replay = LineReplay(self.exhibit, self._board(0))
        for number, uci in enumerate(self._moves[:ply]):
            try:
                self._replay.forward(chess.Move.from_uci(uci))
            except MoveError:
                self._replay = LineReplay(self.exhibit, self._board(number + 1))

    def _make(self, ply: int, uci: str) -> None:
        if self._replay is None:
            self._open(ply)
        assert self._replay is not None
        if len(self._replay.made) >= min(KEPT, self._replay.game.men.plies):
            self._replay.settle()
        try:
            self._events.append(self._replay.make(chess.Move.from_uci(uci)))
        except MoveError as error:
            self._remark = f"{error}; set up anew after it"
            self._events.append(MemoryEvent(f"set up after {uci}"))
            self._replay = None
            self._replay = LineReplay(self.exhibit, self._board(ply + 1))

    def _board(self, plies: int) -> chess.Board:
        return position(self._start, self._moves[:plies])


class MachineTracker:
    """The machine's own table, $50-$6F, and the ghost at $4F: ``tracked`` as it was last."""

    def __init__(self) -> None:
        self.exhibit = exhibit(MACHINE)
        self.tracked = Tracked(None)
        self._known: dict[tuple[str, tuple[str, ...]], BoardView] = {}
        self._at: tuple[str, tuple[str, ...]] | None = None
        self._bytes: tuple[bytes, int, chess.Color] = bytes(SIZE), 0, chess.WHITE

    def follow(
        self, start: str, moves: Sequence[str], table: bytes, ghost: int, computer: chess.Color
    ) -> Tracked:
        """What the machine remembers now; *table* is what it holds while it waits for a key."""
        view, before = self.view_of(table, ghost, computer), self.tracked.view
        at = start, tuple(moves)
        if at != self._at or view != before:
            events = []
            if self._at is not None and before is not None:
                back = self._at[0] == start and len(moves) < len(self._at[1]) and at in self._known
                if back:
                    found = undone(self._known[at], before, view)
                    events = [MemoryEvent("put back", found, back=True)]
                else:
                    events = [MemoryEvent("last change", changes(before, view))]
            self._known[at] = view
            self._at, self.tracked = at, Tracked(view, tuple(events))
            self._bytes = table, ghost, computer
        return self.tracked

    def view_of(self, table: bytes, ghost: int, computer: chess.Color) -> BoardView:
        """The view of these bytes."""
        title = "MicroChess, the machine's own bytes"
        panel = machine_panel(table, ghost, computer)
        return BoardView(MACHINE, title, self.exhibit.rules.badges(), (panel,))

    def ask(self, question: str) -> QuestionAnswer:
        """Ask the program's way: the side to move is brought to $50, then bytes are looked through.

        Raises BoardError when there is no such question, PositionError when the bytes are no
        position of chess.
        """
        start, moves = self._at or (chess.STARTING_FEN, ())
        board = position(start, moves)
        recorder = CellRecorder()
        game = self.exhibit.game(board, recorder)
        data, ghost, computer = self._bytes
        turned = board.turn != computer
        seen = PieceTable(data).reversed() if turned else PieceTable(data)
        game.men.load_raw({**game.men.raw(), "table": (*seen.data, ghost)})
        answer = put(game, recorder, board, question)
        if not turned:
            return answer
        halves = [*range(HALF, SIZE), *range(HALF), SIZE]
        accesses = tuple(
            access._replace(cell=halves[access.cell]) if access.bank == "table" else access
            for access in answer.accesses
        )
        return replace(answer, accesses=accesses)


def position(start: str, moves: Sequence[str]) -> chess.Board:
    """The position after *moves* (UCI) from *start* (FEN)."""
    board = chess.Board(start)
    for uci in moves:
        board.push_uci(uci)
    return board


def machine_panel(data: bytes, ghost: int, computer: chess.Color) -> BankPanel:
    """The panel of a real machine's bytes $50-$6F and $4F, the computer's pieces at $50."""
    shown = cells("table", [*data, ghost], lambda man, byte: show_byte(man, byte, computer))
    note = f"$50: {chess.COLOR_NAMES[computer]}, computer; KR: king's rook"
    return BankPanel("table", 8, shown, note)
