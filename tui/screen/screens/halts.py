"""The breakpoints and watched bytes, with what must hold at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App

from emu.notation import parse_byte
from emu.watch.conditions import Break
from tui.screen.screens.ask import AskScreen, PickScreen
from tui.screen.screens.dialog import ask as put
from tui.session import commands as c
from tui.session.snapshot import Snapshot

Find = Callable[[str], int]
Ask = Callable[[c.Command], None]
_HEX = "Numbers are hexadecimal, with or without $"
_BREAK = (
    "An address or a label, and what must hold there, each after a comma: A=3C, 0051!=CC, Y>=$10, "
    f"P&01 (that bit is 1), count=3 (the third time). {_HEX}; only a count is decimal."
)
_WATCH, _WATCH_LIKE = f"An address or a label; =3C: when it becomes 3C. {_HEX}.", "00F9=3C"
_IF = re.compile(r"\s*,\s*|\s+(?:if\s+)?")
"""Between the address and its conditions, as they are typed and as they are listed."""


def show_halts(app: App[Any], shown: Snapshot, ask: Ask, find: Find) -> None:
    """The list; one that is chosen can be changed, or removed; *find* reads addresses."""
    conditions = dict(shown.conditions)
    choices = [("break", "set a breakpoint ..."), ("watch", "watch a byte ...")]
    for at in sorted(shown.breakpoints):
        choices.append((f"b{at}", f"breakpoint ${at:04X}{_when(' if ', conditions.get(at, ''))}"))
    values = dict(shown.watched_values)
    for at in sorted(shown.watchpoints):
        becomes = f" becomes {values[at]:02X}" if at in values else " changes"
        choices.append((f"w{at}", f"when ${at:04X}{becomes}"))

    def chosen(name: str) -> None:
        at = int(name[1:]) if name[1:].isdecimal() else None
        if name.startswith("b"):
            old = "" if at is None else f"{at:04X}{_when(',', conditions.get(at, ''))}"
            now = shown.machine.registers
            like = f"{now.pc:04X},X={now.x:02X}"
            title, about, answer = "Breakpoint", _BREAK, _set_break
        else:
            old = "" if at is None else f"{at:04X}"
            old += f"={values[at]:02X}" if at in values else ""
            title, about, like, answer = "Watched byte", _WATCH, _WATCH_LIKE, _set_watch

        title += "; empty: removed" if old else ""
        set_it = partial(answer, shown, at, ask, find)
        put(app, AskScreen(title, f"e.g. {like}\n{about}", set_it, old), app.notify)

    put(app, PickScreen("Breakpoints and watched bytes; Enter changes", choices), chosen)


def _when(word: str, condition: str) -> str:
    return f"{word}{condition}" if condition else ""


def _set_break(shown: Snapshot, old: int | None, ask: Ask, find: Find, text: str) -> str:
    """Set what *text* says in place of the one at *old*; empty: only remove that. What was done."""
    where, condition = (*_IF.split(text, 1), "")[:2]
    Break.parse([one for one in condition.split(",") if one])
    points = shown.breakpoints - {old}
    if text:
        at = find(where)
        points |= {at}
        ask(c.SetBreakpoints(points))
        ask(c.SetCondition(at, condition))
        return f"breakpoint at ${at:04X}{_when(' if ', condition)}"
    ask(c.SetBreakpoints(points))
    return f"no breakpoint at ${old:04X}"


def _set_watch(shown: Snapshot, old: int | None, ask: Ask, find: Find, text: str) -> str:
    where, equals, value = text.partition("=")
    points = shown.watchpoints - {old}
    if text:
        at, becomes = find(where), parse_byte(value) if equals else None
        ask(c.SetWatchpoints(points | {at}))
        ask(c.SetWatchedValue(at, becomes))
        return (
            f"the machine pauses when ${at:04X} {'changes' if becomes is None else 'is ' + value}"
        )
    ask(c.SetWatchpoints(points))
    return f"the machine no longer pauses when ${old:04X} changes"
