"""Addresses, bytes and pokes as people write them: ``0200``, ``$0200``, ``0x0200``; ``0051=CC``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from emu.errors import AddressError, EmuError
from emu.units import ADDRESS_SPACE

LAST_ADDRESS = ADDRESS_SPACE - 1
_DIGITS = frozenset("0123456789abcdef")


class NotationError(EmuError, ValueError):
    """Text that is no hexadecimal value, or no poke."""


@dataclass(frozen=True)
class Poke:
    """One byte put into memory."""

    address: int
    value: int

    def __post_init__(self) -> None:
        if not 0 <= self.address <= LAST_ADDRESS or not 0 <= self.value <= 0xFF:
            raise AddressError(
                f"cannot poke ${self.value:02X} at ${self.address:04X}: "
                "expected $00-$FF at $0000-$FFFF"
            )

    def __str__(self) -> str:
        return f"${self.address:02X}={self.value:02X}"


def counted(number: int, what: str) -> str:
    """``1 byte``, ``2,048 bytes``: a number of things whose plural takes an s."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def parse_address(text: str) -> int:
    """An address, 0 to $FFFF. Raises NotationError."""
    return _value(text, "address", LAST_ADDRESS)


def parse_byte(text: str) -> int:
    """A byte, 0 to $FF. Raises NotationError."""
    return _value(text, "byte", 0xFF)


def parse_pokes(text: str, find: Callable[[str], int] = parse_address) -> tuple[Poke, ...]:
    """``ADDR=BYTE``, or several bytes with commas for the addresses from there on.

    *find* reads the address. Raises NotationError, or what *find* raises.
    """
    where, equals, values = text.partition("=")
    if not equals:
        raise NotationError(f"{text!r} is no poke; expected ADDR=BYTE, e.g. 0051=CC")
    start = find(where)
    return tuple(
        Poke(start + offset & LAST_ADDRESS, parse_byte(value))
        for offset, value in enumerate(values.split(","))
    )


def _value(text: str, kind: str, largest: int) -> int:
    digits = text.strip().lower().removeprefix("$").removeprefix("0x")
    if not digits or not _DIGITS.issuperset(digits) or int(digits, 16) > largest:
        expected = f"expected hexadecimal 0 to {largest:X}"
        raise NotationError(f"{text!r} is no {kind}; {expected}")
    return int(digits, 16)
