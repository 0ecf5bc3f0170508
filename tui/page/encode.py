"""What is told to the page, as JSON: frozen values, the very ones that the session publishes.

A class names in ``SENT`` what is sent of it; of others all fields are.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from microchess.program.levels import Level
from microchess.program.table import PieceTable
from tui.session.snapshot import Snapshot


@cache
def sent(kind: type) -> tuple[str, ...]:
    """The names of what is sent of a value of that class."""
    named: tuple[str, ...] | None = getattr(kind, "SENT", None)
    return named or tuple(one.name for one in fields(kind))


def encode(value: Any) -> Any:
    """A value as JSON has it, bytes in base64, whole numbers without a point, a named tuple without
    what has its default at its end.
    """
    if isinstance(value, Enum):
        return value.title if isinstance(value, Level) else value.name
    if defaults := getattr(value, "_field_defaults", None):
        told = list(zip(value._fields, value, strict=True))
        while told and told[-1][0] in defaults and told[-1][1] == defaults[told[-1][0]]:
            told.pop()
        return [encode(one) for _, one in told]
    if isinstance(value, (tuple, list, PieceTable)):
        return [encode(one) for one in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if is_dataclass(value):
        return {name: encode(getattr(value, name)) for name in sent(value.__class__)}
    return value


def message(value: Any) -> str:
    """A message, called as the class of its *value* is."""
    return _text({"type": type(value).__name__.lower(), **encode(value)})


def others(now: Any, before: object) -> dict[str, Any]:
    """Those fields of a value, as JSON, that are others than in one of its class."""
    kind: type = type(now)
    values = {name: getattr(now, name) for name in sent(kind)}
    known = type(before) is kind
    new = (name for name in values if not known or values[name] != getattr(before, name))
    return {name: encode(values[name]) for name in new}


def part(now: Any, before: object) -> Any:
    """A value as JSON; of a named tuple in place of one of its class those items that are others,
    by their places.
    """
    if type(now) is not type(before) or not hasattr(now, "_fields"):
        return encode(now)
    pairs = enumerate(zip(now, before, strict=True))  # type: ignore[call-overload]
    return {at: encode(one) for at, (one, other) in pairs if one != other}


class Changes:
    """Makes messages of snapshots, each with what is another than in the one before; of a value
    with fields those fields.
    """

    def __init__(self) -> None:
        self._before: dict[str, Any] = {}

    def of(self, snapshot: Snapshot, besides: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
        """A message of the snapshot, of values *besides*, by name, and of *changes* of others, each
        as JSON, which are in it where there are any.
        """
        parts = {name: getattr(snapshot, name) for name in sent(Snapshot)} | {**besides}
        told = {
            name: others(one, self._before.get(name)) if is_dataclass(one) else encode(one)
            for name, one in parts.items()
            if name not in self._before or one != self._before[name]
        }
        self._before = parts
        besides = {name: value for name, value in changes.items() if value}
        return _text({"type": "snapshot", **told, **besides})


def merged(known: dict[str, Any], message: Mapping[str, Any]) -> None:
    """Know what a snapshot tells, as the page does."""
    for name, value in message.items():
        if isinstance(value, dict) and isinstance(known.get(name), dict):
            known[name] |= value
        else:
            known[name] = value


def _text(told: Mapping[str, Any]) -> str:
    return json.dumps(told, separators=(",", ":"))
