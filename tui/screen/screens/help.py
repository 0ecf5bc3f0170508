"""Help: what has the focus, then by task."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Markdown

from tui.screen.screens.dialog import Dialog
from tui.screen.widgets.keysline import key_sign

HELP = """\
## Play
| to | do |
| --- | --- |
| move | type `e4`, `Nf3`, `O-O`, `6343` and Enter; or click man and square, or drag |
| begin another game | `n`: side, level, opening, position |
| take back, do again | Ctrl+Z, Ctrl+Y |
| get advice | `t`: a hint, and what is threatened |
| let MicroChess move | Ctrl+G; Escape breaks its thinking off |
| look at earlier moves | Ctrl+Left, Ctrl+Right, or click the move; Enter goes on from there |
| turn the board | `v` |
| save or load a game | Ctrl+S, Ctrl+O; `i` takes a FEN |

## Watch and change the machine
| to | do |
| --- | --- |
| see it think | F6; left and right go through the last reply |
| slow it down | F3: 1/10, 1/100 MHz; `p` holds it and lets it go on |
| step through its code | F7, `p`, Space; Backspace goes back |
| poke a byte | F4 or F7, choose it, Enter, two hex digits, Escape |
| set up a position | `s`, then drag men or type their letters |
| press its keys | F3, click, or Enter and type; Escape |
| load or record a tape | F3, *Deck* |
| halt it somewhere | F7, `k`; `x` for conditions |
| use its terminal | F10, Ctrl+T, Ctrl+R; Escape |

**Ctrl+P** finds everything else by name. Letters are moves wherever you are, except in a *mode*
(set-up, poking, keypad, terminal), which the last line names and Escape leaves.
"""


class HelpScreen(Dialog[None]):
    """Text to scroll in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark,q", "leave", "Close", show=False)
    ]

    DEFAULT_CSS = """
    HelpScreen > .box { width: 76; height: 90%; padding: 0 1; }
    HelpScreen Markdown { padding: 0 1; }
    """

    def __init__(self, texts: Iterable[str], bindings: Iterable[ActiveBinding]) -> None:
        super().__init__()
        *here, everywhere = texts
        self._text = "\n".join((*here, _keys(bindings), everywhere))

    def compose(self) -> ComposeResult:
        """One text."""
        with VerticalScroll(classes="box") as box:
            box.border_title = "Help"
            box.border_subtitle = "Esc closes"
            yield Markdown(self._text)


def helps_for(widget: Widget | None) -> list[str]:
    """The help of a widget and of all it lies in, innermost first."""
    if widget is None:
        return []
    return [
        text
        for node in widget.ancestors_with_self
        if isinstance(text := getattr(node, "HELP", None), str)
    ]


def _keys(bindings: Iterable[ActiveBinding]) -> str:
    """The keys of what has the focus; those of the screen stand in the tasks."""
    rows = {
        active.binding.id: f"| `{key_sign(active)}` | {active.binding.description} |"
        for active in bindings
        if active.binding.id and not isinstance(active.node, (Screen, App))
    }
    heading = ["## Keys here", "", "| key | does |", "| --- | --- |"]
    return "\n".join([*heading, *rows.values()]) if rows else ""
