"""How commands declare their options, and what the values may be."""

import argparse
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from emu.errors import EmuError
from emu.notation import MOST, parse_address, parse_byte, parse_decimal, parse_number
from microchess.errors import MicroChessError

Where = argparse._ActionsContainer
"""A parser, or a group of its options."""
T = TypeVar("T")
_HOUR = 3_600_000


def add_flag(where: Where, name: str, help: str) -> None:
    """An option that is given or not."""
    where.add_argument(name, action="store_true", help=help)


def add_value(
    where: Where,
    spec: str,
    help: str,
    type: Callable[[str], Any] = str,
    default: Any = None,
) -> None:
    """An option with a value: *spec* is ``--name METAVAR``. A default is told behind *help*, if
    that does not tell it itself.
    """
    name, metavar = spec.split(" ")
    help = _with_default(help, default)
    where.add_argument(name, metavar=metavar, help=help, type=type, default=default)


def add_list(
    where: Where,
    spec: str,
    help: str | None = None,
    type: Callable[[str], Any] = str,
    dest: str | None = None,
) -> None:
    """An option whose value may be given again; the values are a list."""
    name, metavar = spec.split(" ")
    where.add_argument(
        name, action="append", default=[], metavar=metavar, help=help, type=type, dest=dest
    )


def add_choice(
    where: Where, name: str, choices: Iterable[str], help: str, default: str | None = None
) -> None:
    """An option with one of a few values."""
    where.add_argument(name, choices=choices, help=_with_default(help, default), default=default)


def _with_default(help: str, default: object) -> str:
    return help if "(default" in help or not default else f"{help} (default: {default})"


def checked(parse: Callable[[str], T]) -> Callable[[str], T]:
    """*parse* for argparse: what it refuses is wrong usage."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except (EmuError, MicroChessError) as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """Whole numbers from *least* to *most*, for argparse."""
    return checked(partial(parse_number, least=least, most=most))


def decimal(least: float, most: float, expected: str) -> Callable[[str], float]:
    """Decimal numbers from *least* to *most*, for argparse."""
    return checked(partial(parse_decimal, least=least, most=most, expected=expected))


def milliseconds(least: int) -> Callable[[str], int]:
    """Cycles, at least so many and an hour's at most, from milliseconds, for argparse."""
    expected = f"milliseconds, {'more than 0' if least else '0 or more'}, an hour's at most"
    read = decimal(least / 1000, _HOUR, expected)
    return lambda text: round(1000 * read(text))


_MANY = 10**9
count, number = whole(1, _MANY), whole(0, _MANY)
cycles = seed = whole(0)
address, byte = checked(parse_address), checked(parse_byte)


def span(text: str) -> tuple[int, int]:
    """The first and last address of ``0200-02FF``, or of one address alone, for argparse."""
    first, dash, last = text.partition("-")
    found = address(first), address(last if dash else first)
    if found[0] > found[1]:
        raise argparse.ArgumentTypeError(f"{text!r} ends before it begins")
    return found


def add_monitor(parser: Where) -> None:
    """``--monitor`` of the KIM-1 itself, which may be in a folder."""
    add_value(parser, "--monitor ours|kim|DIR", "the KIM-1's ROM, as in microchess kim run")
