"""Frozen states as JSON and back: classes of numbers, bytes, tuples, sets and mappings."""

from __future__ import annotations

import base64
import inspect
import math
import types
import typing
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from emu.board_state import BoardState
from emu.bus import storage
from emu.chips.keypad import MATRIX_KEYS
from emu.chips.waveform import Edges
from emu.errors import SnapshotError
from emu.files import reading
from emu.notation import MOST
from emu.units import ADDRESS_SPACE

_T = TypeVar("_T")


def load(data: Any, unpacked: Allowance | None = None) -> BoardState:
    """The state that :func:`encode` made *data* of; *unpacked* is shared by states of one file.

    Raises SnapshotError, naming the field, when it is something else.
    """
    state = decode(data, BoardState, "machine", unpacked)
    if strange := sorted(state.keys_down - set(MATRIX_KEYS)):
        raise SnapshotError(f"machine.keys_down has {strange[0]!r}, which is no key of the matrix")
    if state.cycles < 0 or state.instructions < 0:
        raise SnapshotError("machine: cycles and instructions cannot be negative")
    return state


def check_memory(state: BoardState) -> None:
    """Raises SnapshotError where a state has another amount of memory than its expansions say."""
    needed = sum(size for _, size, _ in storage(state.expansions))
    if len(state.memory) != needed:
        raise SnapshotError(f"machine.memory has {len(state.memory)} bytes; expected {needed}")


def encode(value: Any) -> Any:
    """A state, or what one may hold, as what JSON can hold. Fields that its class names in
    ``LATER``, which files had not at first, only where they are not their default.
    """
    if hasattr(value, "__match_args__"):
        told = {name: getattr(value, name) for name in value.__match_args__}
        later = {name: _defaults(type(value))[name] for name in getattr(value, "LATER", ())}
        return {n: encode(one) for n, one in told.items() if n not in later or one != later[n]}
    if isinstance(value, bytes):
        return base64.b64encode(zlib.compress(value)).decode("ascii")
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Edges):
        return list(value)
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


class Allowance:
    """How many bytes the packed parts of a file may unpack to, *most* all together.

    One alone is at most four times what a 6502 can address.
    """

    def __init__(self, most: int = 4 * ADDRESS_SPACE) -> None:
        self._left = most

    def bytes_of(self, text: str) -> bytes:
        """What *text* packs; ValueError if that is damaged or too much."""
        data = reading.inflate(
            base64.b64decode(text, validate=True), min(self._left, 4 * ADDRESS_SPACE)
        )
        self._left -= len(data)
        return data


def decode(data: Any, kind: type[_T], where: str, unpacked: Allowance | None = None) -> _T:
    """The value of type *kind* that :func:`encode` made *data* of; *where* names it in errors.

    Raises SnapshotError.
    """
    return cast(_T, _decoded(data, kind, where, unpacked or Allowance()))


def _decoded(data: Any, kind: Any, where: str, unpacked: Allowance) -> Any:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if hasattr(kind, "__match_args__"):
        return _object(data, kind, where, unpacked)
    if origin in (typing.Union, types.UnionType):
        inner = next(one for one in arguments if one is not type(None))
        return None if data is None else _decoded(data, inner, where, unpacked)
    if origin is typing.Annotated:
        value, within = _decoded(data, arguments[0], where, unpacked), arguments[1]
        if value not in within:
            raise SnapshotError(f"{where} is {value}; expected {within[0]}-{within[-1]}")
        return value
    if origin is typing.Literal:
        if not any(data == one and type(data) is type(one) for one in arguments):
            raise SnapshotError(f"{where} is {str(data)[:30]!r}; expected one of {arguments}")
        return data
    if kind is Any:
        return data
    if origin in (dict, Mapping):
        values = _expect(data, dict, where).items()
        return {n: _decoded(v, arguments[1], f"{where}.{n[:30]}", unpacked) for n, v in values}
    if origin is Sequence:
        return Edges(_decoded(data, tuple[int, ...], where, unpacked))
    if origin in (tuple, frozenset):
        items = _expect(data, list, where)
        if origin is frozenset or arguments[-1] is Ellipsis:
            return origin(_decoded(item, arguments[0], where, unpacked) for item in items)
        if len(items) != len(arguments):
            raise SnapshotError(f"{where} has {len(items)} parts; expected {len(arguments)}")
        pairs = zip(items, arguments, strict=True)
        return tuple(_decoded(item, one, where, unpacked) for item, one in pairs)
    if kind is bytes:
        try:
            return unpacked.bytes_of(_expect(data, str, where))
        except ValueError as error:
            raise SnapshotError(f"{where} holds no bytes ({error})") from None
    return _expect(data, kind, where)


def _object(data: Any, kind: Any, where: str, unpacked: Allowance) -> Any:
    fields = _expect(data, dict, where)
    hints = typing.get_type_hints(kind, include_extras=True)
    defaults = _defaults(kind)
    needed = {name for name, default in defaults.items() if default is inspect.Parameter.empty}
    if wrong := needed - set(fields) | set(fields) - set(defaults):
        raise SnapshotError(f"{where}: unexpected or missing {', '.join(sorted(wrong))}")
    try:
        return kind(**{n: _decoded(fields[n], hints[n], f"{where}.{n}", unpacked) for n in fields})
    except ValueError as error:
        raise SnapshotError(f"{where}: {error}") from None


def _defaults(kind: type) -> dict[str, Any]:
    """The fields of a class; `inspect.Parameter.empty` where one has no default."""
    return {name: one.default for name, one in inspect.signature(kind).parameters.items()}


def _expect(data: Any, kind: Any, where: str) -> Any:
    if type(data) is not kind or (kind is float and not math.isfinite(data)):
        raise SnapshotError(f"{where} is {str(data)[:30]!r}; expected {kind.__name__}")
    if kind is int and abs(data) > MOST:
        raise SnapshotError(f"{where} is too large; expected {MOST:.0e} at most")
    return data
