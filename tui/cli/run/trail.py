"""How a run came to its end: its last instructions, found by going back and forward again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from emu.chips.registers import Registers
from emu.machine import Machine
from emu.watch.labels import near
from emu.watch.listing import Listing, ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.rewind import Rewind
from emu.watch.sources import SourceLine
from tui.cli.run.places import Labels


@dataclass(frozen=True)
class Footstep:
    """An instruction that begins at ``cycle``, and the registers before it.

    ``place`` is its address by the nearest label, or empty.
    """

    cycle: int
    place: str
    line: ListingLine
    registers: Registers
    source: SourceLine | None = None

    def __str__(self) -> str:
        r = self.registers
        return (
            f"{self.cycle:>12} {r.pc:04X} {self.place[:14]:<14} {self.line.text:<16} "
            f"A={r.a:02X} X={r.x:02X} Y={r.y:02X} SP={r.sp:02X} P={r.p:02X}"
            + (f"  {self.source}" if self.source else "")
        )

    def as_json(self) -> dict[str, Any]:
        """The same for JSON."""
        r = self.registers
        return {
            "cycle": self.cycle,
            "pc": f"{r.pc:04X}",
            "text": self.line.text,
            **({"source": str(self.source)} if self.source else {}),
            "registers": {n: f"{getattr(r, n):02X}" for n in ("a", "x", "y", "sp", "p")},
        }


def footsteps(past: Rewind, machine: Machine, count: int, known: Labels) -> Iterator[Footstep]:
    """The last *count* instructions before now, if as many are known; then it is now again."""
    end = machine.cycles
    past.back_instructions(min(count, past.instructions))
    while machine.cycles < end:
        before, registers, done = machine.cycles, machine.registers, machine.instructions
        image = MemoryImage.of(machine)
        (line,) = Listing(image, known, undocumented=True).lines(registers.pc, 1)
        past.to(before + 1)
        if machine.instructions > done:
            source = known.sources.lines.get(registers.pc)
            yield Footstep(before, near(registers.pc, known), line, registers, source)
