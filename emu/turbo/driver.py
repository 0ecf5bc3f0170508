"""The driver: runs translated code where it can, the interpreter where it must.

An address is translated to Python when it has been reached often enough by other means than falling
into it; with llvmlite, all that has been translated is compiled for the host once it has run for a
while, in a thread of its own. Code may change under way, by the program or by the user: the bus
tells, what was made from the old bytes is dropped, and made again when it is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from emu.chips.registers import DECIMAL
from emu.interpreter import Interpreter
from emu.turbo.cache import warn_once
from emu.turbo.contract import LONG, SHORT, STACK, ExitReason
from emu.turbo.iostate import IoState
from emu.turbo.layout import Layout
from emu.turbo.pyengine import PythonEngine, Tables
from emu.turbo.records import Records
from emu.turbo.translations import Dependencies, Key, Translations
from emu.turbo.translator import Translator
from emu.units import Address, Cycle, Cycles

if TYPE_CHECKING:
    from emu.board import Board
    from emu.turbo.compiler import Compiled, Compiler
    from emu.turbo.native import NativeEngine

HOT_VISITS = 16
"""Visits after which an address is hot, that is, worth a translation."""
MAX_STOPS = 256
SEEK_NATIVE_AFTER, COMPILE_NATIVE_AFTER = 1_000_000, 10_000_000
"""Cycles in Python code after which native code is sought, and ordered."""

FEW_CYCLES = 32
"""Of so few the interpreter makes less than coming and going costs."""
UNKNOWN_CYCLES = 128
"""Run by the interpreter where long trees do not fit, and short ones are not there yet; of fewer
long trees are neither tried nor made."""
DRAFT_CYCLES = 32
"""So many in a draft count as one in Python code: something better is sought every 20 ms or so."""
DETOUR_CYCLES = 20_000
"""What a detour from native code through Python counts as: ten times what it costs, since code
that was made once is kept."""


class Turbo:
    """Runs *board* at full speed, exactly as `Interpreter` does.

    *records* remember translations from earlier runs. *compiler* makes native code; with *patient*
    the machine waits for it, with *eager* it asks soon. *hot_visits* is how often an address must
    be reached to be translated, *layout* the decoding of the board's bus, if it was taken already.
    ``interpreted`` counts the instructions left to the interpreter.
    """

    def __init__(
        self,
        board: Board,
        hot_visits: int = HOT_VISITS,
        records: Records | None = None,
        compiler: Callable[[], Compiler] | None = None,
        patient: bool = False,
        eager: bool = False,
        layout: Layout | None = None,
    ) -> None:
        self._board = board
        self._bus = board.bus
        self._make_compiler = compiler
        self._compiler: Compiler | None = None
        self._patient = patient
        self._interpreter = Interpreter(board)
        self._layout = layout or Layout.of(board.bus, board.cpu.documented_only)
        self._stack_free = bytearray(256)
        self._in_stack = b""
        self._stops: frozenset[Address] = frozenset()
        self._io = IoState(board)
        self._until_noticed = False
        self._reaches_registers = self._native_registers = False
        self.tables = Tables(
            board.bus.store,
            board.bus.code_map,
            self._stack_free,
            self._layout.indirect_cells,
            board.bus.write_cells,
            self._io.io,
            self._io.inputs,
            self._io.log,
        )
        self.translations = Translations(board.bus.store, board.bus.code_map)
        parts = self._layout, self.tables, self.translations, self._register, hot_visits
        self._long = Translator("long", LONG, *parts, records)
        self._short = Translator("short", SHORT, *parts)
        self._native: NativeEngine | None = None
        self._compiled: Compiled | None = None
        self._python_cycles = 0
        self._seek_every = 2_000 if eager else SEEK_NATIVE_AFTER
        self._seek_at = self._seek_every
        self._compile_at = self._seek_every if patient else COMPILE_NATIVE_AFTER
        self.interpreted = 0
        self._measure_stack()

    @property
    def native_heads(self) -> frozenset[Address]:
        """Where native code can be entered."""
        return self._native.heads if self._native is not None else frozenset()

    @property
    def on_draft(self) -> bool:
        """Whether the native code in use is a draft."""
        return self._compiled is not None and self._compiled.draft

    def run(
        self, until: Cycle, stops: Collection[Address], until_noticed: bool, exact: bool = True
    ) -> bool:
        """See `Board.run`; no interrupt is pending and SST is off."""
        cpu = self._board.cpu
        begun = cpu.processorCycles
        self._until_noticed = until_noticed
        if not self._stops.issuperset(stops):
            self._add_stops(frozenset(stops))
        enough = 1 if exact else LONG.longest if self._native is None else LONG.cycles
        while True:
            if self._bus.code_changed:
                self._invalidate_changed()
            before = cpu.processorCycles
            left = until - before
            if before > begun and left < enough:
                return False
            if left < FEW_CYCLES:
                return self._interpret(until, stops, until_noticed)
            reason = self._run_long(left)
            if reason is ExitReason.TIME and until - cpu.processorCycles > LONG.longest:
                continue  # an engine's own bound
            to_interpret: Cycles = 0
            if reason is ExitReason.TIME and (exact or cpu.processorCycles == begun):
                reason, to_interpret = self._run_short(until - cpu.processorCycles)
            now = cpu.processorCycles
            if now > before and cpu.pc in stops:
                return True
            if now > begun and (now >= until or reason is ExitReason.TIME):
                return False
            if now > before and (reason is ExitReason.ELSEWHERE or cpu.pc in self._stops):
                continue
            if self._interpret(min(until, now + to_interpret), stops, until_noticed):
                return True

    def _interpret(self, until: Cycle, stops: Collection[Address], until_noticed: bool) -> bool:
        before = self._board.instructions
        stopped = self._interpreter.run(until, stops, until_noticed)
        self.interpreted += self._board.instructions - before
        return stopped

    def _run_long(self, cycles: Cycles) -> ExitReason | None:
        """Run from the present address in the fastest code there is, as far as it fits in *cycles*;
        None where there is none, or not for D set.
        """
        cpu = self._board.cpu
        if cpu.p & DECIMAL:
            return None
        if cycles < UNKNOWN_CYCLES:
            return ExitReason.TIME
        if self._native is not None and cpu.pc in self._native:
            before = cpu.processorCycles
            reason = self._run_in(self._native, cycles, self._board.passing)
            if self.on_draft:
                self._python_cycles += (cpu.processorCycles - before) // DRAFT_CYCLES
                self._seek_if_due()
            return reason
        engine = self._long.engine_at(cpu.pc)
        if engine is None:
            return None
        before = cpu.processorCycles
        once = [True] * (self._native is not None)
        reason = self._run_in(engine, cycles, *once)
        if self._make_compiler is not None:
            spent = cpu.processorCycles - before
            self._python_cycles += spent if self._native is None else DETOUR_CYCLES
            self._seek_if_due()
        return reason

    def _run_short(self, cycles: Cycles) -> tuple[ExitReason | None, Cycles]:
        """Run on in short trees where a long one may take more than *cycles*; the reason may be
        that there is none. Also the cycles that the interpreter had better go on for.
        """
        engine = self._short.engine_at(self._board.cpu.pc) if cycles >= FEW_CYCLES else None
        if engine is None:
            return None, UNKNOWN_CYCLES
        reason = self._run_in(engine, cycles)
        if reason is ExitReason.TIME:
            return None, UNKNOWN_CYCLES
        return reason, 0

    def _run_in(
        self, engine: PythonEngine | NativeEngine, cycles: Cycles, *more: Any
    ) -> ExitReason:
        """Run on an engine, with the 6530s where it finds them."""
        if not (self._native_registers if engine is self._native else self._reaches_registers):
            instructions, reason = engine.run(self._board.cpu, cycles, *more)
        else:
            self._io.enter(self._until_noticed)
            instructions, reason = engine.run(self._board.cpu, cycles, *more)
            self._io.leave()
        self._board.instructions += instructions
        return reason

    # Translations

    def _register(self, key: Key, dependencies: Dependencies) -> bool:
        """Note that a translation uses its cells; those that would overwrite them must go. False
        if it reaches registers, and the run under way has been begun without them.
        """
        begun_without = dependencies.registers and not self._reaches_registers
        for other in self.translations.storing_to(dependencies.code.keys()):
            self._invalidate(other)
        self._reaches_registers |= dependencies.registers
        self.translations.add(key, dependencies)
        self._measure_stack()
        return not begun_without

    def _add_stops(self, stops: frozenset[Address]) -> None:
        """Have translated code stop at *stops* too."""
        if len(self._stops | stops) > MAX_STOPS:
            stale = self.translations.keys
            self._stops = stops
        else:
            stale = tuple(self.translations.passing(stops - self._stops))
            self._stops |= stops
        for key in stale:
            self._invalidate(key)
        if self._compiled is not None and self._compiled.runs_past(self._stops):
            self._invalidate_native()
        self._long.stop_at(self._stops)
        self._short.stop_at(self._stops)

    def _invalidate_changed(self) -> None:
        """Drop what was made from bytes that are no longer there."""
        self._bus.code_changed = False
        changed = self.translations.changed()
        for key in changed:
            self._invalidate(key)
        if changed:
            self._measure_stack()

    def _invalidate(self, key: Key) -> None:
        """Forget a translation; native code goes as a whole."""
        if key not in self.translations:
            return
        if key.kind == "native":
            self._invalidate_native()
            return
        self.translations.remove(key)
        (self._long if key.kind == "long" else self._short).engine.remove(key.head)

    def _invalidate_native(self) -> None:
        for head in self.native_heads:
            self.translations.remove(Key("native", head))
        self._native = self._compiled = None
        self._seek_at = self._python_cycles + self._seek_every

    def _measure_stack(self) -> None:
        in_stack = bytes(self._bus.code_map[STACK : STACK + 256])
        if in_stack != self._in_stack:
            self._in_stack = in_stack
            measure_stack(self._bus.code_map, self._stack_free)

    # Native code

    def _seek_if_due(self) -> None:
        """Get native code for what runs in Python so often: made before, just made, or ordered.
        A draft from the cache is used, and made good.
        """
        if self._make_compiler is None or self._python_cycles < self._seek_at:
            return
        compiler = self._compiler = self._compiler or self._make_compiler()
        self._seek_at = self._python_cycles + self._seek_every
        compiled = compiler.finished()
        if compiled is not None and self._install_native(compiled):
            return
        wanting = self._native is None or (self.on_draft and not compiler.busy)
        if wanting and any(map(self._install_native, compiler.kept())):
            if not self.on_draft:
                return
        elif self._python_cycles < self._compile_at:
            return
        if compiler.busy:
            return
        from emu.turbo.compiler import Order

        self._compile_at = self._python_cycles + 2 * self._compile_at
        found, memory = self.translations, bytes(self._bus.store)
        heads = {*self._long.engine.used, *self.native_heads}
        compiler.order(Order(tuple(heads), memory, found.variable, self._stops, found.unsteady))
        self._long.engine.begin_survey()
        if self._patient:
            compiled = compiler.finished(wait=True)
            if compiled is not None:
                self._install_native(compiled)

    def _install_native(self, compiled: Compiled) -> bool:
        """Use native code, if it is right for this machine now; no draft in place of other code."""
        if compiled.runs_past(self._stops) or (compiled.draft and self._native is not None):
            return False
        if not all(self.translations.holds(each, self._stops) for each in compiled.dependencies):
            return False
        from emu.turbo.native import NativeEngine, host

        if compiled.host != host():
            return False
        heads = [each.head for each in compiled.dependencies]
        try:
            native = NativeEngine(self.tables, compiled.code, heads)
        except RuntimeError as error:
            warn_once(f"native code is not used: {error}")
            return False
        if self._native is not None:
            self._invalidate_native()
        for each in compiled.dependencies:
            self._register(Key("native", each.head), each)
        self._native = native
        self._native_registers = any(each.registers for each in compiled.dependencies)
        self._compiled = compiled
        return True


def measure_stack(code_map: bytearray, stack_free: bytearray) -> None:
    """``stack_free[sp]``: how many bytes can be pushed before page one ends or code begins."""
    free = 0
    for sp in range(256):
        stack_free[sp] = free = 0 if code_map[STACK + sp] else min(free + 1, sp)
