"""The panels there are. One more is one more entry here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from tui.panels.registry import NAMES, load

if TYPE_CHECKING:
    from tui.screen.panels.panel import PanelWidget


@dataclass(frozen=True)
class PanelEntry:
    """A panel: its name in keys and settings, its tab in full and short, its key.

    It is made of blocks where `tui.panels.registry` has its name. The class of another, such as
    `GamePanel`, is in the module here that has its name and is loaded when it is first shown.

    ``focus`` is the widget that gets the keys when the panel comes up (None: the board keeps them),
    ``columns`` the room it has beside the board at least, ``wants`` the columns and lines it fills
    among others, ``least`` the columns with less of which it takes the board's place on the
    smallest screens, ``digits`` that the LEDs stand above it even on a low one; ``stops``: what is
    gone through there, ``moves`` of the game, ``candidates``, ``keys`` or ``instructions``.
    """

    name: str
    title: str
    short: str
    key: str
    focus: str | None = None
    columns: int = 36
    wants: tuple[int, int] = (0, 0)
    least: int = 0
    digits: bool = False
    stops: str = "moves"

    def build(self) -> PanelWidget:
        """A fresh one."""
        if self.name in NAMES:
            from tui.screen.panels.blocks import BlocksWidget

            return BlocksWidget(load(self.name))
        module = import_module(f"tui.screen.panels.{self.name}")
        panel: PanelWidget = getattr(module, f"{self.name.title()}Panel")()
        panel.id = self.name
        return panel


PANELS = (
    PanelEntry("game", "Game", "Game", "f2", digits=True),
    PanelEntry(
        "machine",
        "KIM-1",
        "KIM",
        "f3",
        "#keypad",
        wants=(0, 18),
        least=24,
        digits=True,
        stops="keys",
    ),
    PanelEntry("table", "Table", "Table", "f4", "#table-men"),
    PanelEntry("thinking", "Think", "Think", "f5", "#thinking-candidates", stops="candidates"),
    PanelEntry(
        "inside",
        "Inside",
        "In",
        "f6",
        "#inside-memory",
        wants=(76, 20),
        least=30,
        stops="instructions",
    ),
    PanelEntry("lenses", "Lenses", "Lens", "f7", columns=52, wants=(52, 20)),
    PanelEntry("terminal", "TTY", "TTY", "f8", "#terminal-paper", wants=(76, 14), stops="keys"),
    PanelEntry(
        "formula", "Formula", "Form", "f9", "#formula-weights", wants=(64, 14), stops="candidates"
    ),
)
FIRST_UP = "game", "thinking", "table", "inside", "formula", "machine", "lenses", "terminal"
"""Which come up first where there is room for several, until others were chosen."""
