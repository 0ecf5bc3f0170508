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


class Changes:
    """Makes messages of snapshots, each with what is another than in the one before."""

    def __init__(self) -> None:
        self._before: dict[str, tuple[Any, Any]] = {}

    def of(self, snapshot: Snapshot, besides: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
        """A message of the snapshot, of values *besides*, by name, and of *changes* of others, each
        as JSON, which are in it where there are any.
        """
        parts = {name: getattr(snapshot, name) for name in sent(Snapshot)} | {**besides}
        changed = {name: one for name, one in parts.items() if self._is_new(name, one)}
        told = {name: self._before[name][1] for name in changed}
        others = {name: value for name, value in changes.items() if value}
        return _text({"type": "snapshot", **told, **others})

    def _is_new(self, name: str, value: Any) -> bool:
        before, told = self._before.get(name, (self, self))
        if value is before:
            return False
        self._before[name] = value, encode(value)
        return bool(self._before[name][1] != told)


def _text(told: Mapping[str, Any]) -> str:
    return json.dumps(told, separators=(",", ":"))
