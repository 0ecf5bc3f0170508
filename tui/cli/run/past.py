"""The past of a run: its last instructions, and who wrote or read a byte last."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from emu.chips.registers import Registers
from emu.machine import Machine
from emu.notation import parse_byte
from emu.watch.conditions import Condition
from emu.watch.debug import DebugMachine
from emu.watch.labels import near
from emu.watch.listing import Listing, ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.past_search import CHANGES, READS, VISITS, PastAccess, PastSearch
from emu.watch.rewind import Rewind
from emu.watch.sources import SourceLine
from emu.watch.trace import FETCHED
from tui.cli.run.places import Labels, UsageError

EXPECTED = "pc=ADDR[,COND...], write=ADDR[=BYTE] or read=ADDR"
_KINDS = {"pc": VISITS, "write": CHANGES, "read": READS}
_DID = {"write": "wrote", "read": "read", "fetch": "read"}
_DID |= {"poke": "poked", "load": "loaded", "restore": "restored"}


@dataclass(frozen=True)
class PastAnswer:
    """What was found, None for nothing; ``text`` is the instruction, ``place`` its label."""

    question: str
    access: PastAccess | None
    since: int
    text: str = ""
    place: str = ""

    def __str__(self) -> str:
        found = self.access
        if found is None:
            return f"{self.question}: not since cycle {self.since:,}"
        if found.kind == FETCHED and found.pc == found.address:
            return f"{self.question}: {self.text}; cycle {found.cycle:,}"
        what = f"{self.question}: {_DID[found.kind]} {found.value:02X}"
        if found.changed:
            what += f" (was {found.before:02X})"
        by = "from outside" if found.pc is None else f"by ${found.pc:04X} {self.text}"
        place = f" in {self.place}" if self.place else ""
        return f"{what} {by}{place}; cycle {found.cycle:,}"

    def as_json(self) -> dict[str, Any]:
        """The answer for JSON; ``found`` is null for nothing."""
        if self.access is None:
            return {"question": self.question, "found": None, "since": self.since}
        found = asdict(self.access)
        for name, digits in (("address", 4), ("value", 2), ("before", 2), ("pc", 4)):
            if found[name] is not None:
                found[name] = f"{found[name]:0{digits}X}"
        found |= {"text": self.text, "place": self.place}
        return {"question": self.question, "found": found, "since": self.since}


@dataclass(frozen=True)
class PastQuestion:
    """When an address was last executed (``pc``), written or read: while *conditions* held, with
    *byte*.
    """

    title: str
    kind: str
    address: int
    conditions: tuple[Condition, ...] = ()
    byte: int | None = None

    def answer(self, machine: Machine, past: PastSearch, known: Labels) -> PastAnswer:
        """The answer; the machine stays where it is."""

        def wanted(access: PastAccess) -> bool:
            return self.byte in (None, access.value) and all(
                one.holds(machine) for one in self.conditions
            )

        found = past.last(self.address, _KINDS[self.kind], wanted)
        if found is None or found.pc is None:
            return PastAnswer(self.title, found, past.earliest)
        (line,) = Listing(MemoryImage.of(machine), known).lines(found.pc, 1)
        return PastAnswer(self.title, found, past.earliest, line.text, near(found.pc, known))


class Inquiry:
    """What is asked of the past of a run."""

    def __init__(self, options: argparse.Namespace, known: Labels) -> None:
        self._known, self._count = known, options.trail
        self._questions = [question(text, known) for text in options.last]

    @property
    def wanted(self) -> bool:
        return bool(self._count or self._questions)

    def ask(self, machine: DebugMachine, past: Rewind | None) -> list[PastAnswer]:
        if past is None:
            return []
        history = PastSearch(machine, past)
        return [one.answer(machine, history, self._known) for one in self._questions]

    def trail(self, machine: Machine, past: Rewind | None) -> list[Footstep]:
        """The last instructions, as many as are wanted."""
        return list(footsteps(past, machine, self._count, self._known)) if past else []


def question(text: str, known: Labels) -> PastQuestion:
    """:data:`EXPECTED`. Raises UsageError, LabelError or NotationError."""
    kind, _, rest = text.partition("=")
    if kind == "pc" and rest:
        where, *conditions = rest.split(",")
        at = known.address(where)
        wanted = tuple(Condition.parse(one, known.address) for one in conditions)
        return PastQuestion(f"last time at {known.named(at)}", kind, at, wanted)
    where, equals, value = rest.partition("=")
    if kind not in ("read", "write") or not where or (equals and kind == "read"):
        raise UsageError(f"--last {text!r}; expected {EXPECTED}")
    at = known.address(where)
    if not equals:
        return PastQuestion(
            f"last {'read of' if kind == 'read' else 'write to'} {known.named(at)}", kind, at
        )
    byte = parse_byte(value)
    return PastQuestion(f"last write of {byte:02X} to {known.named(at)}", kind, at, byte=byte)


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
        """The instruction for JSON."""
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
