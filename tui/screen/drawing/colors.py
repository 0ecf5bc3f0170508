"""The colours: of the application by theme, of the board, of memories and of the KIM-1.

Every colour of words has at least 4.5:1 on every ground of its theme; all of Textual's own themes
can be chosen too.
"""

from collections.abc import Mapping
from typing import Any

from textual.theme import Theme

MUTED = "muted"
"""The variable of a theme for words of less weight."""
_NAMES = ("kim-1", "paper-1976", "no-color")
_THEMES = {
    "primary": ("#5fb37a", "#1f5c3a", "#ffffff"),
    "secondary": ("#c9a24b", "#6b4300", "#ffffff"),
    "accent": ("#ff6a5a", "#9c1f18", "#ffffff"),
    "warning": ("#e0a63c", "#6b4300", "#ffffff"),
    "error": ("#ff7166", "#9c1f18", "#ffffff"),
    "success": ("#7fce8d", "#1f5c3a", "#ffffff"),
    "foreground": ("#dfe6dc", "#23281f", "#ffffff"),
    "background": ("#101612", "#f2ecdc", "#000000"),
    "surface": ("#161e19", "#ebe4d0", "#000000"),
    "panel": ("#1f2a23", "#ddd4ba", "#1c1c1c"),
    "boost": ("#24312a", "#e3dac2", "#262626"),
    MUTED: ("#8fa394", "#58563f", "#b4b4b4"),
}
"""In each theme what Textual calls so."""
_BOARD = {
    "light": ("#a98a60", "#a98a60", "#949494"),
    "dark": ("#7c5c3e", "#7c5c3e", "#646464"),
    "last_light": ("#98954a", "#98954a", "#7c7c7c"),
    "last_dark": ("#7f7b30", "#7f7b30", "#7c7c7c"),
    "chosen": ("#5f9ea0", "#5f9ea0", "#7c7c7c"),
    "pointed": ("#b08a30", "#b08a30", "#7c7c7c"),
    "cursor": ("#d08c2e", "#d08c2e", "#000000"),
    "check": ("#c0392b", "#c0392b", "#7c7c7c"),
    "candidate": ("#7474b8", "#7474b8", "#7c7c7c"),
    "hint": ("#4c8c56", "#4c8c56", "#7c7c7c"),
    "threat": ("#c7552f", "#c7552f", "#7c7c7c"),
    "candidate_arrow": ("#e2e2ff", "#e2e2ff", "#ececec"),
    "hint_arrow": ("#c8ffd0", "#c8ffd0", "#ececec"),
    "threat_arrow": ("#4a0500", "#4a0500", "#1c1c1c"),
    "dot": ("#14261b", "#14261b", "#000000"),
    "white": ("#ffffff", "#ffffff", "#ffffff"),
    "black": ("#120c06", "#120c06", "#000000"),
    "label": ("#8fa394", "#58563f", "#ffffff"),
    "octal": ("#e8887e", "#9c1f18", "#b4b4b4"),
}
"""The same of the board. Without colours brackets and other signs say what else colours say."""


BoardColors = Mapping[str, str]
"""Colours by use. White men and black men both have at least 3:1 on every square, as pictures need
it. Arrows are broader and have 2.5:1.
"""
WOOD, ON_PAPER, GREYS = (
    dict(zip(_BOARD, column, strict=True)) for column in zip(*_BOARD.values(), strict=True)
)


def _theme(name: str, *column: str) -> Theme:
    colors: dict[str, Any] = dict(zip(_THEMES, column, strict=True))
    variables = {MUTED: colors.pop(MUTED)}
    return Theme(name=name, dark=name != "paper-1976", variables=variables, **colors)


THEMES = KIM, _, MONO = tuple(map(_theme, _NAMES, *_THEMES.values()))


def board_colors(dark: bool, no_color: bool) -> BoardColors:
    """The colours for a dark theme or a light one, or for no colours at all."""
    if no_color:
        return GREYS
    return WOOD if dark else ON_PAPER


CELL_TEXT, CELL_POINTED, CELL_READ, CELL_NOW = "#10130f", "#d9b44a", "#74b3c4", "#ff7a5c"
"""On cells of a memory: the text, and the grounds of those that speak of the square pointed at, of
those read for a question, of the last one.
"""

GLASS, GHOST = "#140505", "#2e0908"
"""Behind the digits, and a segment that is not lit."""
LED_ON, LED_OFF = (255, 52, 36), (46, 9, 8)
LED_FULL_DUTY = 0.12
"""Share of the time a digit is selected while a program does nothing but show it."""


def led_color(duty: float) -> str:
    """The red of a segment that is lit for *duty* of the time (0-1), as ``#rrggbb``."""
    bright = min(1.0, duty / LED_FULL_DUTY) ** 0.6
    mixed = (round(off + (on - off) * bright) for on, off in zip(LED_ON, LED_OFF, strict=True))
    return "#" + bytes(mixed).hex()
