"""Hexadecimal values on the command line, for argparse (`emu.notation`)."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from emu.notation import NotationError, parse_address, parse_byte


def address(text: str) -> int:
    """An address, 0 to $FFFF."""
    return _read(parse_address, text)


def byte(text: str) -> int:
    """A byte, 0 to $FF."""
    return _read(parse_byte, text)


def span(text: str) -> tuple[int, int]:
    """The first and last address of ``0200-02FF``, or of one address alone."""
    first, dash, last = text.partition("-")
    found = address(first), address(last if dash else first)
    if found[0] > found[1]:
        raise argparse.ArgumentTypeError(f"{text!r} ends before it begins")
    return found


def _read(parse: Callable[[str], int], text: str) -> int:
    try:
        return parse(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
