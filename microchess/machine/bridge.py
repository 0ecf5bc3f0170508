"""The bridge between chess and the machine: MicroChess's documented cells, read and written.

Every other module of this package works on values; this one knows where they lie in memory and what
the program does there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from emu.bus import BOARD_SIZE, MONITOR_ROM
from emu.errors import EmuError
from emu.machine import DEFAULT_BUDGET, Machine
from microchess.errors import TableError
from microchess.program import openings, table
from microchess.program.levels import Level
from microchess.program.memory_map import (
    BOOK,
    CHECK,
    COUNTER_NAMES,
    COUNTERS,
    DIGITS,
    GETKEY,
    KEY_PC,
    NO_KEY,
    OMOVE,
    PIECE,
    SCANDS,
    SQUARE,
    TABLE,
    TURN,
)
from microchess.program.reply import TO_BEAT, Candidate, ManMove, Reply
from microchess.program.table import PieceTable

RTS, RTS_CYCLES = b"\x60", 6
_SHORTLY = 100_000


class Bridge:
    """A running MicroChess in *machine* that judges its candidates at address *judge*."""

    def __init__(self, machine: Machine, judge: int) -> None:
        self.machine = machine
        self.judge = judge
        self._displays = True

    @property
    def table(self) -> PieceTable:
        """$50-$6F."""
        return PieceTable(self.machine.read(TABLE, table.SIZE))

    @table.setter
    def table(self, value: PieceTable) -> None:
        self.machine.load_bytes(TABLE, value.data)

    @property
    def level_bytes(self) -> tuple[int, int]:
        """The bytes at $02F2 and $018B."""
        return self.machine.peek(CHECK), self.machine.peek(TURN)

    @level_bytes.setter
    def level_bytes(self, value: tuple[int, int]) -> None:
        for address, byte in zip((CHECK, TURN), value, strict=True):
            self.machine.poke(address, byte)

    @property
    def level(self) -> Level | None:
        """The level the two bytes stand for, None for any other pair."""
        return Level.of_bytes(*self.level_bytes)

    @level.setter
    def level(self, level: Level) -> None:
        self.level_bytes = (level.check, level.turn)

    @property
    def book(self) -> bytes:
        """The opening book, $C0-$DB."""
        return self.machine.read(BOOK, openings.SIZE)

    @book.setter
    def book(self, book: bytes) -> None:
        self.machine.load_bytes(BOOK, book)

    @property
    def omove(self) -> int:
        """The opening pointer; bit 7 clear: the book is closed."""
        return self.machine.peek(OMOVE)

    @omove.setter
    def omove(self, value: int) -> None:
        self.machine.poke(OMOVE, value)

    @property
    def digits(self) -> bytes:
        """The three bytes on display, left to right ($FB $FA $F9)."""
        return self.machine.read(DIGITS, 3)[::-1]

    @property
    def best(self) -> Candidate | None:
        """While the program thinks: the best candidate so far, without its counters."""
        man, value, to = self.digits
        return Candidate(man, to, value, b"") if value > TO_BEAT else None

    @best.setter
    def best(self, candidate: Candidate) -> None:
        digits = bytes((candidate.to, candidate.value, candidate.man))
        self.machine.load_bytes(DIGITS, digits)

    @property
    def counters(self) -> bytes:
        """$DD-$F2 as they are now."""
        return self.machine.read(COUNTERS, len(COUNTER_NAMES))

    @counters.setter
    def counters(self, counters: bytes) -> None:
        if len(counters) != len(COUNTER_NAMES):
            raise TableError(f"{len(counters)} bytes are not the {len(COUNTER_NAMES)} counters")
        self.machine.load_bytes(COUNTERS, counters)

    def judged(self) -> Candidate:
        """The candidate being judged, machine standing at ``judge``."""
        machine = self.machine
        value = machine.registers.a
        return Candidate(machine.peek(PIECE), machine.peek(SQUARE), value, self.counters)

    def shown_move(self) -> ManMove | None:
        """The move on display after a reply; None when the program resigned."""
        man, source, target = self.digits
        return None if (man, source, target) == (0xFF,) * 3 else ManMove(man, source, target)

    def think(
        self,
        on_candidate: Callable[[Candidate], None] = lambda _: None,
        budget: int = DEFAULT_BUDGET,
    ) -> None:
        """Run on the real keypad and display until the program waits for a key."""
        while self.machine.run_until_waiting(budget, stops={self.judge}) is not None:
            on_candidate(self.judged())

    def wait_for_thought(
        self,
        on_candidate: Callable[[Candidate], None] = lambda _: None,
        budget: int = DEFAULT_BUDGET,
    ) -> None:
        """Run to the program's next call of GETKEY, telling of the candidates on the way."""
        while self.machine.run_until({self.judge, GETKEY}, budget) == self.judge:
            on_candidate(self.judged())

    def wait_for_key(self, budget: int = DEFAULT_BUDGET) -> None:
        """Run to the program's next call of GETKEY."""
        self.machine.run_until({GETKEY}, budget)

    def take_display_away(self) -> None:
        """Have SCANDS return at once, for a machine nobody looks at; only `reply` is faster."""
        self.machine.load_bytes(SCANDS, RTS)
        self._displays = False

    def listening(self) -> bool:
        """Whether the program reads the keypad; the machine stays as it is.

        After ST or RS it is the monitor that does.
        """
        before = self.machine.snapshot()
        try:
            with self.machine.unwatched():
                self.wait_for_key(_SHORTLY)
            return self.machine.return_address % BOARD_SIZE not in MONITOR_ROM
        except EmuError:
            return False
        finally:
            self.machine.restore(before)

    def reply(self, budget: int = DEFAULT_BUDGET) -> Reply:
        """The answer to key PC, the keypad and the display left out.

        The machine must stand at GETKEY (see ``wait_for_key``) and does so again afterwards.
        """
        machine = self.machine
        machine.leave_subroutine(a=NO_KEY)
        self._run_bare(budget)
        machine.leave_subroutine(a=KEY_PC)
        cycles, instructions = machine.cycles, machine.instructions
        candidates, displays = self._run_bare(budget)
        return Reply(
            self.shown_move(),
            self.table,
            tuple(candidates),
            machine.cycles - cycles + displays * RTS_CYCLES,
            machine.instructions - instructions + displays,
        )

    def _run_bare(self, budget: int) -> tuple[list[Candidate], int]:
        """Candidates and calls of the display up to the next reading of the keypad."""
        candidates: list[Candidate] = []
        displays = 0
        end = self.machine.cycles + budget
        for stop in self._stops(end):
            if stop == SCANDS:
                displays += 1
                self.machine.leave_subroutine()
            elif stop == self.judge:
                candidates.append(self.judged())
        return candidates, displays

    def _stops(self, end: int) -> Iterator[int]:
        stops = frozenset({self.judge, GETKEY} | ({SCANDS} if self._displays else set()))
        while (stop := self.machine.run_until(stops, end - self.machine.cycles)) != GETKEY:
            yield stop
