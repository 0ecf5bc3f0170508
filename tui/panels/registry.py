"""The panels there are. A lens of the gallery is one more entry here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tui.panels.game import GamePanel
from tui.panels.inside import InsidePanel
from tui.panels.machine import MachinePanel
from tui.panels.panel import Panel
from tui.panels.table import TablePanel
from tui.panels.thinking import ThinkingPanel


@dataclass(frozen=True)
class Entry:
    """A panel: its name in keys and settings, its tab, its key, what makes it.

    ``focus`` is the widget that gets the keys when the panel comes up (None: the board keeps them),
    ``wide`` that it takes the board's place on a narrow screen, ``digits`` that the LEDs stand
    above it even on a low one.
    """

    name: str
    title: str
    key: str
    build: Callable[[bool], Panel]
    focus: str | None = None
    wide: bool = False
    digits: bool = False


PANELS = (
    Entry("game", "Game", "f2", GamePanel, digits=True),
    Entry("machine", "KIM-1", "f3", MachinePanel, focus="#keypad", digits=True),
    Entry("table", "Table", "f4", TablePanel, focus="#table"),
    Entry("thinking", "Think", "f6", ThinkingPanel),
    Entry("inside", "Inside", "f7", InsidePanel, focus="#memory", wide=True),
)
