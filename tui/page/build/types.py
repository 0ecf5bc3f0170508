"""What the page and its machine say to each other, as TypeScript, from `wire` and the verbs."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, Union, is_typeddict

from tui.page import wire
from tui.page.desk import Desk
from tui.page.instruments.instrument import INSTRUMENTS, instrument_class
from tui.session.session import VERBS
from tui.session.values import ValueKind, kinds_of
from tui.session.verbs import verbs_of

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """The module ``wire.ts``: an interface for each message, and ``Ask`` for what may be asked."""
    made = [one for one in vars(wire).values() if is_typeddict(one)]
    asked = "".join(f"  {verb!r}: [{_values(kinds)}];\n" for verb, kinds in all_asked().items())
    return "\n".join(
        [
            *map(_interface, made),
            f"export type ToPage = {_type(wire.ToPage)};",
            f"export interface Asked {{\n{asked}}}",
        ]
    )


def all_asked() -> dict[str, tuple[ValueKind, ...]]:
    """What may be asked: the kinds of its values, by the verb."""
    verbs = {
        **VERBS,
        **verbs_of(Desk),
        **{
            f"{name} {verb}": one
            for name in INSTRUMENTS
            for verb, one in verbs_of(instrument_class(name)).items()
        },
    }
    found = {name.replace("_", " "): kinds_of(verb.method) for name, verb in verbs.items()}
    return {name: kinds for name, kinds in found.items() if kinds is not None}


def schema() -> dict[str, Any]:
    """The JSON Schema of what may be asked."""
    return {"oneOf": [_message(name, kinds) for name, kinds in all_asked().items()]}


def _message(name: str, kinds: tuple[ValueKind, ...]) -> dict[str, Any]:
    values = {"type": "array", "items": False, "minItems": len(kinds)}
    if kinds:
        values["prefixItems"] = [dict(kind.schema) for kind in kinds]
    return {
        "type": "object",
        "properties": {"do": {"const": name}, "values": values},
        "required": ["do", "values"],
        "additionalProperties": False,
    }


def _interface(one: Any) -> str:
    hints = typing.get_type_hints(one, include_extras=True)
    lines = (f"  {name}{_field(hint)};\n" for name, hint in hints.items())
    return f"export interface {one.__name__} {{\n{''.join(lines)}}}"


def _field(hint: Any) -> str:
    if typing.get_origin(hint) is NotRequired:
        return f"?: {_type(typing.get_args(hint)[0])}"
    return f": {_type(hint)}"


def _type(hint: Any) -> str:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inner)
    if origin is list:
        return f"({_type(inner[0])})[]"
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, inner))
    return str(hint.__name__)


def _values(kinds: tuple[ValueKind, ...]) -> str:
    return ", ".join(_kind(kind.schema) for kind in kinds)


def _kind(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if schema["type"] == "array":
        items = schema["items"]
        return f"[{', '.join(map(_kind, items['prefixItems']))}][]"
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join("number" if name == "integer" else name for name in names)
