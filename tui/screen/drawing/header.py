"""The first line: what is going on, in which mode, at what level and speed."""

from __future__ import annotations

from fractions import Fraction

import chess
from rich.style import Style
from textual.strip import Strip

from emu.machine import MHZ
from microchess.program.memory_map import DIGITS
from microchess.program.squares import on_board
from microchess.program.table import SIZE, man_in_words
from tui.screen.drawing.ink import Ink, Word, line
from tui.session.snapshot import Activity, GameView, Snapshot

SETUP, PLACING = "SET UP", "men are placed, no game"
_ADDRESS = "the monitor's address, and the byte in it."
_SIGNS = {
    0xCC: "CC CC CC: the men are put up, no move is keyed in yet.",
    0xEE: "EE EE EE: key E has exchanged the sides.",
}


def headline(snapshot: Snapshot) -> str:
    """What is going on, in a few words."""
    game = snapshot.game
    if game.over and not snapshot.watching:
        return f"{game.result}  {game.verdict}"
    if snapshot.watching:
        thought = snapshot.thought
        if thought is None or snapshot.machine.cycles < thought.began:
            return "last reply: your move is keyed in"
        return f"last reply, {(snapshot.machine.cycles - thought.began) / MHZ:.3f} s after key PC"
    if snapshot.activity is Activity.HELD:
        return f"paused{f': {snapshot.halt}' if snapshot.halt else ''}; p goes on"
    if snapshot.activity is Activity.THINKING:
        thought = snapshot.thought
        spent = (snapshot.machine.cycles - thought.began) / MHZ if thought else 0
        return (
            f"MicroChess thinks: {spent:.1f} s{'' if snapshot.speed == 1 else ' of its own time'}"
        )
    if snapshot.activity in (Activity.KEYING, Activity.BY_HAND):
        return "keys are being pressed"
    if not snapshot.machine.listening:
        if tape := _tape(snapshot):
            return tape
        return "the terminal is in use" if snapshot.line.fitted else "the monitor has the keypad"
    who = chess.COLOR_NAMES[game.turn].capitalize()
    check = ", in check" if game.check is not None else ""
    return f"{who} to move{check}: " + (
        "you" if game.players_turn else "MicroChess (Ctrl+G or key PC)"
    )


def looked_at(game: GameView, half_moves: int | None) -> str:
    """Which earlier position the board shows (see `GameView.way_to`); None: it does not, empty."""
    if half_moves is None:
        return ""
    return f"looking back: {game.position_after(half_moves)}"


def digits_say(snapshot: Snapshot) -> str:
    """What the six digits mean at this moment."""
    to, middle, man = (snapshot.machine.memory[at] or 0 for at in range(DIGITS, DIGITS + 3))
    thinks = snapshot.thought is not None and not snapshot.thought.shown
    if not (snapshot.machine.listening or thinks):
        if _tape(snapshot):
            return "dark while a tape runs."
        return "dark, the terminal is in use." if snapshot.line.fitted else _ADDRESS
    if man == middle == to and man in _SIGNS:
        return _SIGNS[man]
    if thinks and man >= SIZE:
        return "no best move yet, what stands there is older."
    who = f"man {man:02X}, {f'the {man_in_words(man)}' if man < SIZE else 'nobody'}"
    if thinks:
        return f"its best so far: {who}; value {middle:02X}; to {to:02X}."
    if not (on_board(middle) and on_board(to)):
        return f"{man:02X} {middle:02X} {to:02X}, no squares: typed, or left by the monitor."
    return f"{who}; from {middle:02X}; to {to:02X}."


def _tape(snapshot: Snapshot) -> str:
    """What the monitor does with the recorder, if it runs."""
    if snapshot.activity is not Activity.RUNNING:
        return ""
    if snapshot.deck.recorded is not None:
        return "a tape is recorded"
    return "a tape is read" if snapshot.deck.length else ""


def speed_name(megahertz: float | None) -> str:
    """``1/100 MHz``, ``10 MHz``, ``full speed``."""
    if megahertz is None:
        return "full speed"
    part = Fraction(megahertz).limit_denominator(1000)
    return f"{part if part.numerator == 1 else f'{megahertz:g}'} MHz"


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
    now = told or headline(snapshot)
    parts: list[tuple[str, Style, int]] = [
        ("MicroChess", ink.led, 3),
        (" on the KIM-1", ink.muted, 1),
        (f" {mode} " if mode else "", ink.chosen, 9),
        (now, ink.error if held or (game.over and mode != SETUP) else ink.accent, 9),
        (f"you: {mine}", ink.muted, 2),
        (f"level {level}", ink.muted, 4),
        (speed, ink.muted, 5),
    ]
    while sum(len(text) + 3 for text, _, _ in parts if text) > room and len(parts) > 2:
        parts.remove(min(parts, key=lambda part: part[2]))
    words: list[Word] = []
    for text, style, _ in parts:
        if text:
            gap = "   " if words and not text.startswith(" on ") else ""
            words += [gap, (text, style)]
    return line(*words)
