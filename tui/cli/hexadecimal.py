"""Hexadecimal values on the command line, for argparse: ``0200``, ``$0200`` and ``0x0200``."""

from __future__ import annotations

import argparse


def address(text: str) -> int:
    """An address, 0 to $FFFF."""
    return _value(text, "address", 0xFFFF)


def byte(text: str) -> int:
    """A byte, 0 to $FF."""
    return _value(text, "byte", 0xFF)


def span(text: str) -> tuple[int, int]:
    """The first and last address of ``0200-02FF``, or of one address alone."""
    first, dash, last = text.partition("-")
    found = address(first), address(last if dash else first)
    if found[0] > found[1]:
        raise argparse.ArgumentTypeError(f"{text!r} ends before it begins")
    return found


def _value(text: str, kind: str, largest: int) -> int:
    digits = text.lower().removeprefix("$").removeprefix("0x")
    if not digits or digits.strip("0123456789abcdef") or int(digits, 16) > largest:
        expected = f"expected hexadecimal 0 to {largest:X}"
        raise argparse.ArgumentTypeError(f"{text!r} is no {kind}; {expected}")
    return int(digits, 16)
