"""What a run shows in the end, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from emu.chips.leds import Readout
from emu.machine import Machine
from emu.teletype.paper import readable
from emu.watch.heat import Heat
from emu.watch.labels import near
from emu.watch.profile import Routine
from tui.cli.run.asking import PastAnswer
from tui.cli.run.drive import RunEnding
from tui.cli.run.places import Labels, named
from tui.cli.run.trail import Footstep

_LINE = 16
MOST_ROUTINES = 30


def digits(readout: Readout) -> str:
    """``0200 A9``; with the segments of patterns that are no hexadecimal digits."""
    shown = f"{readout.text[:4]} {readout.text[4:]}"
    if "?" in readout.text:
        shown += f"   segments {' '.join(f'{s:02X}' for s in readout.segments)}"
    return shown


def display(readout: Readout) -> dict[str, Any]:
    """The digits for JSON; ``brightness`` of segments a to g, 1 that of the brightest."""
    brightness = [[round(one, 2) for one in digit] for digit in readout.brightness]
    return {
        "text": readout.text,
        "segments": [f"{s:02X}" for s in readout.segments],
        "brightness": brightness,
    }


def registers(machine: Machine) -> dict[str, str]:
    """The registers for JSON, in hexadecimal."""
    values = asdict(machine.registers)
    return {name: f"{v:04X}" if name == "pc" else f"{v:02X}" for name, v in values.items()}


def dump(machine: Machine, place: range) -> Iterator[str]:
    """Lines of sixteen bytes that begin at whole multiples of sixteen."""
    address = place.start
    while address < place.stop:
        end = min(address - address % _LINE + _LINE, place.stop)
        data = machine.read(address, end - address)
        yield f"{address:04X}: {data.hex(' ').upper()}"
        address = end


def profile(routines: Sequence[Routine], known: Labels) -> Iterator[str]:
    """A table of routines, the most expensive first."""
    total = sum(one.cycles for one in routines) or 1
    yield "    self     self cycles  incl. cycles   calls  instructions  routine"
    for one in routines[:MOST_ROUTINES]:
        where = f"${one.address:04X} {near(one.address, known)}".rstrip()
        yield (
            f"  {one.cycles / total:>6.1%}  {one.cycles:>15,}  {one.inclusive:>12,}  "
            f"{one.calls:>6,}  {one.instructions:>12,}  {where}"
        )
    if len(routines) > MOST_ROUTINES:
        yield f"  and {len(routines) - MOST_ROUTINES} more"


def profile_json(routines: Sequence[Routine], known: Labels) -> list[dict[str, Any]]:
    """All routines for JSON."""
    return [
        {**asdict(one), "address": f"{one.address:04X}", "label": known.get(one.address)}
        for one in routines
    ]


@dataclass(frozen=True)
class RunResult:
    """What came of a run; None where it was not asked for."""

    machine: Machine
    ending: RunEnding
    known: Labels
    keys: Sequence[dict[str, Any]]
    peeks: Sequence[int]
    dumps: Sequence[tuple[str, range]]
    printed: bytes | None
    routines: Sequence[Routine] | None
    trail: Sequence[Footstep]
    answers: Sequence[PastAnswer] = ()
    heat: Heat | None = None

    def lines(self) -> Iterator[str]:
        """As text."""
        machine = self.machine
        yield f"{self.ending.text}; cycle {machine.cycles:,}"
        yield f"{'display':<9} {digits(machine.readout())}"
        yield str(machine.registers)
        yield from (f"{named(a, self.known)} = {machine.peek(a):02X}" for a in self.peeks)
        for _, place in self.dumps:
            yield from dump(machine, place)
        yield from map(str, self.answers)
        if self.trail:
            yield "trail:"
            yield from map(str, self.trail)
        if self.printed is not None:
            yield "printed:"
            yield readable(self.printed).decode("ascii").replace("\r", "")
        if self.routines is not None:
            yield "profile:"
            yield from profile(self.routines, self.known)
        if self.heat is not None:
            yield from self.heat.lines()

    def as_json(self) -> dict[str, Any]:
        """As one object."""
        machine = self.machine
        found: dict[str, Any] = {
            "reason": self.ending.reason,
            "text": self.ending.text,
            "exit": self.ending.code,
            "cycles": machine.cycles,
            "instructions": machine.instructions,
            "registers": registers(machine),
            "display": display(machine.readout()),
            "keys": list(self.keys),
            "peek": {f"{a:04X}": f"{machine.peek(a):02X}" for a in self.peeks},
            "dump": {
                text: machine.read(place.start, len(place)).hex().upper()
                for text, place in self.dumps
            },
        }
        if self.answers:
            found["past"] = [one.as_json() for one in self.answers]
        if self.trail:
            found["trail"] = [step.as_json() for step in self.trail]
        if self.printed is not None:
            found["printed"] = self.printed.decode("latin-1")
        if self.routines is not None:
            found["profile"] = profile_json(self.routines, self.known)
        if self.heat is not None:
            found["heat"] = self.heat.as_json()
        return found
