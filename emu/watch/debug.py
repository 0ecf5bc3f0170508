"""Breakpoints, watchpoints, and a machine whose work pauses so that somebody may look in.

Whoever carries out a `emu.machine.Steps` of a :class:`DebugMachine` gets it back after every slice:
to look at the machine, to hold it by not going on, to take it back in time, or to give the work up
by closing it. What is done at once (``run``, ``press``, ...) goes by unwatched.
"""

from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass
from typing import Any

from emu.machine import POLLING, Machine, Steps, T, Y

JSR = 0x20
JSR_SIZE = 3
SLICE = 20_000
LONG_SLICE = 10_000
"""Cycles from which on a slice need not end to the cycle."""


@dataclass(frozen=True)
class Halt:
    """Why the machine stands: at a breakpoint (``address``) or after a byte there changed."""

    pc: int
    watched: int | None = None
    before: int = 0
    after: int = 0

    def __str__(self) -> str:
        if self.watched is None:
            return f"breakpoint at ${self.pc:04X}"
        return f"${self.watched:04X} changed from ${self.before:02X} to ${self.after:02X}"


class DebugMachine(Machine):
    """A machine whose work pauses before every slice of at most ``slice_length`` cycles (1: one
    instruction), and where it is to halt.

    ``breakpoints`` halt before the instruction at their address, ``watchpoints`` after one that
    changed the byte at theirs; ``halts`` gathers what was met, for whoever looks in to take.
    """

    slice_length: int = SLICE
    breakpoints: frozenset[int] = frozenset()
    watchpoints: frozenset[int] = frozenset()
    _at_once = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.halts: list[Halt] = []
        super().__init__(*arguments, **options)

    def finish(self, work: Generator[Y, None, T], seen: Callable[[Y], object] | None = None) -> T:
        """Do *work* at once, unwatched."""
        before, self._at_once = self._at_once, True
        try:
            return super().finish(work, seen)
        finally:
            self._at_once = before

    def take_halts(self) -> list[Halt]:
        """What was met since the last call."""
        met, self.halts = self.halts, []
        return met

    def loop(self, instructions: int = POLLING) -> int | None:
        """As in `Machine`; None as well while a breakpoint or watchpoint could be in the loop."""
        if not self._at_once and (self.breakpoints or self.watchpoints):
            return None
        return super().loop(instructions)

    def _advance(
        self, until: int, stops: Collection[int] = (), stop_at_keypad: bool = False
    ) -> Steps[bool]:
        if self._at_once:
            return (yield from super()._advance(until, stops, stop_at_keypad))
        while True:
            yield
            end = min(until, self.cycles + self.slice_length)
            exact = end == until or self.slice_length < LONG_SLICE
            if self.watchpoints:
                ended = self._watched_slice(end, stops, stop_at_keypad)
            else:
                every = {*stops, *self.breakpoints} if self.breakpoints else stops
                halted = self.board.run(end, every, stop_at_keypad, exact)
                ended = halted and self._arrived(stops, stop_at_keypad)
            if ended:
                return True
            if self.cycles >= until:
                return False

    def _watched_slice(self, end: int, stops: Collection[int], stop_at_keypad: bool) -> bool:
        """A slice of `run` with watchpoints: each instruction by itself, and whether it ended."""
        watched = sorted(self.watchpoints)
        before = [self.peek(address) for address in watched]
        every = {*stops, *self.breakpoints}
        while True:
            halted = self.board.run(self.cycles + 1, every, stop_at_keypad)
            after = [self.peek(address) for address in watched]
            if after != before:
                self.halts += [
                    Halt(self.registers.pc, address, old, new)
                    for address, old, new in zip(watched, before, after, strict=True)
                    if old != new
                ]
                return halted and self._asked_for(stops, stop_at_keypad)
            if halted:
                return self._arrived(stops, stop_at_keypad)
            if self.cycles >= end:
                return False

    def _arrived(self, stops: Collection[int], stop_at_keypad: bool) -> bool:
        pc = self.registers.pc
        if pc in self.breakpoints:
            self.halts.append(Halt(pc))
        return self._asked_for(stops, stop_at_keypad)

    def _asked_for(self, stops: Collection[int], stop_at_keypad: bool) -> bool:
        return self.registers.pc in stops or (stop_at_keypad and self.board.keypad_read)

    def after_call(self) -> int | None:
        """Where the subroutine called by the next instruction returns to; None if it is no JSR."""
        pc = self.registers.pc
        return pc + JSR_SIZE & 0xFFFF if self.peek(pc) == JSR else None

    def returns(self, stack: int) -> set[int]:
        """Where an RTS or RTI could lead that takes its address from above *stack*, the value of a
        stack pointer: the words there, and the addresses behind them.
        """
        words = (self._word(at) for at in range(stack + 1, 0xFF))
        return {address & 0xFFFF for word in words for address in (word, word + 1)}

    def has_returned(self, stack: int) -> bool:
        """Whether the last instruction was an RTS or RTI to where the processor is now, by an
        address from above *stack*.
        """
        pointer, pc = self.registers.sp, self.registers.pc
        return pointer - 1 > stack and self._word(pointer - 1) in (pc, pc - 1 & 0xFFFF)

    def _word(self, at: int) -> int:
        low, high = self.read(0x0100 + at, 2)
        return low | high << 8
