"""The breakpoints and watched bytes, with what must hold at them."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from tui.screen.screens.ask import AskScreen, PickScreen
from tui.session.halting import BREAK, WATCH, WATCH_LIKE, Ask, Find, listed, set_break, set_watch
from tui.session.snapshot import Snapshot


class HaltsScreen(PickScreen):
    """The list; what is removed comes back with a ``-`` before its name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "remove", "Remove", show=False)
    ]
    ESCAPE = "Enter changes, Del removes; Esc closes"

    def action_remove(self) -> None:
        """Remove the one under the cursor."""
        option = self.query_one(OptionList).highlighted_option
        name = str(option.id) if option is not None else ""
        if name[1:].isdecimal():
            self.dismiss(f"-{name}")


def show_halts(app: App[Any], shown: Snapshot, ask: Ask, find: Find) -> None:
    """The list; one that is chosen can be changed, or removed; *find* reads addresses."""
    here = listed(shown)
    choices = [("break", "set a breakpoint ..."), ("watch", "watch a byte ...")]
    choices += [(name, words) for name, words, _ in here]
    typed = {name: text for name, _, text in here}

    def chosen(name: str | None) -> None:
        if name is None:
            return
        if name.startswith("-"):
            remove = set_break if name[1] == "b" else set_watch
            app.notify(remove(shown, int(name[2:]), ask, find, ""))
            return
        at, old = (int(name[1:]), typed[name]) if name in typed else (None, "")
        if name.startswith("b"):
            now = shown.machine.registers
            like = f"{now.pc:04X},X={now.x:02X}"
            title, about, answer = "Breakpoint", BREAK, set_break
        else:
            title, about, like, answer = "Watched byte", WATCH, WATCH_LIKE, set_watch

        title += "; empty: removed" if old else ""
        set_it = partial(answer, shown, at, ask, find)
        asks = AskScreen(title, f"e.g. {like}\n{about}", set_it, old)
        app.push_screen(asks, lambda told: app.notify(told) if told else None)

    app.push_screen(HaltsScreen("Breakpoints and watched bytes", choices), chosen)
