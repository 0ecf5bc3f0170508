"""Questions about the past of a run: who wrote a byte last, who read it; and going back to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from emu.notation import parse_byte
from emu.watch.conditions import Condition
from emu.watch.debug import DebugMachine
from emu.watch.labels import near
from emu.watch.listing import Listing
from emu.watch.memory import MemoryImage
from emu.watch.past_search import PastAccess, PastSearch
from emu.watch.trace import FETCHED
from tui.cli.run.places import Labels, UsageError, address, named

EXPECTED = "pc=ADDR[,COND...], write=ADDR[=BYTE] or read=ADDR"
_DID = {"write": "wrote", "read": "read", "fetch": "read", "poke": "poked", "load": "loaded"}

Search = Callable[[DebugMachine, PastSearch], PastAccess | None]


@dataclass(frozen=True)
class PastQuestion:
    """What is asked, in words, and how it is looked for."""

    title: str
    search: Search


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
        """The same for JSON; ``found`` is null for nothing."""
        if self.access is None:
            return {"question": self.question, "found": None, "since": self.since}
        found = asdict(self.access)
        for name, digits in (("address", 4), ("value", 2), ("before", 2), ("pc", 4)):
            if found[name] is not None:
                found[name] = f"{found[name]:0{digits}X}"
        found |= {"text": self.text, "place": self.place}
        return {"question": self.question, "found": found, "since": self.since}


def last(kind: str, text: str, known: Labels) -> PastQuestion:
    """Who wrote (*kind* ``write``) or read (``read``) the byte at an address last."""
    at = address(text, known)
    if kind == "write":
        title = f"last write to {named(at, known)}"
        return PastQuestion(title, lambda _, past: past.last_write(at))
    return PastQuestion(f"last read of {named(at, known)}", lambda _, past: past.last_read(at))


def reverse_until(text: str, known: Labels) -> PastQuestion:
    """Where to go back to: :data:`EXPECTED`.

    Raises UsageError, LabelError or NotationError.
    """
    kind, _, rest = text.partition("=")
    if kind == "pc" and rest:
        where, *conditions = rest.split(",")
        at = address(where, known)
        wanted = [Condition.parse(one, partial(address, known=known)) for one in conditions]
        title = f"last time at {named(at, known)}"
        return PastQuestion(
            title,
            lambda machine, past: past.last_visit(
                at, lambda _: all(one.holds(machine) for one in wanted)
            ),
        )
    if kind == "write" and rest:
        where, equals, value = rest.partition("=")
        if not equals:
            return last(kind, where, known)
        at, byte = address(where, known), parse_byte(value)
        return PastQuestion(
            f"last write of {byte:02X} to {named(at, known)}",
            lambda _, past: past.last_write(at, lambda access: access.value == byte),
        )
    if kind == "read" and rest:
        return last(kind, rest, known)
    raise UsageError(f"--reverse-until {text!r}; expected {EXPECTED}")


def answer(
    machine: DebugMachine, past: PastSearch, question: PastQuestion, known: Labels
) -> PastAnswer:
    """The answer; the machine stays where it is."""
    found = question.search(machine, past)
    if found is None or found.pc is None:
        return PastAnswer(question.title, found, past.earliest)
    (line,) = Listing(MemoryImage.of(machine), known).lines(found.pc, 1)
    return PastAnswer(question.title, found, past.earliest, line.text, near(found.pc, known))
