"""Where the panels have their places on the screen."""

from __future__ import annotations

from dataclasses import dataclass

from tui.panels import registry
from tui.panels.registry import load, words_of
from tui.screen.panels.blocks import BlocksWidget


@dataclass(frozen=True)
class PanelEntry:
    """How a panel has its place on the screen.

    ``focus`` is the widget that gets the keys when the panel comes up (None: the board keeps them),
    ``wants`` the columns and lines it fills among others, ``least`` the columns with less of which
    it takes the board's place on the smallest screens; ``stops``: what is gone through there,
    ``moves`` of the game, ``candidates``, ``keys`` or ``instructions``.
    """

    name: str
    focus: str | None = None
    wants: tuple[int, int] = (0, 0)
    least: int = 0
    stops: str = "moves"

    @property
    def title(self) -> str:
        """Its name in words."""
        return words_of(self.name).title

    @property
    def key(self) -> str:
        """What brings it up."""
        return words_of(self.name).key

    def build(self) -> BlocksWidget:
        """A fresh one."""
        return BlocksWidget(load(self.name))


_PLACES = (
    PanelEntry("beginning", "#beginning-side", wants=(64, 0), least=30),
    PanelEntry("machine", "#machine-keypad", wants=(0, 18), least=24, stops="keys"),
    PanelEntry("table", "#table-men"),
    PanelEntry("thinking", "#thinking-candidates", stops="candidates"),
    PanelEntry("inside", "#inside-memory", wants=(76, 20), least=30, stops="instructions"),
    PanelEntry("lenses", wants=(52, 20)),
    PanelEntry("terminal", "#terminal-paper", wants=(76, 14), stops="keys"),
    PanelEntry("formula", "#formula-weights", wants=(64, 14), stops="candidates"),
    PanelEntry("deck", "#deck-records", stops="keys"),
    PanelEntry("kilobyte", wants=(70, 22)),
)
_PLACE_OF = {one.name: one for one in _PLACES}
PANELS = tuple(_PLACE_OF.get(one.name) or PanelEntry(one.name) for one in registry.PANELS)
"""All, in their order; one without a place of its own has that of any."""
_FIRST = (
    "game", "thinking", "table", "inside", "formula", "machine", "lenses", "terminal", "deck",
)  # fmt: skip
FIRST_UP = tuple(dict.fromkeys((*_FIRST, *(one.name for one in PANELS))))
"""Which come up first where there is room for several, until others were chosen."""
