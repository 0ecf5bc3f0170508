"""Frozen states as JSON and back: dataclasses of numbers, bytes, tuples and sets."""

from __future__ import annotations

import base64
import binascii
import dataclasses
import math
import types
import typing
import zlib
from typing import Any, TypeVar, cast

from emu.board import BoardState
from emu.chips.keypad import MATRIX_KEYS
from emu.chips.registers import Registers
from emu.errors import SnapshotError

_T = TypeVar("_T")


def dump(state: BoardState) -> Any:
    """A machine's state as what JSON can hold."""
    return encode(state)


def load(data: Any) -> BoardState:
    """The state that :func:`dump` made *data* of.

    Raises SnapshotError, naming the field, when it is something else.
    """
    state = decode(data, BoardState, "machine")
    check(state.registers, "machine.registers")
    if strange := sorted(state.keys_down - set(MATRIX_KEYS)):
        raise SnapshotError(f"machine.keys_down has {strange[0]!r}, which is no key of the matrix")
    if state.cycles < 0 or state.instructions < 0:
        raise SnapshotError("machine: cycles and instructions cannot be negative")
    return state


def check(registers: Registers, where: str) -> None:
    """Raises SnapshotError where a register holds more than it can."""
    highest = {"pc": 0xFFFF, **dict.fromkeys(("a", "x", "y", "sp", "p"), 0xFF)}
    for name, most in highest.items():
        value = getattr(registers, name)
        if not 0 <= value <= most:
            raise SnapshotError(f"{where}.{name} is {value}; expected 0-{most}")


def encode(value: Any) -> Any:
    """A dataclass, or what one may hold, as what JSON can hold."""
    if dataclasses.is_dataclass(value):
        return {f.name: encode(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, bytes):
        return base64.b64encode(zlib.compress(value)).decode("ascii")
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


def decode(data: Any, kind: type[_T], where: str) -> _T:
    """The value of type *kind* that :func:`encode` made *data* of; *where* names it in errors.

    Raises SnapshotError.
    """
    return cast(_T, _decoded(data, kind, where))


def _decoded(data: Any, kind: Any, where: str) -> Any:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        return _object(data, kind, where)
    if origin in (typing.Union, types.UnionType):
        inner = next(one for one in arguments if one is not type(None))
        return None if data is None else _decoded(data, inner, where)
    if origin is typing.Literal:
        if data not in arguments:
            raise SnapshotError(f"{where} is {str(data)[:30]!r}; expected one of {arguments}")
        return data
    if origin in (tuple, frozenset):
        items = _expect(data, list, where)
        if origin is frozenset or arguments[-1] is Ellipsis:
            return origin(_decoded(item, arguments[0], where) for item in items)
        if len(items) != len(arguments):
            raise SnapshotError(f"{where} has {len(items)} parts; expected {len(arguments)}")
        return tuple(_decoded(i, a, where) for i, a in zip(items, arguments, strict=True))
    if kind is bytes:
        try:
            return zlib.decompress(base64.b64decode(_expect(data, str, where), validate=True))
        except (binascii.Error, zlib.error) as error:
            raise SnapshotError(f"{where} holds no bytes ({error})") from None
    return _expect(data, kind, where)


def _object(data: Any, kind: Any, where: str) -> Any:
    fields = _expect(data, dict, where)
    hints = typing.get_type_hints(kind)
    names = {f.name for f in dataclasses.fields(kind)}
    needed = {
        f.name
        for f in dataclasses.fields(kind)
        if f.default is f.default_factory is dataclasses.MISSING
    }
    if wrong := needed - set(fields) | set(fields) - names:
        raise SnapshotError(f"{where}: unexpected or missing {', '.join(sorted(wrong))}")
    try:
        return kind(**{n: _decoded(fields[n], hints[n], f"{where}.{n}") for n in fields})
    except ValueError as error:
        raise SnapshotError(f"{where}: {error}") from None


def _expect(data: Any, kind: Any, where: str) -> Any:
    if type(data) is not kind or (kind is float and not math.isfinite(data)):
        raise SnapshotError(f"{where} is {str(data)[:30]!r}; expected {kind.__name__}")
    return data
