"""The first line: what is going on, in which mode, at what level and speed."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten

import chess
from rich.style import Style
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line, shortened
from tui.session.snapshot import Activity, Snapshot
from tui.session.speeds import speed_name
from tui.session.words import Bar, player

KEYS = {
    "go on": "p", "let it move": "Ctrl+G", "stop": "Esc", "now": "Esc", "pause": "p",
    "step out": "l", "load": "Load (panel Tape)", "reset": "Ctrl+R (RS, then RUBOUT)",
    "play on": "Enter", "next puzzle": "Ctrl+P, Puzzle",
}  # fmt: skip
"""What `with_controls` calls things here."""
_LONGEST = 24
"""Characters of the name of somebody's own program."""
SETUP = "SET UP"
_LEAVES = {"now": "back to now", "go on": "go on"}
"""What leaves that which is not the present does, as `Bar.leave` has it."""
_TYPED = ("p", "l", "Enter", "Ctrl+G")
"""Keys that a mode may take."""


def keys_in(mode: str) -> Mapping[str, str]:
    """`KEYS`, as they are while *mode* has the keyboard: Escape leaves that first."""
    if not mode:
        return KEYS
    first = {"Esc": "Esc twice", **{key: f"Esc, then {key}" for key in _TYPED}}
    return {name: first.get(key, key) for name, key in KEYS.items()}


def draw_header(snapshot: Snapshot, mode: str, ink: Ink, room: int, bar: Bar) -> Strip:
    """As much as there is *room* for, the least important left out first; where the *bar* says of
    something that it is not the present, that alone, and how to leave it.
    """
    if bar.leave:
        away = f"{keys_in(mode)[bar.leave]}: {_LEAVES[bar.leave]}"
        leave = "Esc leaves" if mode == SETUP else away
        marked = f" {mode} " if mode else ""
        told = shorten(bar.told, max(8, room - len(marked) - len(leave) - 3), placeholder="...")
        gap = " " * max(2, room - len(marked) - len(leave) - len(told) - 1)
        return line((marked, ink.chosen), f" {told}{gap}", (leave, ink.strong))
    game = snapshot.game
    level = game.level.title if game.level else "${:02X} ${:02X}".format(*game.level_bytes)
    speed = speed_name(snapshot.speed)
    if snapshot.activity is Activity.KEYING and snapshot.speed is not None and snapshot.speed < 1:
        speed += ", keys at 1 MHz"
    named, plays = bar.told.startswith(player(snapshot)), player(snapshot).removeprefix("the ")
    there = snapshot.formula is None and " on " not in plays
    mine = "" if game.both or game.players_turn else chess.COLOR_NAMES[not game.computer]
    parts: list[tuple[str, Style, int]] = [
        ("" if named else shorten(plays, _LONGEST, placeholder="..."), ink.led, 6),
        (" on the KIM-1" if there and not named else "", ink.muted, 1),
        (f" {mode} " if mode else "", ink.chosen, 9),
        (bar.told, ink.error if game.over else ink.accent, 9),
        (f"you have {mine.capitalize()}" if mine else "", ink.muted, 5),
        (f"level {level}", ink.muted, 3),
        (speed, ink.muted, 4),
    ]
    while sum(len(text) + 3 for text, _, _ in parts if text) - 3 > room and len(parts) > 2:
        parts.remove(min(parts, key=lambda part: part[2]))
    words: list[Word] = []
    for text, style, _ in parts:
        if text:
            gap = "   " if words and not text.startswith(" on ") else ""
            words += [gap, (text, style)]
    return shortened(line(*words), room)
