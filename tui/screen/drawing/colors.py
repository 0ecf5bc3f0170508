"""Colours of the board and of the KIM-1, for dark and for light themes."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class BoardColors:
    """Squares by use, each for light and dark squares, and the men.

    White men and black men both have at least 3:1 on every square, as pictures need it. Arrows are
    broader and have 2.5:1.
    """

    light: str
    dark: str
    last_light: str
    last_dark: str
    chosen: str
    pointed: str
    cursor: str
    check: str
    candidate: str
    hint: str
    threat: str
    hint_arrow: str
    threat_arrow: str
    dot: str
    white: str
    black: str
    label: str
    octal: str


WOOD = BoardColors(
    light="#a98a60",
    dark="#7c5c3e",
    last_light="#98954a",
    last_dark="#7f7b30",
    chosen="#5f9ea0",
    pointed="#b08a30",
    cursor="#d08c2e",
    check="#c0392b",
    candidate="#7474b8",
    hint="#4c8c56",
    threat="#c7552f",
    hint_arrow="#c8ffd0",
    threat_arrow="#4a0500",
    dot="#14261b",
    white="#ffffff",
    black="#120c06",
    label="#8fa394",
    octal="#e8887e",
)
ON_PAPER = replace(WOOD, label="#58563f", octal="#9c1f18")
GREYS = BoardColors(
    light="#949494",
    dark="#646464",
    last_light="#7c7c7c",
    last_dark="#7c7c7c",
    chosen="#7c7c7c",
    pointed="#7c7c7c",
    cursor="#000000",
    check="#7c7c7c",
    candidate="#7c7c7c",
    hint="#7c7c7c",
    threat="#7c7c7c",
    hint_arrow="#ececec",
    threat_arrow="#1c1c1c",
    dot="#000000",
    white="#ffffff",
    black="#000000",
    label="#ffffff",
    octal="#b4b4b4",
)
"""Without colours brackets and other signs say what else colours say."""


@dataclass(frozen=True)
class LensColors:
    """Grounds of cells: those of the square pointed at, those read for a question, the last one."""

    text: str
    pointed: str
    read: str
    now: str


def board_colors(dark: bool, no_color: bool) -> BoardColors:
    """The colours for a dark theme or a light one, or for no colours at all."""
    if no_color:
        return GREYS
    return WOOD if dark else ON_PAPER


LENS = LensColors(text="#10130f", pointed="#d9b44a", read="#74b3c4", now="#ff7a5c")

LED_ON = (255, 52, 36)
LED_OFF = (46, 9, 8)
LED_GLASS = (20, 5, 5)
LED_FULL_DUTY = 0.12
"""Share of the time a digit is selected while a program does nothing but show it."""


def led_color(duty: float) -> str:
    """The red of a segment that is lit for *duty* of the time (0-1), as ``#rrggbb``."""
    bright = min(1.0, duty / LED_FULL_DUTY) ** 0.6
    mixed = (round(off + (on - off) * bright) for on, off in zip(LED_ON, LED_OFF, strict=True))
    return _hex(*mixed)


def _hex(red: int, green: int, blue: int) -> str:
    return f"#{red:02x}{green:02x}{blue:02x}"


GLASS = _hex(*LED_GLASS)
GHOST = _hex(*LED_OFF)
