"""The KIM-1 as a set of verbs: press, run, run until, look at the digits, beside its controls.

Cycles (1 MHz: microseconds) are the only clock. Nothing here knows what the machine runs.

Every verb that takes machine time is there twice: ``press`` does it at once, ``pressing`` is the
same as a generator that pauses whenever somebody may look in (see :data:`Steps`), which it never
does on a plain machine, and often on an `emu.watch.debug.DebugMachine`.
"""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable
from typing import TypeAlias, TypeVar

from emu.alone import one_at_a_time
from emu.bus import RIOT_RAM
from emu.chips.keypad import key_name
from emu.chips.leds import SETTLING, Readout
from emu.chips.uart import MHZ as MHZ
from emu.errors import BudgetSpent
from emu.files.formats.image import Program
from emu.kim1 import IRQ_RAM_VECTOR, NMI_RAM_VECTOR, SAVE_ENTRY, Kim1
from emu.notation import whole
from emu.passing import Passing, result_of
from emu.units import DEFAULT_BUDGET as DEFAULT_BUDGET

HOLD = 40_000
"""Cycles a key is held, then left alone; the monitor samples it twice within 8.5 ms."""
SAVED_STATUS = 0x00F1
T = TypeVar("T")
Y = TypeVar("Y")
Steps: TypeAlias = Generator[None, None, T]
"""Work that takes machine time, pausing now and then; it may be given up at any pause by closing
it. Its result is the generator's value: ``yield from`` it, or :meth:`Machine.finish` it.
"""
_Search: TypeAlias = Callable[[int], Steps[bool]]
POLLING = 64
"""Instructions of a loop that only looks at an input, with room to spare."""
_TRAIL = 12
_TRAIL_CYCLES = 200


class Machine(Kim1):
    """A KIM-1 that runs; built as :class:`~emu.kim1.Kim1` says.

    The monitor has yet to run: give it ``run_until_waiting()`` before the first key.
    """

    @one_at_a_time
    def begin(self, programs: Iterable[Program] = ()) -> None:
        """After *programs* were put in: press RS, then what every owner did by hand.

        Interrupt vectors that hold 0000 become $1C00, and the status that GO starts with $00. What
        *programs* have for $1780-$17FF is there afterwards, though RS writes $17F3.
        """
        self.reset()
        for vector in (NMI_RAM_VECTOR, IRQ_RAM_VECTOR):
            if not any(self.read(vector, 2)):
                self.load_bytes(vector, SAVE_ENTRY.to_bytes(2, "little"))
        self.load_bytes(SAVED_STATUS, bytes(1))
        kept = {address: self.peek(address) for address in RIOT_RAM}
        self.run(HOLD)
        for program in programs:
            for address, before in kept.items():
                if program.covers(address, address) and self.peek(address) != before:
                    self.load_bytes(address, bytes((before,)))

    def press(self, name: str, hold: int = HOLD, rest: int = HOLD) -> None:
        """Press a key, hold it for *hold* cycles, then release it and run for *rest* cycles."""
        self.finish(self.pressing(name, hold, rest))

    def pressing(self, name: str, hold: int = HOLD, rest: int = HOLD) -> Steps[None]:
        key = key_name(name)
        _expect_number("hold", hold)
        _expect_number("rest", rest)
        if key == "RS":
            self.reset()
        elif key == "ST":
            self.stop()
        else:
            self.do("key down", key)
            try:
                yield from self.running(hold)
            finally:
                self.do("key up", key)
        yield from self.running(rest)

    @one_at_a_time
    def go(self, address: int) -> None:
        """Start a program by keys: AD, four digits, GO. Raises AddressError."""
        for key in ("AD", *f"{whole('address', address):04X}", "GO"):
            self.press(key)

    @one_at_a_time
    def step(self) -> None:
        """Run one instruction."""
        self.board.step()

    @one_at_a_time
    def finish(self, work: Generator[Y, None, T], seen: Callable[[Y], object] | None = None) -> T:
        """Do *work* at once, from beginning to end; *seen* gets what it yields on the way."""
        return result_of(work, seen)

    def run(self, cycles: int) -> None:
        """Run for *cycles*, and to the end of the instruction in which they end."""
        _expect_number("cycles", cycles)
        self.finish(self.running(cycles))

    def running(self, cycles: int) -> Steps[None]:
        if cycles > 0:
            yield from self._advance(self.cycles + cycles)

    def run_until(self, stops: Collection[int], budget: int = DEFAULT_BUDGET) -> int:
        """Run, at least one instruction, until the next one lies at one of *stops*; return where.

        Raises BudgetSpent after *budget* cycles, AddressError for a stop that is no address.
        """
        if isinstance(stops, str | bytes) or not isinstance(stops, Collection):
            raise TypeError(f"stops {stops!r}: expected addresses, such as {{0x0200}}")
        for stop in stops:
            whole("address", stop)
        return self.finish(self.running_until(stops, budget))

    @one_at_a_time
    def run_past(self, past: Passing, stops: Collection[int], budget: int) -> int:
        """See ``run_until``; *past* is told of each time its address is passed on the way."""
        board, end, all_stops = self.board, self.cycles + budget, frozenset((past.address, *stops))
        board.passing = past
        try:
            while (stop := self.run_until(all_stops, end - self.cycles)) not in stops:
                past.see(board.cpu.a, board.bus.store)
        finally:
            board.passing = None
        return stop

    def running_until(self, stops: Collection[int], budget: int = DEFAULT_BUDGET) -> Steps[int]:
        yield from self._bounded("the stop address", budget, lambda end: self._advance(end, stops))
        pc: int = self.board.cpu.pc
        return pc

    def running_for(self, cycles: int, stops: Collection[int]) -> Steps[int | None]:
        """Run, at least one instruction, until the next one lies at one of *stops* (returned), or
        *cycles* are used up (None).
        """
        stopped = yield from self._advance(self.cycles + cycles, stops)
        pc: int = self.board.cpu.pc
        return pc if stopped else None

    def run_until_waiting(self, budget: int = DEFAULT_BUDGET) -> None:
        """Run until the program waits for a key.

        It waits when it reads the keypad, nothing is pressed, processor and RAM are as they were
        when it read it before, and neither an interrupt nor typed characters are on their way. From
        there on it can only repeat itself. Programs that also read a timer are not
        recognised; what was taken back does not count as earlier. A tape that plays is not waited
        for. Raises BudgetSpent after *budget* cycles.
        """
        self.finish(self.running_until_waiting(budget))

    def running_until_waiting(
        self, budget: int = DEFAULT_BUDGET, stops: Collection[int] = ()
    ) -> Steps[int | None]:
        """See ``run_until_waiting``; or until it stands at one of *stops* (returned then)."""
        seen: dict[int, int] = {}
        looked = self.cycles
        stopped_at: int | None = None

        def search(end: int) -> Steps[bool]:
            nonlocal stopped_at, looked
            board = self.board
            while True:
                halted = yield from self._advance(end, stops, stop_at_keypad=True)
                if halted and board.cpu.pc in stops:
                    stopped_at = board.cpu.pc
                    return True
                if board.cycles <= looked:
                    seen.clear()
                looked = board.cycles
                if board.keypad_read and not board.keypad.down and not self._awaits_event:
                    situation = self._situation()
                    if situation in seen:
                        board.leds.round = seen[situation], board.cycles
                        return True
                    seen[situation] = board.cycles
                if board.cycles >= end:
                    return False

        yield from self._bounded("waiting for a key", budget, search)
        return stopped_at

    @one_at_a_time
    def loop(self, instructions: int = POLLING) -> int | None:
        """Cycles of the loop in which the machine goes round until something outside changes.

        None if it does not come back to the same registers, ports and RAM within so many
        *instructions*, which are run; or if time alone may end the loop: characters on their way, a
        tape, a timer that was read or is wired, the SST switch.
        """
        board = self.board
        wired = board.timer_wire or board.single_step
        if wired or self._awaits_event or board.deck.remaining(self.cycles):
            return None
        pc, start, situation = board.cpu.pc, self.cycles, self._situation()
        for _ in range(instructions):
            self.step()
            if board.cpu.pc == pc and self._situation() == situation:
                return self.cycles - start
        return None

    @one_at_a_time
    def settled_readout(self) -> Readout:
        """Read the digits once the picture before has faded."""
        self.run(SETTLING)
        return self.readout()

    def _advance(
        self, until: int, stops: Collection[int] = (), stop_at_keypad: bool = False
    ) -> Steps[bool]:
        """Every run goes through here: see :meth:`Board.run`."""
        yield from ()
        return self.board.run(until, stops, stop_at_keypad)

    @property
    def _awaits_event(self) -> bool:
        """Whether an interrupt or typed characters come by time alone."""
        return self.typing or self.board.interrupts.ahead

    def _situation(self) -> int:
        board = self.board
        riots = (board.riot_002, board.riot_003)
        return hash(
            (
                board.cpu.registers,
                board.bus.writable_contents,
                board.interrupts.irq_low(self.cycles),
                *((r.port_a, r.direction_a, r.port_b, r.direction_b, r.timer_reads) for r in riots),
            )
        )

    def _bounded(self, goal: str, budget: int, search: _Search) -> Steps[None]:
        _expect_number("budget", budget)
        end = self.cycles + budget
        if budget > _TRAIL_CYCLES and (yield from search(end - _TRAIL_CYCLES)):
            return
        trail: deque[int] = deque(maxlen=_TRAIL)
        while self.cycles < end:
            trail.append(self.board.cpu.pc)
            if (yield from search(self.cycles + 1)):
                return
        raise BudgetSpent(goal, budget, trail, self.registers)


def _expect_number(what: str, value: object) -> None:
    if not isinstance(value, int | float) or value != value:
        raise TypeError(f"{what} {value!r}: expected a number of cycles")
