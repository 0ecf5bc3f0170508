"""How a machine, and what a run found out, is shown as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from emu.chips.leds import Readout
from emu.machine import Machine
from emu.watch.labels import near
from emu.watch.profile import Routine
from tui.cli.run.places import Labels

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
