"""What the page and its machine say to each other, as TypeScript."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any, Literal, Union

from microchess.program.table import PieceTable
from tui.page import messages
from tui.page.desk import VERBS
from tui.page.encode import sent
from tui.page.panels import ActView
from tui.panels.blocks import Block
from tui.panels.deck import Sound, Waves
from tui.panels.kilobyte import KilobyteMap
from tui.panels.machine import DigitsSay, KeypadState
from tui.panels.panel import MadeFile
from tui.session.considered import Arrows
from tui.session.review import Advised
from tui.session.snapshot import Ended, Handed, Notice, Snapshot
from tui.session.values import kinds_of
from tui.session.words import Words

_PLAIN = {
    str: "string",
    bytes: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    object: "unknown",
    type(None): "null",
}
_PANEL = """\
export type BlockChange = { name: string; kind?: Block["kind"] } & { [field: string]: unknown };
export interface PanelChange {
  order?: string[];
  blocks?: BlockChange[];
  acts?: ActView[];
}"""
_MESSAGES = (
    *(messages.Hello, messages.Link, messages.Keep, messages.Again, messages.PanelFocus),
    *(messages.PanelPlay, Notice, Handed, MadeFile, Ended, Advised),
)


def typescript() -> str:
    """The module ``wire.ts``: an interface for each value that is sent, and ``Asked`` for what may
    be asked.
    """
    made: dict[str, str] = {}
    kinds = typing.get_args(Block)
    shown = {**_hints(Snapshot), "words": Words, "arrows": Arrows | None, "looking": int | None}
    fields = "".join(f"  {name}?: {_type(hint, made)};\n" for name, hint in shown.items())
    for one in _MESSAGES:
        _add(one, made, f'  type: "{one.__name__.lower()}";\n')
    for data in (ActView, KilobyteMap, Waves, Sound, KeypadState, DigitsSay):
        _add(data, made)
    for kind in kinds:
        _add(kind, made, f'  kind: "{kind.__name__.removesuffix("Block")}";\n')
    asked = ""
    for name, verb in VERBS.items():
        if (values := kinds_of(verb.method)) is not None:
            given = ", ".join(_kind(one.schema) for one in values)
            asked += f"  '{name.replace('_', ' ')}': [{given}];\n"
    return "\n".join(
        [
            *made.values(),
            f"export type Block = {' | '.join(kind.__name__ for kind in kinds)};",
            _PANEL,
            f'export interface Snapshot {{\n  type: "snapshot";\n{fields}',
            "  panels?: { [name: string]: PanelChange };\n}",
            f"export type ToPage = Snapshot | {' | '.join(one.__name__ for one in _MESSAGES)};",
            f"export interface Asked {{\n{asked}}}",
        ]
    )


def _hints(kind: type) -> dict[str, Any]:
    """The types of what is sent of a class: of fields, and of properties."""
    found = typing.get_type_hints(kind)
    for name in sent(kind):
        if name not in found:
            found[name] = typing.get_type_hints(getattr(kind, name).fget)["return"]
    return {name: found[name] for name in sent(kind)}


def _add(kind: type, made: dict[str, str], first: str = "") -> None:
    """Make an interface of a class, and of all that it has."""
    made[kind.__name__] = ""
    lines = (f"  {name}: {_type(hint, made)};\n" for name, hint in _hints(kind).items())
    made[kind.__name__] = f"export interface {kind.__name__} {{\n{first}{''.join(lines)}}}"


def _type(hint: Any, made: dict[str, str]) -> str:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is PieceTable:
        return "number[]"
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inner)
    if origin in (list, frozenset) or inner[1:] == (...,):
        return f"({_type(inner[0], made)})[]"
    if origin is tuple:
        return f"[{', '.join(_type(one, made) for one in inner)}]"
    if origin in (Union, types.UnionType):
        return " | ".join(_type(one, made) for one in inner)
    if issubclass(hint, tuple):
        inside = (
            f"{name}{'?' * (name in hint._field_defaults)}: {_type(one, made)}"
            for name, one in typing.get_type_hints(hint).items()
        )
        return f"[{', '.join(inside)}]"
    if issubclass(hint, Enum):
        return " | ".join(f'"{getattr(one, "title", one.name)}"' for one in hint)
    if hint.__name__ not in made:
        _add(hint, made)
    return str(hint.__name__)


def _kind(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if schema["type"] == "array":
        items = schema["items"]
        return f"[{', '.join(map(_kind, items['prefixItems']))}][]"
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join("number" if name == "integer" else name for name in names)
