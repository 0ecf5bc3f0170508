"""Conditions of breakpoints: registers and bytes compared, and how often."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from emu.errors import EmuError
from emu.machine import Machine
from emu.notation import MOST, NotationError, parse_address, parse_byte, parse_number
from emu.units import Address

REGISTERS = ("a", "x", "y", "sp", "p")
_CONDITION = re.compile(r"([^=<>!&]+)(=|!=|<=|>=|<|>|&)([^=<>!&]+)")
_COMPARE: dict[str, Callable[[int, int], object]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge, "&": operator.and_,
}  # fmt: skip
EXPECTED = "A=3C, X!=0, 00F9>=Y, P&01 or count=5"
_COUNT = "count="


@dataclass(frozen=True)
class Condition:
    """A register (by name) or a byte (by address) compared with a value or a register; with
    ``&`` one of the value's bits must be set."""

    what: str | int
    relation: str
    value: str | int

    @classmethod
    def parse(cls, text: str, find: Callable[[str], Address] = parse_address) -> Condition:
        """One of :data:`EXPECTED` but a count, a breakpoint's alone; *find* reads an address.

        Raises NotationError, or what *find* raises.
        """
        if text.lower().startswith(_COUNT):
            known = EXPECTED.replace(", P&01 or count=5", " or P&01")
            raise NotationError(f"{text!r} is for breakpoints alone; expected {known}")
        if not (found := _CONDITION.fullmatch(text)):
            raise NotationError(f"condition {text!r}; expected {EXPECTED}")
        name, relation, value = found[1].strip(), found[2], found[3].strip()
        try:
            left = name.lower() if name.lower() in REGISTERS else find(name)
        except EmuError:
            expected = "a register (A, X, Y, SP, P) or an address $0000-$FFFF"
            label = "" if find is parse_address else " or a label"
            raise NotationError(f"{name!r} in {text!r}; expected {expected}{label}") from None
        # A is a register on the left, where there is no byte, and ten on the right
        register = value.lower() in REGISTERS[1:]
        return cls(left, relation, value.lower() if register else parse_byte(value))

    def holds(self, machine: Machine) -> bool:
        r = machine.registers
        left = machine.peek(self.what) if isinstance(self.what, int) else getattr(r, self.what)
        right = self.value if isinstance(self.value, int) else getattr(r, self.value)
        return bool(_COMPARE[self.relation](left, right))


@dataclass
class Break:
    """Conditions that must all hold; ``left`` is how often they must before the run ends."""

    conditions: list[Condition]
    left: int = 1

    @classmethod
    def parse(cls, texts: list[str], find: Callable[[str], Address] = parse_address) -> Break:
        """Conditions, and ``count=N``. Raises as `Condition.parse` does."""
        counts = [text.partition("=")[2] for text in texts if text.lower().startswith(_COUNT)]
        often = [parse_number(one, 1, MOST, "how often", "condition count=") for one in counts]
        others = [text for text in texts if not text.lower().startswith(_COUNT)]
        return cls([Condition.parse(one, find) for one in others], often[0] if often else 1)

    def holds(self, machine: Machine) -> bool:
        """Whether all conditions do now, whatever the count."""
        return all(one.holds(machine) for one in self.conditions)

    def ends(self, machine: Machine) -> bool:
        """Whether this visit ends the run."""
        if not self.holds(machine):
            return False
        self.left -= 1
        return self.left <= 0
