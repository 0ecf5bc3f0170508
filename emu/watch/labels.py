"""Names of addresses: label files, and where a name is.

Two kinds of line are read: ``al 00C123 .name`` as VICE and ld65 -Ln write it, and
``name = $C123``. ``;`` and ``#`` begin a comment. Names that begin with ``__`` are the linker's own
and left out.
"""

import re
from collections.abc import Mapping

from emu.errors import EmuError
from emu.notation import shortened
from emu.units import Address

_VICE = re.compile(r"al\s+(?:C:)?([0-9A-F]{1,6})\s+\.?(\S+)", re.IGNORECASE)
_ASSIGNED = re.compile(r"\.?([A-Z_.@]\S*)\s*:?=\s*(?:\$|0x)([0-9A-F]{1,4})", re.IGNORECASE)


class LabelError(EmuError, ValueError):
    """A label file cannot be read, or there is no such label."""


def parse(text: str, name: str) -> dict[Address, str]:
    """Labels by address, also beyond $FFFF; the first of several at an address counts.

    Raises LabelError with *name* and the line.
    """
    labels: dict[Address, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = re.split(r"[;#]", line, maxsplit=1)[0].strip()
        if not line:
            continue
        if match := _VICE.fullmatch(line):
            address, label = int(match[1], 16), match[2]
        elif match := _ASSIGNED.fullmatch(line):
            address, label = int(match[2], 16), match[1]
        else:
            raise LabelError(
                f"{name}: line {number}: expected al ADDRESS .NAME or NAME = $ADDRESS, "
                f"found {line[:30]!r}"
            )
        if not label.startswith("__"):
            labels.setdefault(address, label)
    return labels


_DIGITS = re.compile(r"\$?(?:0X)?([0-9A-F]{1,4})", re.IGNORECASE)
_NEAR = 0x80


def find(text: str, labels: Mapping[Address, str]) -> Address:
    """The address behind *text*: hexadecimal digits, with or without ``$``, or a label, the first
    of that name.

    Raises LabelError, naming it, when it is neither. A label that reads as digits wants a ``.``
    before it.
    """
    for address in places(text, labels):
        return address
    raise LabelError(f"{shortened(text)} is no address of four hexadecimal digits and no label")


def find_only(text: str, *labels: Mapping[Address, str]) -> Address:
    """The address that *text* names in the first of several *labels* that has it.

    Raises LabelError as well when it is there the label of several places.
    """
    found = next(filter(None, (places(text, one) for one in labels)), [])
    if len(found) > 1:
        all_of_them = ", ".join(f"${address:04X}" for address in sorted(found))
        raise LabelError(f"{text!r} is the label of {all_of_them}; expected one of these")
    return found[0] if found else find(text, {})


def places(text: str, labels: Mapping[Address, str]) -> list[Address]:
    """What *text* may mean: the address it is, else all it is the label of."""
    if digits := _DIGITS.fullmatch(text):
        return [int(digits[1], 16)]
    wanted = text.removeprefix(".").lower()
    return [address for address, label in labels.items() if label.lower() == wanted]


def near(place: Address, known: Mapping[Address, str]) -> str:
    """``start+5``: the nearest label before *place*, if one is near, else nothing."""
    for offset in range(min(_NEAR, place + 1)):
        if label := known.get(place - offset):
            return f"{label}+{offset}" if offset else label
    return ""
