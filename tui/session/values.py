"""Types of values that can be asked as JSON, with their bounds: they stand in signatures of verbs.

``Address`` is an int for Python; how JSON has it comes out of the signature: :func:`kinds_of`.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import chess

from emu.chips.keypad import key_name
from emu.notation import Poke
from microchess.program.levels import Level

BAUD_RATES = (50, 75, 110, 150, 300, 600, 1200, 1800, 2400, 4800, 9600)
"""What is offered."""
_MOST_NAMED = 24
"""More choices than that are squares."""


@dataclass(frozen=True, eq=False)
class ValueKind:
    """How JSON has a value: its JSON Schema, in words, and what makes a value of it; that raises
    ValueError, or an error of its own that is told.
    """

    schema: Mapping[str, Any]
    words: str
    read: Callable[[Any], Any]


def text(longest: int, read: Callable[[str], Any] = str, shortest: int = 1) -> ValueKind:
    """A text of so many characters."""

    def taken(value: Any) -> Any:
        if not isinstance(value, str) or not shortest <= len(value) <= longest:
            raise ValueError
        return read(value)

    schema = {"type": "string", "maxLength": longest, "minLength": shortest}
    return ValueKind(schema, f"a text of at most {longest} characters", taken)


def whole(low: int, high: int) -> ValueKind:
    """A whole number."""

    def taken(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    schema = {"type": "integer", "minimum": low, "maximum": high}
    return ValueKind(schema, f"a whole number from {low} to {high}", taken)


def number(low: float, high: float) -> ValueKind:
    """A number."""

    def taken(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise ValueError
        return float(value)

    schema = {"type": "number", "minimum": low, "maximum": high}
    return ValueKind(schema, f"a number from {low:g} to {high:g}", taken)


def one_of(*choices: str | int, read: Callable[[Any], Any] = lambda one: one) -> ValueKind:
    """One of the *choices*."""

    def taken(value: Any) -> Any:
        if not any(value == one and type(value) is type(one) for one in choices):
            raise ValueError
        return read(value)

    named = [str(one).lower() or "nothing" for one in choices]
    words = f"one of {', '.join(named)}" if len(named) <= _MOST_NAMED else "a square"
    return ValueKind({"enum": list(choices)}, words, taken)


Move = Annotated[str, text(16)]
Name = Annotated[str, text(64)]
NameOrNone = Annotated[str, text(64, shortest=0)]
Pgn = Annotated[str, text(1 << 20)]
Pasted = Annotated[str, text(1 << 16)]
Typed = Annotated[bytes, text(256, lambda one: one.encode("ascii", "ignore"))]
Address = Annotated[int, whole(0, 0xFFFF)]
Byte = Annotated[int, whole(0, 0xFF)]
Count = Annotated[int, whole(0, 10_000)]
Cycle = Annotated[int, whole(0, 1 << 53)]
Way = Annotated[int, whole(-1, 1)]
"""On (1) or back (-1)."""
Speed = Annotated[float, number(0.01, 100)]
"""Times 1 MHz."""
Baud = Annotated[float, one_of(*BAUD_RATES)]
StopBits = Annotated[int, one_of(1, 2)]
Key = Annotated[str, text(16, key_name)]
Color = Annotated[chess.Color, one_of("white", "black", read=lambda one: one == "white")]
LevelName = Annotated[Level, one_of(*(one.title for one in Level), read=Level.named)]


def square(name: str) -> chess.Square | str:
    """The square so called; other texts as they are."""
    return chess.parse_square(name) if name in chess.SQUARE_NAMES else name


Square = Annotated[chess.Square, one_of(*chess.SQUARE_NAMES, read=chess.parse_square)]


def _pokes(value: Any) -> tuple[Poke, ...]:
    try:
        return tuple(Poke(address, byte) for address, byte in value)
    except TypeError:
        raise ValueError from None


_PAIR = {
    "type": "array",
    "prefixItems": [{"type": "integer", "minimum": 0, "maximum": most} for most in (0xFFFF, 0xFF)],
    "items": False,
    "minItems": 2,
}
_POKES = ValueKind({"type": "array", "items": _PAIR}, "pairs of an address and a byte", _pokes)
_SWITCH = one_of(True, False)

Pokes = Annotated[tuple[Poke, ...], _POKES]


@cache
def kinds_of(method: Callable[..., Any]) -> tuple[ValueKind, ...] | None:
    """The kinds of the values that *method* takes, but for those it has itself: they are for Python
    alone. None where JSON has no such value.
    """
    hints = get_type_hints(method, include_extras=True)
    wanted = list(signature(method).parameters.values())[1:]
    kinds = [_kind_of(hints[one.name]) for one in wanted if one.default is Parameter.empty]
    found = tuple(one for one in kinds if one is not None)
    return found if len(found) == len(kinds) else None


def _kind_of(hint: Any) -> ValueKind | None:
    if hint is bool:
        return _SWITCH
    inner = get_args(hint)
    if get_origin(hint) is Annotated:
        return next((one for one in inner[1:] if isinstance(one, ValueKind)), None)
    if get_origin(hint) in (Union, types.UnionType) and inner[1:] == (type(None),):
        kind = _kind_of(inner[0])
        return None if kind is None else or_none(kind)
    return None


def or_none(kind: ValueKind) -> ValueKind:
    """One of the *kind*, or null."""
    schema = dict(kind.schema)
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    else:
        schema["type"] = [schema["type"], "null"]

    def read(value: Any) -> Any:
        return None if value is None else kind.read(value)

    return ValueKind(schema, f"{kind.words}, or null", read)
