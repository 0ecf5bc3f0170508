"""The breakpoints and watched bytes, with what must hold at them."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual.app import App

from tui.screen.screens.ask import AskScreen, PickScreen
from tui.screen.screens.dialog import ask as put
from tui.session.halting import BREAK, WATCH, WATCH_LIKE, Ask, Find, listed, set_break, set_watch
from tui.session.snapshot import Snapshot


def show_halts(app: App[Any], shown: Snapshot, ask: Ask, find: Find) -> None:
    """The list; one that is chosen can be changed, or removed; *find* reads addresses."""
    here = listed(shown)
    choices = [("break", "set a breakpoint ..."), ("watch", "watch a byte ...")]
    choices += [(name, words) for name, words, _ in here]
    typed = {name: text for name, _, text in here}

    def chosen(name: str) -> None:
        at, old = (int(name[1:]), typed[name]) if name in typed else (None, "")
        if name.startswith("b"):
            now = shown.machine.registers
            like = f"{now.pc:04X},X={now.x:02X}"
            title, about, answer = "Breakpoint", BREAK, set_break
        else:
            title, about, like, answer = "Watched byte", WATCH, WATCH_LIKE, set_watch

        title += "; empty: removed" if old else ""
        set_it = partial(answer, shown, at, ask, find)
        put(app, AskScreen(title, f"e.g. {like}\n{about}", set_it, old), app.notify)

    put(app, PickScreen("Breakpoints and watched bytes; Enter changes", choices), chosen)
