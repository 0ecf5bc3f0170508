"""Breakpoints and watchpoints that end a run, with conditions."""

from __future__ import annotations

from functools import partial

from emu.notation import parse_byte
from emu.watch.conditions import Break
from emu.watch.debug import DebugMachine, Halt
from emu.watch.rewind import INTERVAL, Rewind
from tui.cli.run.places import Labels, address, named

_SLICE = 10**12


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
                Break.parse(conditions, partial(address, known=known))
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
