"""The driver: runs compiled code where it can, the interpreter where it must.

The interpreter counts where the program jumps back to. Where it does so often it is hot; once the
interpreter has taken as much time as compiling will, all that is hot is compiled. Code may change
under way, by the program or by the user: the bus tells, what was made from the old bytes is
dropped, and made again when it is wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from threading import TIMEOUT_MAX
from typing import TYPE_CHECKING

from emu.chips.registers import DECIMAL
from emu.interpreter import Interpreter
from emu.turbo import delay
from emu.turbo.contract import LONGEST, MOST_CYCLES, ExitReason
from emu.turbo.layout import Layout
from emu.turbo.loading import AT_HAND, loaded, warn_once
from emu.units import Address, Cell, Cycle, Cycles

if TYPE_CHECKING:
    from emu.board import Board
    from emu.turbo.code import Code
    from emu.turbo.compiled import Compiled
    from emu.turbo.hosts import Span, WasmHost
    from emu.turbo.iostate import IoState
    from emu.turbo.jobs import Compilation
    from emu.turbo.linear import Linear

HOT_VISITS = 16
"""Jumps to an address after which it is hot."""
MAX_STOPS = 256
FEW_CYCLES = 32
"""Of so few the interpreter makes less than coming and going costs."""
TURN, TURN_CYCLE = 0.008, 1e-7
"""Seconds of a run for making code: so many at least, and for each cycle ahead, which is half of
what the interpreter takes for it."""
BURST = 20_000
"""Cycles for which nobody asks whether code is ready."""
HOST_CYCLES, TREE_CYCLES = 250_000 if AT_HAND else 1_250_000, 1_000
"""Cycles in the interpreter after which making code is worth while: as many as it makes while a
host starts and makes its first code, and for each tree half of those that it makes meanwhile."""
_FEW_CELLS = 8
"""Of those that change at once: more are a program that was loaded."""


class Turbo:
    """Runs *board* at full speed, exactly as `Interpreter` does.

    *hot_visits* is how often an address must be reached to be hot; where the machine is *patient*
    its code is made at once, while it waits.
    ``interpreted`` counts the instructions left to the interpreter.
    """

    def __init__(self, board: Board, hot_visits: int = HOT_VISITS, patient: bool = False) -> None:
        self._board, self._bus = board, board.bus
        self._host: WasmHost | None = None
        self._hostless = False
        self._hot_visits, self._patient = hot_visits, patient
        self._interpreter = Interpreter(board)
        self._io: IoState | None = None
        self._layout = Layout.of(board.bus)
        self._visits: Counter[Address] = Counter()
        self._wanted: set[Address] = set()
        self._stops: frozenset[Address] = frozenset()
        self._changes: Counter[Cell] = Counter()
        self._job: Compilation | None = None
        self._code: Code | None = None
        self._span: Span | None = None
        self._linear: Linear | None = None
        self._asks = False
        self._missed: Cycles = 0
        self.interpreted = 0

    @property
    def heads(self) -> Collection[Address]:
        """Where compiled code can be entered."""
        return () if self._code is None else self._code.heads

    def run(
        self, until: Cycle, stops: Collection[Address], until_noticed: bool, exact: bool = True
    ) -> bool:
        """See `Board.run`; no interrupt is pending and SST is off."""
        cpu = self._board.cpu
        begun = cpu.processorCycles
        if not self._stops.issuperset(stops):
            self._add_stops(frozenset(stops))
        while True:
            before = cpu.processorCycles
            left = until - before
            self._look_after_code(max(0.0 if before > begun else TURN, left * TURN_CYCLE))
            code = self._code
            if before > begun and left < (1 if exact or code is None else MOST_CYCLES):
                return False
            if left < FEW_CYCLES:
                return self._interpret(until, stops, until_noticed)
            if code is None or cpu.pc not in code.heads or cpu.p & DECIMAL:
                if self._explore(min(until, before + BURST), stops, until_noticed):
                    return True
                continue
            reason = self._run_in(code, left, until_noticed)
            now = cpu.processorCycles
            if now > before and cpu.pc in stops:
                return True
            if now > begun and (now >= until or (reason is ExitReason.TIME and not exact)):
                return False
            if reason is ExitReason.TIME:
                if until - now <= LONGEST:
                    return self._interpret(until, stops, until_noticed)
            elif now == before or reason is ExitReason.SIDE_EXIT:
                if self._interpret(now, stops, until_noticed):
                    return True
                self._visit(cpu.pc)

    def _run_in(self, code: Code, cycles: Cycles, until_noticed: bool) -> ExitReason:
        """Run compiled code, with the 6530s where it finds them."""
        board = self._board
        io = self._io if code.compiled.registers else None
        if io is not None:
            io.enter(until_noticed)
        instructions, reason = code.run(board.cpu, cycles, board.passing)
        if io is not None:
            io.leave()
        board.instructions += instructions
        return reason

    def _interpret(self, until: Cycle, stops: Collection[Address], until_noticed: bool) -> bool:
        before = self._board.instructions
        stopped = self._interpreter.run(until, stops, until_noticed)
        self.interpreted += self._board.instructions - before
        return stopped

    def _explore(self, until: Cycle, stops: Collection[Address], until_noticed: bool) -> bool:
        """Interpret up to where compiled code can be entered, or an address turns hot."""
        board, heads = self._board, self.heads
        before, begun = board.instructions, board.cycles
        skipped = 0

        def ends_at(address: Address) -> bool:
            nonlocal skipped
            if address in heads:
                return not board.cpu.p & DECIMAL
            skipped += delay.skip(board, until, stops)
            return self._visit(address)

        self._visit(board.cpu.pc)
        stopped = self._interpreter.run(until, stops, until_noticed, ends_at=ends_at)
        self.interpreted += board.instructions - before - skipped
        self._missed += board.cycles - begun
        return stopped

    def _visit(self, address: Address) -> bool:
        """Count that the program came there; whether it has turned hot, or twice as hot as when
        no code could be made for it.
        """
        visits = self._visits[address] = self._visits[address] + 1
        times, rest = divmod(visits, self._hot_visits)
        if rest or times & (times - 1) or address in self.heads:
            return False
        self._wanted.add(address)
        self._asks = True
        return True

    # Code

    def _look_after_code(self, seconds: float) -> None:
        """Drop what has changed, use what is ready, order what is worth it, for so long."""
        if self._bus.code_changed:
            self._bus.code_changed = False
            if self._code is not None:
                self._note_changes(self._code.compiled)
        job, turn = self._job, TIMEOUT_MAX if self._patient else seconds
        if job is not None:
            job.advance(turn)
            if job.done:
                self._job = None
                if job.fault:
                    self._give_up(job.fault)
                if job.made is not None:
                    self._layout.keep(job.made)
                    self._install(job.made)
        elif self._asks and self._use_kept():
            pass
        elif self._wanted and (self._patient or self._missed >= self._cost) and loaded(turn):
            self._order()
            if self._patient:
                self._look_after_code(seconds)

    @property
    def _cost(self) -> Cycles:
        """Cycles in the interpreter after which making what is wanted is worth while."""
        trees = len(self.heads) + len(self._wanted)
        return TREE_CYCLES * trees + (0 if self._host else HOST_CYCLES)

    def _use_kept(self) -> bool:
        """Whether code that was made for another machine is hot here too, and in use now."""
        self._asks = False
        return any(
            len(made.heads) > len(self.heads)
            and 2 * len(self._wanted & made.heads.keys()) >= len(self._wanted)
            and not made.changed(self._bus.store)
            and self._install(made)
            for made in self._layout.kept
        )

    def _order(self) -> None:
        """Have code made for what is hot."""
        host = self._ready()
        if host is None:
            self._wanted.clear()
            return
        from emu.turbo.jobs import Compilation, Order, make

        order = Order(
            self._layout,
            frozenset((*self.heads, *self._wanted)),
            frozenset(self.heads),
            bytearray(self._bus.store),
            self._stops,
            self._changes.copy(),
        )
        self._wanted.clear()
        self._missed = 0
        self._job = Compilation(make(order, host))

    def _ready(self) -> WasmHost | None:
        """The host, if there is one, with the machine's memory in its own."""
        if self._host is None and not self._hostless:
            from emu.turbo.hosts import NoHost, host

            try:
                found = host()
                self._move(found.span())
                self._host = found
            except NoHost as error:
                self._give_up(str(error))
        return self._host

    def _give_up(self, why: str) -> None:
        """Go on with the interpreter, and with the code there is."""
        self._host, self._hostless = None, True
        warn_once(f"6502 code is interpreted, at a hundredth of the speed: {why}")

    def _move(self, span: Span) -> None:
        """Have the machine's memory in *span*."""
        from emu.turbo.iostate import IoState
        from emu.turbo.linear import Linear

        self._span, self._linear = span, Linear(span.bytes, self._layout)
        self._bus.move(self._linear.memory, self._linear.code_map)
        self._io = IoState(self._board, self._linear.io, self._linear.inputs, self._linear.log)

    def _install(self, made: Compiled) -> bool:
        """Use *made*, if it is right for this machine now."""
        from emu.turbo.code import Code
        from emu.turbo.hosts import NoHost

        if not made.passed.isdisjoint(self._stops) or self._note_changes(made):
            return False
        host = self._ready()
        if host is None:
            return False
        self._drop()
        try:
            span = host.span(self._span)
            if span is not self._span:
                self._move(span)
            assert self._linear is not None
            self._code = Code(made, span, self._linear, self._stops)
        except NoHost as error:
            self._give_up(str(error))
            return False
        self._wanted -= made.heads.keys()
        return True

    def _note_changes(self, made: Compiled) -> bool:
        """Whether the bytes that *made* was made from have changed; it is dropped then."""
        changed = made.changed(self._bus.store)
        if not changed:
            return False
        if self._code is not None and self._code.compiled is made:
            self._drop()
        if len(changed) <= _FEW_CELLS:
            self._changes.update(changed)
        else:
            self._wanted -= made.heads.keys()
            for head in made.heads:
                self._visits.pop(head, None)
        return True

    def _drop(self) -> None:
        if self._code is not None:
            self._wanted |= self._code.heads.keys()
            self._code = None
            self._bus.code_map[:] = bytes(len(self._bus.code_map))

    def _add_stops(self, stops: frozenset[Address]) -> None:
        """Have compiled code stop at *stops* too."""
        self._stops = stops if len(self._stops | stops) > MAX_STOPS else self._stops | stops
        if self._code is not None and self._code.compiled.passed.isdisjoint(self._stops):
            self._code.stop_at(self._stops)
        else:
            self._drop()
