"""Breakpoints and watched bytes, with what must hold at them, as they are typed and listed."""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from emu.notation import parse_byte
from emu.watch.conditions import Break
from tui.session.debugger import Debugger
from tui.session.snapshot import Snapshot
from tui.session.verbs import Asked

T = TypeVar("T")
Find = Callable[[str], int]
Ask = Callable[[Asked], None]
_HEX = "Numbers are hexadecimal, with or without $"
BREAK = (
    "An address or a label, and what must hold there, each after a comma: A=3C, 0051!=CC, Y>=$10, "
    f"P&01 (that bit is 1), count=3 (the third time). {_HEX}; only a count is decimal."
)
BREAK_LIKE = "1F1F,X=FF"
WATCH, WATCH_LIKE = f"An address or a label; =3C: when it becomes 3C. {_HEX}.", "00F9=3C"
_IF = re.compile(r"\s*,\s*|\s+(?:if\s+)?")
"""Between the address and its conditions, as they are typed and as they are listed."""


def listed(shown: Snapshot) -> list[tuple[str, str, str]]:
    """Each one's name (``b`` or ``w`` and the address in decimal), words, and how it is typed."""
    found = []
    for at, when in sorted(shown.breakpoints.items()):
        words = f"breakpoint ${at:04X}{_when(' if ', when)}"
        found.append((f"b{at}", words, f"{at:04X}{_when(',', when)}"))
    for at, value in sorted(shown.watchpoints.items()):
        becomes, typed = (
            ("changes", "") if value is None else (f"becomes {value:02X}", f"={value:02X}")
        )
        found.append((f"w{at}", f"when ${at:04X} {becomes}", f"{at:04X}{typed}"))
    return found


def _when(word: str, condition: str) -> str:
    return f"{word}{condition}" if condition else ""


def toggled(points: Mapping[int, T], address: int, value: T) -> dict[int, T]:
    """The *points* without the one at *address*, or with one there."""
    others = {at: one for at, one in points.items() if at != address}
    return others if address in points else {**others, address: value}


def set_break(shown: Snapshot, old: int | None, ask: Ask, find: Find, text: str) -> str:
    """Set what *text* says in place of the one at *old*; empty: only remove that. What was done.

    Raises EmuError.
    """
    where, condition = (*_IF.split(text, 1), "")[:2]
    Break.parse([one for one in condition.split(",") if one])
    at = find(where) if text else None
    points = {one: when for one, when in shown.breakpoints.items() if one not in (old, at)}
    if at is None:
        ask(Debugger.set_breakpoints(points))
        return f"breakpoint at ${old:04X} removed"
    ask(Debugger.set_breakpoints({**points, at: condition}, at))
    return f"breakpoint at ${at:04X}{_when(' if ', condition)}"


def set_watch(shown: Snapshot, old: int | None, ask: Ask, find: Find, text: str) -> str:
    """The same with a watched byte."""
    where, equals, value = text.partition("=")
    points = {one: becomes for one, becomes in shown.watchpoints.items() if one != old}
    if not text:
        ask(Debugger.set_watchpoints(points))
        return f"the machine no longer pauses when ${old:04X} changes"
    at, becomes = find(where), parse_byte(value) if equals else None
    ask(Debugger.set_watchpoints({**points, at: becomes}))
    return f"the machine pauses when ${at:04X} {'changes' if becomes is None else 'is ' + value}"
