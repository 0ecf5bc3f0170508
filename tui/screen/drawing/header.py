"""The first line: what is going on, in which mode, at what level and speed."""

from __future__ import annotations

from textwrap import shorten

import chess
from rich.style import Style
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line
from tui.session.snapshot import Activity, Snapshot
from tui.session.speeds import speed_name
from tui.session.words import headline

KEYS = {
    "go on": "p", "let it move": "Ctrl+G", "stop": "Esc", "now": "Esc", "pause": "p",
    "step out": "u", "load": "Tape, Load", "reset": "Ctrl+R (RS, then RUBOUT)",
}  # fmt: skip
"""What `with_controls` calls things here."""
_LONGEST = 24
"""Characters of the name of somebody's own program."""
SETUP, PLACING = "SET UP", "pieces are placed, no game"


def draw_header(snapshot: Snapshot, mode: str, ink: Ink, room: int, told: str = "") -> Strip:
    """As much as there is *room* for, the least important left out first; *told* stands in place of
    what is going on.
    """
    game = snapshot.game
    level = game.level.title if game.level else "${:02X} ${:02X}".format(*game.level_bytes)
    speed = speed_name(snapshot.speed)
    if snapshot.activity is Activity.KEYING and snapshot.speed is not None and snapshot.speed < 1:
        speed += ", keys at 1 MHz"
    mine = "both" if game.both else chess.COLOR_NAMES[not game.computer].capitalize()
    held = snapshot.activity is Activity.HELD
    now = told or headline(snapshot, KEYS)
    parts: list[tuple[str, Style, int]] = [
        (shorten(game.program, _LONGEST, placeholder="..."), ink.led, 6),
        ("" if " on " in game.program else " on the KIM-1", ink.muted, 1),
        (f" {mode} " if mode else "", ink.chosen, 9),
        (now, ink.error if held or (game.over and mode != SETUP) else ink.accent, 9),
        (f"you: {mine}", ink.muted, 5),
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
    return line(*words)
