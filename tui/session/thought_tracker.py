"""What the program thinks of its reply, and what it thought of earlier ones of the game."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import TypeAlias

import chess

from emu.machine import MHZ
from emu.watch.debug import DebugMachine
from emu.watch.rewind import PastRecord, Rewind
from microchess.game.game import Game
from microchess.game.record import Record
from microchess.program.memory_map import BOOK_CLOSED, CHECK, OMOVE, POINTS, TABLE, TURN
from microchess.program.reply import Candidate
from microchess.program.table import SIZE
from tui.session.thought import Thought

_PAGE = 0x100
POINTS_SIZE = 16
_LONGEST_MOVE = 20 * MHZ
"""A reply is recorded from the keys of the move before it, unless they were this long ago."""
_Where: TypeAlias = tuple[int, int, str, tuple[chess.Move, ...], str]


class ThoughtTracker:
    """Follows the thinking of *game* on *machine*: ``thought`` is the last one, ``recording`` what
    was done to the machine for it once it has ended; None where they are not known.
    """

    def __init__(self, game: Game, machine: DebugMachine) -> None:
        self._game, self._machine = game, machine
        self.thought: Thought | None = None
        self.recording: PastRecord | None = None
        self._way: Rewind | None = None
        self._earlier: dict[_Where, tuple[Thought, PastRecord | None]] = {}

    def begin_move(self) -> None:
        """Keys are pressed for a move of the player."""
        self.end_recording()
        self._way = Rewind(self._machine)

    def begin(self, mirror: bool, reweighed: bool = False) -> None:
        """Note what there is to think about; the Python engine thinks of it now, with *mirror*.
        *reweighed*: by other weights than those of 1976.
        """
        game, bridge = self._game, self._game.bridge
        thought = Thought(
            table=bridge.table,
            points=self._machine.read(POINTS, POINTS_SIZE),
            fen=game.board.fen(),
            computer=game.computer,
            began=self._machine.cycles,
            level_bytes=bridge.level_bytes,
            reweighed=reweighed,
        )
        if mirror:
            thought = _mirrored(thought, self._machine.read(0, _PAGE))
        if self._way is None or self._machine.cycles - self._way.first > _LONGEST_MOVE:
            self.begin_move()
        self.thought, self.recording = thought, None

    def mirror(self) -> None:
        """The Python engine thinks of what the program has thought of."""
        thought = self.thought
        if thought is not None and thought.candidates and thought.mirror is None:
            self.thought = _mirrored(thought)

    def judged(self, candidate: Candidate) -> None:
        """A candidate has been judged."""
        if self.thought is not None:
            self.thought = replace(
                self.thought,
                candidates=(*self.thought.candidates, candidate),
                judged_at=(*self.thought.judged_at, self._machine.cycles),
                keys=self._keys,
            )

    def spent(self, cycles: tuple[tuple[int, int], ...]) -> None:
        """The cycles of each routine in its last second have been counted."""
        if self.thought is not None:
            self.thought = replace(self.thought, spent=cycles)

    def taken_back(self) -> None:
        """The machine was taken back: what was judged later is still to be judged."""
        if self.thought is None:
            return
        count = bisect_right(self.thought.judged_at, self._machine.cycles)
        if count < len(self.thought.judged_at):
            found, judged_at = self.thought.candidates[:count], self.thought.judged_at[:count]
            self.thought = replace(self.thought, candidates=found, judged_at=judged_at, shown="")

    def end(self, shown: str, cycles: int | None = None) -> None:
        """The display has *shown* the reply, after *cycles* where they are known."""
        keys = self._keys
        self.recording = self.end_recording()
        if self.thought is not None:
            cycles = self.thought.cycles if cycles is None else cycles
            self.thought = replace(self.thought, shown=shown, cycles=cycles, keys=keys)
            self.keep()

    def end_by_hand(self) -> None:
        """The display shows the reply to a key pressed by hand."""
        if self.thought is not None and not self.thought.shown:
            self.end(self._game.bridge.digits.hex().upper())

    def keep(self) -> None:
        """What is known led to the last move of the game as it is now."""
        if self.thought is not None:
            self._earlier[_where(self._game.record)] = self.thought, self.recording

    def adopt(self, found: ThoughtTracker, record: Record) -> None:
        """Know what another one has *found* for the last move of *record*."""
        if found.thought is not None:
            self._earlier.setdefault(_where(record), (found.thought, found.recording))
            if self.thought is None:
                self.recall()

    def recall(self) -> None:
        """Know what led to the last move of the game as it is now, as far as it was kept."""
        self.drop()
        where = _where(self._game.record)
        self.thought, self.recording = self._earlier.get(where, (None, None))

    def drop(self) -> None:
        """The last reply cannot be watched again."""
        self.end_recording()
        self.recording = None

    def end_recording(self) -> PastRecord | None:
        """Record no more; what was recorded."""
        way, self._way = self._way, None
        if way is None:
            return None
        way.close()
        return way.recording

    @property
    def _keys(self) -> tuple[tuple[int, str], ...]:
        events = self._way.events if self._way else ()
        return tuple((one.cycle, one.value) for one in events if one.verb == "key down")


def _mirrored(thought: Thought, zero_page: bytes | None = None) -> Thought:
    """*thought* with that of the Python engine, which has the same *zero_page* before it, or (None)
    the same table and no book.
    """
    from microchess.engine.state import EngineState

    engine = EngineState()
    if zero_page is None:
        engine.zero_page[TABLE : TABLE + SIZE] = thought.table.data
        engine.zero_page[POINTS : POINTS + len(thought.points)] = thought.points
        engine.poke(OMOVE, BOOK_CLOSED)
    else:
        engine.zero_page[:] = zero_page
        engine.no_key()
    for address, byte in zip((CHECK, TURN), thought.level_bytes, strict=True):
        engine.poke(address, byte)
    engine.press("PC")
    return replace(thought, mirror=tuple(engine.candidates), mirror_shown=engine.display)


def _where(record: Record) -> _Where:
    """The moves, the comment on the last one (its value and its time), why they begin there."""
    board = record.board
    comment = record.comments.get(board.ply(), "")
    root, moves = board.root().fen(), tuple(board.move_stack)
    why = record.chapters[-1].why if record.chapters else ""
    return record.plies, len(record.chapters), root, moves, f"{why};{comment}"
