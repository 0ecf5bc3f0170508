"""Where a person has the machine held: by the hand, at breakpoints, step by step."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from emu.errors import EmuError
from emu.machine import Machine
from emu.watch.conditions import Break
from emu.watch.debug import DebugMachine, Halt
from emu.watch.past_search import Wanted
from tui.session.clock import Clock

_ONE_INSTRUCTION = 1


class Governor(Clock):
    """A clock that can stand still, and says where the machine is to halt.

    ``held``: it stands; ``met`` is set whenever something was met that holds it;
    ``user_breakpoints``, with their conditions, and ``watchpoints``, with what the byte must become
    (None: anything), are by address.
    """

    def __init__(self, speed: float | None = None) -> None:
        super().__init__(speed)
        self.held = False
        self.met = False
        self._reason = ""
        self._breakpoint: int | None = None
        self.user_breakpoints: Mapping[int, str] = {}
        self.watchpoints: Mapping[int, int | None] = {}
        self._breaks: dict[int, Break] = {}
        self._target: tuple[int, int] | None = None
        self._leaving: int | None = None
        self._step = False
        self._stepped_from = 0

    @property
    def settings(self) -> dict[str, Any]:
        """What is kept with a session: speed, breakpoints, watchpoints."""
        return {
            "speed": self.speed,
            "breakpoints": sorted(map(list, self.user_breakpoints.items())),
            "watchpoints": sorted(map(list, self.watchpoints.items())),
        }

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Take over what a session kept, as far as it makes sense; older ones have addresses and,
        apart from these, pairs of an address and what is to hold there.
        """
        speed = settings.get("speed", self.speed)
        if speed is None or (isinstance(speed, float) and speed > 0):
            self.speed = speed
        breakpoints, conditions, watchpoints, values = (
            settings.get(name)
            for name in ("breakpoints", "conditions", "watchpoints", "watched_values")
        )
        for at, text in _pairs(breakpoints, dict(_pairs(conditions))):
            with suppress(EmuError):
                self.set_breakpoints({**self.user_breakpoints, at: str(text or "")})
        self.watchpoints = {
            at: value
            for at, value in _pairs(watchpoints, dict(_pairs(values)))
            if value is None or (isinstance(value, int) and 0 <= value <= 0xFF)
        }

    def set_breakpoints(self, points: Mapping[int, str], anew: int | None = None) -> None:
        """Halt at these addresses where what is said there holds, which is counted again at *anew*;
        raises NotationError.
        """
        old = self.user_breakpoints
        self._breaks = {
            at: self._breaks[at]
            if old.get(at) == text and at != anew
            else Break.parse(text.split(",") if text else [])
            for at, text in points.items()
        }
        self.user_breakpoints = points

    def halts_of(self, machine: Machine) -> tuple[dict[int, Wanted], dict[int, Wanted]]:
        """Breakpoints and watchpoints by address, each with whether it would halt *machine*; counts
        do not count.
        """
        return (
            {at: _visit(machine, wanted) for at, wanted in self._breaks.items()},
            {at: _change(value) for at, value in self.watchpoints.items()},
        )

    @property
    def why(self) -> str:
        """What it halted at, with the condition of a breakpoint; empty if a person holds it."""
        at = self._breakpoint
        if at is not None and at not in self.user_breakpoints:
            return f"at ${at:04X}, its breakpoint removed"
        return self._reason

    @property
    def stands(self) -> bool:
        """Whether the machine may not even run one more instruction."""
        return self.held and not self._step

    def hold(self, reason: str = "", breakpoint: int | None = None) -> None:
        """Stand still before the next instruction, for a *reason*, at the *breakpoint* there."""
        self.go_on()
        self.held, self._reason, self._breakpoint = True, reason, breakpoint

    def go_on(self) -> None:
        """Run again."""
        self.held, self._reason, self._breakpoint = False, "", None
        self._target, self._leaving, self._step = None, None, False

    def step(self) -> None:
        """One instruction, then hold."""
        self.hold()
        self._step = True

    def run_to(self, address: int, stack: int = 0) -> None:
        """Hold at *address*, once the stack pointer is at least *stack*."""
        self.go_on()
        self._target = (address, stack)

    def step_out(self, stack: int) -> None:
        """Hold behind the RTS or RTI that returns to an address from above *stack*, SP as it is."""
        self.go_on()
        self._leaving = stack

    def prepare(self, machine: DebugMachine) -> None:
        """Before a slice: how long it is, and where to halt."""
        targets = set() if self._target is None else {self._target[0]}
        if self._leaving is not None:
            targets |= machine.returns(self._leaving)
        machine.breakpoints = frozenset(self.user_breakpoints) | targets
        machine.watchpoints = frozenset(self.watchpoints)
        if self._step:
            self._stepped_from = machine.cycles
            machine.slice_length = _ONE_INSTRUCTION
        else:
            machine.slice_length = self.begin_slice(machine)

    def look(self, machine: DebugMachine) -> None:
        """After a slice: hold where something was met."""
        self.end_slice(machine)
        if machine.cycles != self._stepped_from:
            self._step = False
        for halt in machine.take_halts():
            self._met(machine, halt)

    def _met(self, machine: DebugMachine, halt: Halt) -> None:
        """Hold, unless it is where a step over or out would end, but met deeper in the stack."""
        if halt.watched is None and self._leaving is not None:
            if machine.has_returned(self._leaving):
                self.hold()
                self.met = True
                return
            if halt.pc not in self.user_breakpoints:
                return
        if halt.watched is None and self._target is not None and halt.pc == self._target[0]:
            too_deep = machine.registers.sp < self._target[1]
            if not too_deep or halt.pc in self.user_breakpoints:
                over = self._target[1] > 0
                self.hold("" if over else f"at ${halt.pc:04X}, run to")
                self.met = True
            return
        if self._halts(machine, halt):
            breakpoint = halt.pc if halt.watched is None else None
            condition = self.user_breakpoints.get(halt.pc) if breakpoint is not None else ""
            self.hold(f"{halt} if {condition}" if condition else str(halt), breakpoint)
            self.met = True

    def _halts(self, machine: DebugMachine, halt: Halt) -> bool:
        """Whether what must hold does."""
        if halt.watched is not None:
            return self.watchpoints.get(halt.watched) in (None, halt.after)
        wanted = self._breaks.get(halt.pc)
        return wanted is None or wanted.ends(machine)


def _visit(machine: Machine, wanted: Break) -> Wanted:
    return lambda _: wanted.holds(machine)


def _change(value: int | None) -> Wanted:
    return lambda access: access.changed and value in (None, access.value)


def _pairs(stored: Any, apart: Mapping[int, Any] | None = None) -> Iterator[tuple[int, Any]]:
    """Addresses in a list out of a file, each with what is beside it, else with what is *apart*."""
    for one in stored if isinstance(stored, list) else ():
        match one if isinstance(one, list) else [one, None]:
            case [int(at), found] if 0 <= at <= 0xFFFF:
                yield at, (apart or {}).get(at) if found is None else found
