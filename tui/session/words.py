"""What is going on, and what the six digits say, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import chess

from emu.machine import MHZ
from microchess.program.memory_map import DIGITS, STATE
from microchess.program.squares import CAPTURED, on_board, reverse, to_chess
from microchess.program.table import FIRST_PAWN, HALF, SIZE, PieceTable, man_in_words
from tui.session.snapshot import Activity, GameView, Snapshot
from tui.session.thought_words import describe_moment, describe_time, mirror_verdict

_CONTROL = re.compile(r"<([a-z ]+)>")
_SIGNS = {
    0xCC: "CC CC CC: the pieces are set up, no move is keyed in yet.",
    0xEE: "EE EE EE: so it answers key E, which exchanges the sides; it has {}.",
}


def with_controls(text: str, controls: Mapping[str, str]) -> str:
    """*text* of the session, which says ``<go on>``, in a front end's own words: ``p``."""
    return _CONTROL.sub(lambda one: controls.get(one[1], one[0]), text)


def headline(snapshot: Snapshot, controls: Mapping[str, str]) -> str:
    """What is going on, in a few words; *controls* as in `with_controls`."""
    return with_controls(_headline(snapshot), controls)


def _headline(snapshot: Snapshot) -> str:
    game = snapshot.game
    if game.over and not snapshot.watching:
        return f"{game.result}  {game.verdict}"
    if snapshot.watching:
        thought = snapshot.thought
        if thought is None or snapshot.machine.cycles < thought.began:
            return "last reply: your move is keyed in"
        spent = (snapshot.machine.cycles - thought.began) / MHZ
        return f"last reply, {spent:.3f} s of its thinking"
    if snapshot.activity is Activity.HELD:
        return f"paused{f': {snapshot.halt}' if snapshot.halt else ''}; <go on> goes on"
    if snapshot.activity is Activity.THINKING or snapshot.thinks:
        thought, speed = snapshot.thought, snapshot.speed
        spent = (snapshot.machine.cycles - thought.began) / MHZ if thought else 0
        places = 3 if speed is not None and speed < 1 else 1
        return f"MicroChess thinks: {spent:.{places}f} s{'' if speed == 1 else ' of its own time'}"
    if snapshot.activity in (Activity.KEYING, Activity.BY_HAND):
        return "the move is keyed in"
    if not snapshot.machine.listening:
        if tape := _tape(snapshot):
            return tape
        return "the terminal is in use" if snapshot.line.fitted else "the monitor has the keypad"
    who = chess.COLOR_NAMES[game.turn].capitalize()
    check = ", in check" if game.check is not None else ""
    program = "you" if game.players_turn else "MicroChess (<let it move> or key PC)"
    return f"{who} to move{check}: {program}"


def looked_at(game: GameView, half_moves: int | None) -> str:
    """Which earlier position the board shows (see `GameView.way_to`); None: it does not, empty."""
    if half_moves is None:
        return ""
    return f"looking back: {game.position_after(half_moves)}"


def digits_say(snapshot: Snapshot) -> str:
    """What the six digits mean at this moment."""
    to, middle, man = (snapshot.machine.memory[at] or 0 for at in range(DIGITS, DIGITS + 3))
    thinks = _thinks(snapshot)
    if not (snapshot.machine.listening or thinks):
        if _tape(snapshot):
            return "dark while a tape runs."
        return (
            "dark, the terminal is in use."
            if snapshot.line.fitted
            else (f"the monitor's address {man:02X}{middle:02X}, and the byte in it: {to:02X}.")
        )
    if man == middle == to and man in _SIGNS:
        return _SIGNS[man].format(chess.COLOR_NAMES[snapshot.game.computer].capitalize())
    if thinks and man >= SIZE:
        return "nothing found yet: the digits are of before."
    who = f"piece {man:02X}, the {man_in_words(man)}" if man < SIZE else "typed"
    if thinks:
        return f"its best so far: {who}; value {middle:02X}; to {to:02X}."
    if not (on_board(middle) and on_board(to)):
        return f"{man:02X} {middle:02X} {to:02X}, no squares: typed, or left by the monitor."
    way = tuple(to_chess(square, snapshot.game.computer) for square in (middle, to))
    move = f"{snapshot.game.sans[-1]}: " if snapshot.game.last == way else ""
    return f"{move}{who}; from {middle:02X}; to {to:02X}."


def _thinks(snapshot: Snapshot) -> bool:
    """Whether it is a moment of the thinking."""
    thought = snapshot.thought
    if thought is None or not snapshot.watching:
        return snapshot.thinks
    return 0 <= snapshot.machine.cycles - thought.began < thought.cycles


def _tape(snapshot: Snapshot) -> str:
    """What the monitor does with the recorder, if it runs."""
    if snapshot.activity is not Activity.RUNNING:
        return ""
    if snapshot.deck.recorded is not None:
        return f"a tape is recorded, {snapshot.deck.recorded / MHZ:.0f} s"
    return "a tape is read" if snapshot.deck.length else ""


def explain_table(table: PieceTable, computer_white: bool) -> list[tuple[str, bool]]:
    """What the program will make of a table no game has, in a sentence for each oddity, and whether
    that is grave.
    """
    found = []
    for byte, count in sorted(Counter(b for b in table if on_board(b)).items()):
        if count > 1:
            men = [man for man, other in enumerate(table) if other == byte]
            name = chess.square_name(to_chess(byte, computer_white))
            text = f"{count} pieces on {name}: the program sees {_name(men[-1])}"
            found.append((text, True))
    for man, byte in enumerate(table):
        if not on_board(byte) and byte not in (CAPTURED, reverse(CAPTURED)):
            found.append((f"{_name(man)} at {byte:02X}: off the board, like CC", False))
    for man, who in ((0, "the computer has"), (HALF, "you have")):
        if not on_board(table[man]):
            found.append((f"{who} no king: check is not noticed", False))
    for man, byte in enumerate(table):
        if man % HALF >= FIRST_PAWN and on_board(byte) and byte >> 4 in (0, 7):
            square = chess.square_name(to_chess(byte, computer_white))
            found.append((f"stuck on {square}: {_name(man)}", False))
    return found[:6]


def _name(man: int) -> str:
    words = man_in_words(man)
    return f"the {words}" if man < HALF else words.replace("player's", "your", 1)


@dataclass(frozen=True)
class Words:
    """A moment in words: a headline, what the digits say, the thinking, and whether the Python
    engine agrees with it, if it thinks beside.
    """

    headline: str
    digits: str
    thinking: tuple[str, ...]
    compared: str
    agrees: bool

    @classmethod
    def of(cls, snapshot: Snapshot, controls: Mapping[str, str], width: int) -> Words:
        """For a front end whose *controls* are as in `with_controls`; lines are folded."""
        thought, compared, agrees = snapshot.thought, "", True
        lines: list[str] = []
        if thought is not None:
            compared, agrees = mirror_verdict(thought)
            state = snapshot.machine.memory[STATE] or 0
            reached, cycles = snapshot.reached or 0, snapshot.machine.cycles
            if snapshot.watching or not thought.shown:
                lines = describe_moment(thought, reached, cycles, state, width)
            elif not thought.candidates and not snapshot.game.over:
                lines = ["from the opening book: nothing was considered"]
            lines += describe_time(thought, snapshot.game, width)
        said = headline(snapshot, controls), digits_say(snapshot)
        return cls(*said, tuple(lines), compared, agrees)
