"""Numbers, addresses, bytes and pokes as people write them: ``1_000``; ``0200``, ``$0200``,
``0x0200``; ``0051=CC``.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from operator import index

from emu.errors import AddressError, EmuError
from emu.units import ADDRESS_SPACE

LAST_ADDRESS = ADDRESS_SPACE - 1
MOST = 10**18
"""The largest number that is read anywhere: cycles of thirty thousand years of a KIM-1."""
_DIGITS = frozenset("0123456789abcdef")
_WHOLE = re.compile(r"[0-9]+(?:_[0-9]+)*")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST = 40
_SHOWN = 30
_LARGE = 10**9


class NotationError(EmuError, ValueError):
    """Text that is no number, no hexadecimal value, or no poke."""


@dataclass(frozen=True)
class Poke:
    """One byte put into memory."""

    address: int
    value: int

    def __post_init__(self) -> None:
        for value, most in ((self.address, LAST_ADDRESS), (self.value, 0xFF)):
            if not (isinstance(value, int) and 0 <= value <= most):
                raise AddressError(
                    f"cannot poke {_shown(self.value)} at {_shown(self.address, 4)}: "
                    "expected $00-$FF at $0000-$FFFF"
                )

    def __str__(self) -> str:
        return f"${self.address:02X}={self.value:02X}"


def whole(what: str, value: object, most: int = LAST_ADDRESS) -> int:
    """*value*, if it is a whole number from 0 to *most*. Raises AddressError, naming *what* it is
    and what was expected.
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    size = len(f"{most:X}")
    if not 0 <= number <= most:
        raise AddressError(f"{what} {_shown(value)}: expected ${0:0{size}X} to ${most:X}")
    return number


def _shown(value: object, size: int = 2) -> str:
    return f"${value:0{size}X}" if isinstance(value, int) else repr(value)


def counted(number: int, what: str) -> str:
    """``1 byte``, ``2,048 bytes``: a number of things whose plural takes an s."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def parse_number(
    text: str, least: int = 0, most: int = MOST, expected: str = "", name: str = ""
) -> int:
    """A whole number from *least* to *most*, ``_`` allowed between its digits; *expected* says in
    errors what it is, *name* what stands before it. Raises NotationError.
    """
    value = int(text) if len(text) <= _LONGEST and _WHOLE.fullmatch(text) else -1
    if not least <= value <= most:
        if not expected and most < _LARGE:
            expected = f"{least} to {most}"
        elif not expected:
            above = f", {most:,} at most" if _WHOLE.fullmatch(text) else ""
            expected = f"a number, {least} or more{above}"
        raise NotationError(f"{name}{shortened(text)}; expected {expected}")
    return value


def parse_decimal(text: str, least: float, most: float, expected: str) -> float:
    """A decimal number from *least* to *most*; *expected* says in errors what it is.

    Raises NotationError.
    """
    value = float(text) if len(text) <= _LONGEST and _DECIMAL.fullmatch(text) else math.nan
    if not least <= value <= most:
        raise NotationError(f"{shortened(text)}; expected {expected}")
    return value


def beginning(text: str, whole: int, shown: int) -> str:
    """*text*; of one with more than *whole* characters the first *shown*, and dots."""
    return text if len(text) <= whole else f"{text[:shown]}..."


def shortened(text: str, shown: int = _SHOWN) -> str:
    """*text* in quotes, the end of one with more characters than *shown* left out."""
    return repr(beginning(text, shown, shown))


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
        raise NotationError(f"{shortened(text)} is no {kind}; {expected}")
    return int(digits, 16)
