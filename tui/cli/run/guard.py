"""Breakpoints and watchpoints that end a run, with conditions."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from emu.notation import parse_byte
from emu.watch.debug import DebugMachine, Halt
from emu.watch.rewind import INTERVAL, Rewind
from tui.cli.run.places import Labels, UsageError, address, named

REGISTERS = ("a", "x", "y", "sp", "p")
_CONDITION = re.compile(r"([^=<>!&]+)(=|!=|<=|>=|<|>|&)([^=<>!&]+)")
_COMPARE: dict[str, Callable[[int, int], object]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge, "&": operator.and_,
}  # fmt: skip
EXPECTED = "A=3C, X!=0, 00F9>=Y, P&01 or count=5"
_SLICE = 10**12


@dataclass(frozen=True)
class Condition:
    """A register (by name) or a byte (by address) compared with a value or a register; with
    ``&`` one of the value's bits must be set."""

    what: str | int
    relation: str
    value: str | int

    @classmethod
    def parse(cls, text: str, known: Labels) -> Condition:
        """One of :data:`EXPECTED` but a count."""
        if not (found := _CONDITION.fullmatch(text)):
            raise UsageError(f"condition {text!r}; expected {EXPECTED}")
        name, relation, value = found[1].strip(), found[2], found[3].strip()
        left = name.lower() if name.lower() in REGISTERS else address(name, known)
        # A is a register on the left, where there is no byte, and ten on the right
        register = value.lower() in REGISTERS[1:]
        return cls(left, relation, value.lower() if register else parse_byte(value))

    def holds(self, machine: DebugMachine) -> bool:
        """Whether it does now."""
        r = machine.registers
        left = machine.peek(self.what) if isinstance(self.what, int) else getattr(r, self.what)
        right = self.value if isinstance(self.value, int) else getattr(r, self.value)
        return bool(_COMPARE[self.relation](left, right))


@dataclass
class Break:
    """Conditions that must all hold; ``left`` is how often they must before the run ends."""

    conditions: list[Condition]
    left: int = 1

    @classmethod
    def parse(cls, texts: list[str], known: Labels) -> Break:
        """Conditions, and ``count=N``."""
        counts = [text.partition("=")[2] for text in texts if text.lower().startswith("count=")]
        if any(not one.isdecimal() or int(one) < 1 for one in counts):
            raise UsageError(f"condition count={counts[0]!r}; expected how often, e.g. count=5")
        others = [text for text in texts if not text.lower().startswith("count=")]
        return cls([Condition.parse(one, known) for one in others], int(counts[0]) if counts else 1)

    def ends(self, machine: DebugMachine) -> bool:
        """Whether this visit ends the run."""
        if not all(one.holds(machine) for one in self.conditions):
            return False
        self.left -= 1
        return self.left <= 0


class Guard:
    """Says at which halt of a machine a run ends.

    *breaks* are ``ADDR`` or ``ADDR,CONDITION,...``; *watches* ``ADDR`` or ``ADDR=BYTE``.
    """

    def __init__(self, breaks: list[str], watches: list[str], known: Labels) -> None:
        self._known = known
        self._breaks: dict[int, list[Break]] = {}
        for text in breaks:
            where, *conditions = text.split(",")
            self._breaks.setdefault(address(where, known), []).append(
                Break.parse(conditions, known)
            )
        self._watches: dict[int, set[int | None]] = {}
        for text in watches:
            where, equals, value = text.partition("=")
            become = parse_byte(value) if equals else None
            self._watches.setdefault(address(where, known), set()).add(become)
        self.breakpoints = frozenset(self._breaks)
        self.watchpoints = frozenset(self._watches)

        self.past: Rewind | None = None

    @property
    def wanted(self) -> bool:
        """Whether there is a breakpoint or watchpoint."""
        return bool(self.breakpoints or self.watchpoints)

    def watch_over(self, machine: DebugMachine, remember: bool) -> None:
        """Look after *machine*; *remember* its ``past``."""
        machine.breakpoints, machine.watchpoints = self.breakpoints, self.watchpoints
        machine.slice_length = _SLICE
        if remember:
            self.past = Rewind(machine)
            machine.slice_length = INTERVAL

    def end(self, machine: DebugMachine) -> tuple[Halt, str] | None:
        """The halt that ends the run, if one was met, and the halt in words."""
        if self.past is not None:
            self.past.keep()
        for halt in machine.take_halts():
            if text := self._ends(machine, halt):
                return halt, text
        return None

    def standing(self, machine: DebugMachine) -> None:
        """Halt if *machine* stands at a breakpoint already."""
        if machine.registers.pc in self.breakpoints:
            machine.halts.append(Halt(machine.registers.pc))

    def _ends(self, machine: DebugMachine, halt: Halt) -> str:
        if halt.watched is None:
            ended = [one.ends(machine) for one in self._breaks[halt.pc]]  # each counts
            if any(ended):
                return f"breakpoint at {named(halt.pc, self._known)}"
        elif self._watches[halt.watched] & {None, halt.after}:
            where = named(halt.watched, self._known)
            return f"{where} changed from {halt.before:02X} to {halt.after:02X}"
        return ""
