"""How a machine, and what a run found out, is shown as text and as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from emu.chips.leds import Readout
from emu.machine import Machine
from emu.teletype.paper import readable
from emu.watch.labels import near
from emu.watch.profile import Profile, Routine
from emu.watch.trace import BusProbe
from tui.cli.run.drive import RunEnding
from tui.cli.run.past import Footstep, PastAnswer
from tui.cli.run.places import Labels

_LINE = 16
MOST_ROUTINES = 30


class Finding(NamedTuple):
    """Something a run found out: its name and value in JSON, and its lines of text."""

    name: str
    data: Any
    lines: Iterable[str] = ()


class Report:
    """What is shown of a run, each key as it is pressed and the rest at its end."""

    def __init__(self, options: argparse.Namespace, known: Labels) -> None:
        self._options, self._known = options, known
        self._dumps = [(text, known.span(text)) for text in options.dump]
        self._profile: Profile | None = None
        self._keys: list[dict[str, Any]] = []

    def taps(self, machine: Machine) -> list[BusProbe]:
        """What has to listen on the bus of *machine* for it."""
        if not self._options.profile:
            return []
        self._profile = Profile(machine.board)
        return [self._profile.tap]

    def key(self, key: str, readout: Readout, cycles: int) -> None:
        if self._options.json:
            self._keys.append({"key": key, "cycles": cycles, **display(readout)})
        else:
            print(f"{key:<9} {digits(readout)}", flush=True)

    def found(
        self, machine: Machine, printed: bytes, answers: list[PastAnswer], trail: list[Footstep]
    ) -> Iterator[Finding]:
        known, readout = self._known, machine.readout()
        shown = f"{'display':<9} {digits(readout)}"
        yield Finding("registers", registers(machine))
        yield Finding("display", display(readout), [shown, str(machine.registers)])
        yield Finding("keys", self._keys)
        dumped = {text: machine.read(at.start, len(at)).hex().upper() for text, at in self._dumps}
        lines = [line for _, place in self._dumps for line in dump(machine, place)]
        yield Finding("dump", dumped, lines)
        if answers:
            yield Finding("past", [one.as_json() for one in answers], map(str, answers))
        if trail:
            yield Finding("trail", [one.as_json() for one in trail], ["trail:", *map(str, trail)])
        if self._options.serial_in is not None:
            paper = readable(printed).decode("ascii").replace("\r", "")
            yield Finding("printed", printed.decode("latin-1"), ["printed:", paper])
        if self._profile:
            routines = self._profile.routines
            told = [
                asdict(one) | {"address": f"{one.address:04X}", "label": known.get(one.address)}
                for one in routines
            ]
            yield Finding("profile", told, ["profile:", *profile(routines, known)])

    def show(self, machine: Machine, ending: RunEnding, found: list[Finding]) -> None:
        if self._options.json:
            head = {"reason": ending.reason, "text": ending.text, "exit": ending.code}
            head |= {"cycles": machine.cycles, "instructions": machine.instructions}
            print(json.dumps(head | {one.name: one.data for one in found}))
        else:
            lines = (line for one in found for line in one.lines)
            print(f"{ending.text}; cycle {machine.cycles:,}", *lines, sep="\n")


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
    values = machine.registers._asdict()
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
    yield "    part          cycles   calls  routine"
    for one in routines[:MOST_ROUTINES]:
        where = f"${one.address:04X} {near(one.address, known)}".rstrip()
        yield f"  {one.cycles / total:>6.1%}  {one.cycles:>14,}  {one.calls:>6,}  {where}"
    if len(routines) > MOST_ROUTINES:
        yield f"  and {len(routines) - MOST_ROUTINES} more"
