"""The names MicroChess gives its memory."""

from __future__ import annotations

from collections.abc import Mapping

import rom
from microchess.machine.bridge import COUNTERS, DIGITS, GETKEY, OMOVE, PIECE, SCANDS, SQUARE, STATE
from microchess.program import openings, table
from microchess.program.levels import CHECK_ADDRESS, TURN_ADDRESS
from microchess.program.reply import COUNTER_NAMES
from microchess.program.table import HALF, MEN

NAMES: Mapping[int, str] = {
    **{table.ADDRESS + man: f"c.{name}" for man, name in enumerate(MEN)},
    **{table.ADDRESS + HALF + man: f"p.{name}" for man, name in enumerate(MEN)},
    PIECE: "PIECE",
    SQUARE: "SQUARE",
    0xB4: "INCHEK",
    STATE: "STATE",
    0xB6: "MOVEN",
    openings.ADDRESS: "OPNING",
    OMOVE: "OMOVE",
    **{COUNTERS + index: name for index, name in enumerate(COUNTER_NAMES)},
    0xF3: "OLDKY",
    DIGITS: "DIS3",
    DIGITS + 1: "DIS2",
    DIGITS + 2: "DIS1",
    CHECK_ADDRESS: "CHECK",
    TURN_ADDRESS: "TURN",
}
"""Cells by address; ``c.`` are the computer's men, ``p.`` the player's."""

AREAS: tuple[tuple[int, str], ...] = (
    (0x00, "code or free"),
    (0x50, "piece table: the computer's men"),
    (0x60, "piece table: the player's men"),
    (0x70, "initial table"),
    (0x90, "directions"),
    (0xA0, "points"),
    (0xB0, "work cells"),
    (0xC0, "opening book"),
    (0xDC, "counters"),
    (0xF3, "last key, display, monitor"),
    (0x100, "stacks"),
    (0x200, "program RAM"),
    (0x1700, "6530 registers"),
    (0x1780, "6530 RAM"),
    (0x1800, "monitor ROM"),
    (0x2000, "expansion"),
)


def area_of(address: int) -> str:
    """What lies around an address."""
    return next(title for start, title in reversed(AREAS) if address >= start)


def labels(janus: bool) -> dict[int, str]:
    """Names of cells and of code: our monitor's, and with *janus* our chess program's."""
    names = dict(NAMES)
    for image in ("kim1-002", "kim1-003", *(("janus",) if janus else ())):
        names.update({address: name for name, address in rom.labels(image).items()})
    return {**names, SCANDS: "SCANDS", GETKEY: "GETKEY"}
