"""Until when a run goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from emu.chips.leds import PERSISTENCE
from emu.errors import BudgetSpent
from emu.machine import Machine, Steps
from tui.cli.run.places import Labels, UsageError, address, named

_DISPLAY = re.compile(r"[0-9A-F ?.]{6}")
LOOK = 5_000
"""Cycles between two looks at the display or the printer."""
EXPECTED = "pc=ADDR, text=SIX, cycles=N, waiting or printed=TEXT"


@dataclass(frozen=True)
class Goal:
    """What a run is to reach.

    ``run(machine, budget, printed)`` goes there and says whether it did, within *budget* cycles;
    *printed* gives what the terminal has printed.
    """

    title: str
    run: Callable[[Machine, int, Callable[[], str]], Steps[bool]]


def parse(text: str, known: Labels) -> Goal:
    """The goal that *text* names.

    Raises UsageError or LabelError.
    """
    kind, equals, value = text.partition("=")
    match kind.lower(), bool(equals):
        case "pc", True:
            stop = address(value, known)
            return Goal(f"pc at {named(stop, known)}", lambda m, budget, _: _at(m, stop, budget))
        case "text", True:
            wanted = value.upper()
            if not _DISPLAY.fullmatch(wanted):
                raise UsageError(
                    f"text={value!r}; expected six characters: 0-F, a space where dark, "
                    "? for any other pattern, . for anything"
                )
            return Goal(f"display {wanted}", lambda m, budget, _: _shown(m, wanted, budget))
        case "cycles", True:
            if not value.replace("_", "").isdecimal():
                raise UsageError(f"cycles={value!r}; expected a number of cycles")
            return Goal(f"{int(value):,} cycles", lambda m, budget, _: _ran(m, int(value), budget))
        case "waiting", False:
            return Goal("waiting for a key", lambda m, budget, _: _waits(m, budget))
        case "printed", True if value:
            return Goal(
                f"{value!r} printed",
                lambda m, budget, printed: _looking(m, lambda: value in printed(), budget),
            )
    raise UsageError(f"--until {text!r}; expected {EXPECTED}")


def _at(machine: Machine, stop: int, budget: int) -> Steps[bool]:
    return (yield from machine.running_for(budget, {stop})) is not None


def _ran(machine: Machine, cycles: int, budget: int) -> Steps[bool]:
    yield from machine.running(min(cycles, budget))
    return cycles <= budget


def _waits(machine: Machine, budget: int) -> Steps[bool]:
    try:
        yield from machine.running_until_waiting(budget)
    except BudgetSpent:
        return False
    return True


def _shown(machine: Machine, wanted: str, budget: int) -> Steps[bool]:
    """Until it has been there long enough to be read, whatever went before it has faded."""
    since = machine.cycles

    def reached() -> bool:
        nonlocal since
        shown = machine.readout().text
        if not all(w in (".", s) for w, s in zip(wanted, shown, strict=True)):
            since = machine.cycles + LOOK
        return machine.cycles - since >= PERSISTENCE

    return _looking(machine, reached, budget)


def _looking(machine: Machine, reached: Callable[[], bool], budget: int) -> Steps[bool]:
    end = machine.cycles + budget
    while not (found := reached()) and machine.cycles < end:
        yield from machine.running(min(LOOK, end - machine.cycles))
    return found
