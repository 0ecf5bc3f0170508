"""The bridge between chess and the machine: MicroChess's documented cells, read and written.

Every other module of this package works on values; this one knows where they lie in memory and what
the program does there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from operator import itemgetter
from struct import Struct
from typing import TypeAlias

from emu.alone import Alone, one_at_a_time
from emu.bus import BOARD_SIZE, MONITOR_ROM
from emu.chips.keypad import key_name
from emu.errors import BudgetSpent, EmuError
from emu.machine import DEFAULT_BUDGET, HOLD, Machine, T
from emu.passing import Passing
from microchess.machine.program_cells import ProgramCells
from microchess.program.fitting import exactly, whole
from microchess.program.memory_map import (
    COUNTER_NAMES,
    COUNTERS,
    DIGITS,
    GETKEY,
    KEY_PC,
    NO_KEY,
    PIECE,
    SCANDS,
    SQUARE,
)
from microchess.program.reply import Candidate, Reply
from microchess.program.table import PieceTable

RTS, RTS_CYCLES = b"\x60", 6
_SHORTLY = 100_000
_JUDGED = Struct(f"BBB{COUNTERS - SQUARE - 1}x{len(COUNTER_NAMES)}s")
"""A candidate as it is judged: A, and memory from `PIECE` to the last counter."""
_IN_ORDER, _CANDIDATE = itemgetter(1, 2, 0, 3), partial(tuple.__new__, Candidate)
"""Its fields in the order of a `Candidate`'s, and one of them; a reply has dozens, made at once."""


Thinking: TypeAlias = Generator[Candidate | None, None, T]
"""A thought as it goes on: each candidate as it is judged, None whenever the machine pauses (see
`emu.machine.Steps`).
"""


class Bridge(ProgramCells):
    """A running MicroChess in *machine* that judges its candidates at address *judge*."""

    def __init__(self, machine: Machine, judge: int) -> None:
        super().__init__(machine)
        self.machine = machine
        self.judge = judge
        self._displays = True

    @property
    def alone(self) -> Alone:
        """Which thread works it: its machine's."""
        return self.machine.alone

    def __copy__(self) -> Bridge:
        return deepcopy(self)

    def show_digits(self, three: bytes) -> None:
        """Put *three* bytes on display, left to right."""
        self.machine.load_bytes(DIGITS, exactly(3, "digits", three)[::-1])

    @property
    def counters(self) -> bytes:
        """$DD-$F2 as they are now."""
        return self.machine.read(COUNTERS, len(COUNTER_NAMES))

    @counters.setter
    def counters(self, counters: bytes) -> None:
        self.machine.load_bytes(COUNTERS, exactly(len(COUNTER_NAMES), "counters", counters))

    def judged(self) -> Candidate:
        """The candidate being judged, machine standing at ``judge``."""
        cells = self.machine.read(PIECE, _JUDGED.size - 1)
        return next(_candidates(bytes((self.machine.board.cpu.a,)) + cells))

    def following(self, budget: int = DEFAULT_BUDGET) -> Thinking[None]:
        """Run to the program's next call of GETKEY, each candidate told as it is judged.

        Raises BudgetSpent after *budget* cycles in all.
        """
        machine, end, stops = self.machine, self.machine.cycles + budget, {self.judge, GETKEY}
        with _thought(budget):
            while (yield from machine.running_until(stops, end - machine.cycles)) != GETKEY:
                yield self.judged()

    def settling(self, budget: int = DEFAULT_BUDGET) -> Thinking[None]:
        """Run on the real keypad and display until the program waits for a key; yields each
        candidate that is judged.
        """
        while (yield from self.machine.running_until_waiting(budget, {self.judge})) is not None:
            yield self.judged()

    def pressing(self, key: str) -> Thinking[None]:
        """Hold a key down and let it go, as `Machine.pressing` does; yields each candidate judged
        meanwhile.
        """
        key = key_name(key)
        self.machine.do("key down", key)
        try:
            yield from self._judging(HOLD)
        finally:
            self.machine.do("key up", key)
        yield from self._judging(HOLD)

    def _judging(self, cycles: int) -> Thinking[None]:
        machine, end = self.machine, self.machine.cycles + cycles
        while (yield from machine.running_for(end - machine.cycles, {self.judge})) is not None:
            yield self.judged()

    def rest(self) -> None:
        """The machine stands where whoever works it leaves it."""

    def settle(self) -> None:
        """Run on the real keypad and display until the program waits for a key."""
        self.machine.finish(self.settling())

    def wait_for_key(self, budget: int = DEFAULT_BUDGET) -> None:
        """Run to the program's next call of GETKEY."""
        self.machine.run_until({GETKEY}, budget)

    @one_at_a_time
    def give_key(self, code: int) -> None:
        """Have GETKEY, where the machine stands, give no key once and then the key *code*: the
        program ignores a key equal to the one before.
        """
        code = whole("key code", code)
        self.give_no_key()
        self.machine.leave_subroutine(a=code)

    @one_at_a_time
    def give_no_key(self) -> None:
        """Let GETKEY return as if no key were pressed, and run to its next call."""
        self.machine.leave_subroutine(a=NO_KEY)
        self.wait_for_key()

    def take_display_away(self) -> None:
        """Have SCANDS return at once, for a machine nobody looks at; only `reply` is faster."""
        self.machine.load_bytes(SCANDS, RTS)
        self._displays = False

    def listening(self) -> bool:
        """Whether the program reads the keypad; the machine stays as it is.

        After ST or RS it is the monitor that does.
        """
        return self.table_at_keypad() is not None

    @one_at_a_time
    def table_at_keypad(self) -> PieceTable | None:
        """The table as it is when the program reads the keypad next; None as in ``listening``."""
        before = self.machine.snapshot()
        try:
            self.wait_for_key(_SHORTLY)
            monitors = self.machine.return_address % BOARD_SIZE in MONITOR_ROM
            return None if monitors else self.table
        except EmuError:
            return None
        finally:
            self.machine.restore(before)

    @one_at_a_time
    def waiting(self) -> bool:
        """Whether any program waits for a key, soon; the machine stays as it is."""
        before = self.machine.snapshot()
        try:
            self.machine.finish(self.settling(_SHORTLY))
        except EmuError:
            return False
        finally:
            self.machine.restore(before)
        return True

    @one_at_a_time
    def reply(self, budget: int = DEFAULT_BUDGET) -> Reply:
        """The answer to key PC, the keypad and the display left out.

        The machine must stand at GETKEY (see ``wait_for_key``) and does so again afterwards.
        """
        self.give_no_key()
        return self.reply_at_once(budget)

    @one_at_a_time
    def reply_at_once(self, budget: int) -> Reply:
        """See ``reply``; it was no key that the program has just been given."""
        machine, displays = self.machine, 0
        machine.leave_subroutine(a=KEY_PC)
        cycles, instructions = machine.cycles, machine.instructions
        end = cycles + budget
        past = Passing(self.judge, PIECE, _JUDGED.size - 1)
        stops = {GETKEY, SCANDS} if self._displays else {GETKEY}
        with _thought(budget):
            while machine.run_past(past, stops, end - machine.cycles) != GETKEY:
                displays += 1
                machine.leave_subroutine()
        return Reply(
            self.shown_move(),
            self.table,
            tuple(_candidates(past.seen)),
            machine.cycles - cycles + displays * RTS_CYCLES,
            machine.instructions - instructions + displays,
        )


def _candidates(seen: bytes | bytearray) -> Iterator[Candidate]:
    return map(_CANDIDATE, map(_IN_ORDER, _JUDGED.iter_unpack(seen)))


@contextmanager
def _thought(budget: int) -> Iterator[None]:
    """Say of which budget, where it does not suffice."""
    try:
        yield
    except BudgetSpent as spent:
        goal = "the end of the thought"
        raise BudgetSpent(goal, budget, spent.trail, spent.registers) from None
