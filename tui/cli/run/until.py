"""Until when a run goes on: to a goal, or a breakpoint or watchpoint with its conditions."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from emu.chips.leds import PERSISTENCE
from emu.errors import BudgetSpent
from emu.machine import Machine, Steps
from emu.notation import parse_byte, parse_number
from emu.watch.conditions import Break
from emu.watch.debug import DebugMachine, Halt
from emu.watch.rewind import INTERVAL, Rewind
from tui.cli.run.places import Labels, UsageError

_DISPLAY = re.compile(r"[0-9A-F ?.]{6}")
_SLICE = 10**12
LOOK = 5_000
"""Cycles between two looks at the display or the printer."""
EXPECTED = "pc=ADDR, text=SIX, cycles=N, waiting or printed=TEXT"


@dataclass(frozen=True)
class Goal:
    """What a run is to reach: an address for ``pc``, digits for ``text``, a number of ``cycles``,
    ``waiting``, or a text for ``printed``.
    """

    title: str
    kind: str
    value: Any = None

    def run(self, machine: Machine, budget: int, printed: Callable[[], str]) -> Steps[bool]:
        """Go there; whether it is reached within *budget* cycles. *printed* gives what the terminal
        has printed.
        """
        end = machine.cycles + budget
        match self.kind:
            case "pc":
                return (yield from machine.running_for(budget, {self.value})) is not None
            case "cycles":
                yield from machine.running(min(self.value, budget))
                return bool(self.value <= budget)
            case "waiting":
                try:
                    yield from machine.running_until_waiting(budget)
                except BudgetSpent:
                    return False
                return True
        reached = self._shown(machine) if self.kind == "text" else lambda: self.value in printed()
        while not (found := reached()) and machine.cycles < end:
            yield from machine.running(min(LOOK, end - machine.cycles))
        return found

    def _shown(self, machine: Machine) -> Callable[[], bool]:
        """Whether it has been there long enough to be read, whatever went before it has faded."""
        since = machine.cycles

        def reached() -> bool:
            nonlocal since
            shown = machine.readout().text
            if not all(w in (".", s) for w, s in zip(self.value, shown, strict=True)):
                since = machine.cycles + LOOK
            return machine.cycles - since >= PERSISTENCE

        return reached


def parse(text: str, known: Labels) -> Goal:
    """The goal that *text* names. Raises UsageError or LabelError."""
    kind, equals, value = text.partition("=")
    match kind.lower(), bool(equals):
        case "pc", True:
            stop = known.address(value)
            return Goal(f"pc at {known.named(stop)}", "pc", stop)
        case "text", True:
            wanted = value.upper()
            if not _DISPLAY.fullmatch(wanted):
                raise UsageError(
                    f"text={value!r}; expected six characters: 0-F, a space where dark, "
                    "? for any other pattern, . for anything"
                )
            return Goal(f"display {wanted}", "text", wanted)
        case "cycles", True:
            cycles = parse_number(value, expected="a number of cycles", name="cycles=")
            return Goal(f"{cycles:,} cycles", "cycles", cycles)
        case "waiting", False:
            return Goal("waiting for a key", "waiting")
        case "printed", True if value:
            return Goal(f"{value!r} printed", "printed", value)
    raise UsageError(f"--until {text!r}; expected {EXPECTED}")


class Guard:
    """Says at which halt of a machine a run ends.

    *breaks* are ``ADDR`` or ``ADDR,CONDITION,...``; *watches* ``ADDR`` or ``ADDR=BYTE``.
    """

    def __init__(self, breaks: list[str], watches: list[str], known: Labels) -> None:
        self._known = known
        self._breaks: dict[int, list[Break]] = {}
        for text in breaks:
            where, *conditions = text.split(",")
            self._breaks.setdefault(known.address(where), []).append(
                Break.parse(conditions, known.address)
            )
        self._watches: dict[int, set[int | None]] = {}
        for text in watches:
            where, equals, value = text.partition("=")
            become = parse_byte(value) if equals else None
            self._watches.setdefault(known.address(where), set()).add(become)
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
                return f"breakpoint at {self._known.named(halt.pc)}"
        elif self._watches[halt.watched] & {None, halt.after}:
            where = self._known.named(halt.watched)
            return f"{where} changed from {halt.before:02X} to {halt.after:02X}"
        return ""
