"""What is going on, and what the six digits say, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import chess

from emu.chips.leds import DIGITS as LEDS
from emu.chips.leds import Readout
from emu.machine import MHZ
from microchess.program.memory_map import DIGITS
from microchess.program.squares import CAPTURED, on_board, reverse, to_chess
from microchess.program.table import FIRST_PAWN, HALF, SIZE, PieceTable, man_in_words
from microchess.puzzles.puzzle import puzzle_from
from tui.session.examples import first_words
from tui.session.looking import looked_at
from tui.session.snapshot import BY_HAND, Activity, GameView, Snapshot

EARLIER = "an earlier position: <play on> plays on from it, <now> goes back to now"
"""Why no move is made while one is looked at."""
_CONTROL = re.compile(r"<([a-z ]+)>")
_SIGNS = {
    0xCC: "CC CC CC: key C began a new game{set_up}.",
    0xEE: "EE EE EE: key E swapped the sides; {program} has {side}.",
    0xFF: "FF FF FF: {program} resigns.",
}


_SQUARES, _TYPED, _WHOLE = "01234567", "0123456789ABD", 4
"""Keys that are squares, those that leave what is typed, and how many a move has."""


def with_controls(text: str, controls: Mapping[str, str]) -> str:
    """*text* of the session, which says ``<go on>``, in a front end's own words: ``p``."""
    return _CONTROL.sub(lambda one: controls.get(one[1], one[0]), text)


def headline(snapshot: Snapshot, controls: Mapping[str, str]) -> str:
    """What is going on, in a few words; *controls* as in `with_controls`."""
    return with_controls(_headline(snapshot), controls)


def _headline(snapshot: Snapshot) -> str:
    if snapshot.searched is not None:
        return f"the past is searched, {snapshot.searched:.0%}"
    game = snapshot.game
    if game.over and not snapshot.watching:
        told, ended = task(game), game.verdict
        return f"{told}; {ended.partition(';')[0]}" if told else f"{game.result}  {ended}"
    if snapshot.watching:
        if (thought := snapshot.thought) is None or _is_keyed(snapshot):
            return "last reply: your move is keyed in"
        spent = (snapshot.machine.cycles - thought.began) / MHZ
        return f"last reply, {spent:.3f} s of its thinking"
    if snapshot.activity is Activity.HELD:
        keyed = "; your move is half keyed in" * (snapshot.under_way is Activity.KEYING)
        return f"paused{': ' * bool(snapshot.halt)}{snapshot.halt}{keyed}"
    if snapshot.activity is Activity.THINKING or snapshot.thinks:
        thought, speed = snapshot.thought, snapshot.speed
        under_way = thought is not None and not thought.shown
        spent = (snapshot.machine.cycles - thought.began) / MHZ if thought and under_way else 0
        places = 3 if speed is not None and speed < 1 else 1
        own = "" if speed == 1 else " of its own time"
        timed = f": {spent:.{places}f} s{own}" if snapshot.formula is None else ""
        return f"{player(snapshot)} thinks{timed}"
    if snapshot.activity is Activity.KEYING:
        return "your move is keyed in"
    if snapshot.activity is Activity.BY_HAND:
        return "a key is pressed"
    if not snapshot.machine.listening:
        if told := tape(snapshot):
            return told
        keypad = "the keypad runs the KIM-1, not the chess"
        return "the terminal is in use" if snapshot.line.fitted else keypad
    who = chess.COLOR_NAMES[game.turn].capitalize()
    check = ", in check" if game.check is not None else ""
    if told := task(game):
        return told
    if game.players_turn:
        return f"your move: {who}{check}"
    return f"{who} to move{check}: {player(snapshot)} (<let it move> or key PC)"


def player(snapshot: Snapshot) -> str:
    """Who replies."""
    return snapshot.game.program if snapshot.formula is None else "the Python engine"


def task(game: GameView) -> str:
    """The puzzle that the game began with, and how far it is solved; empty: with none."""
    one = None if game.start == chess.STARTING_FEN else puzzle_from(game.start)
    if one is None:
        return ""
    made, allowed = game.moves, 2 * (one.mate or 1) - 1
    right = not made or chess.Move.from_uci(made[0]) in one.solutions
    mated = game.verdict.startswith("checkmate") and len(made) % 2 == 1
    if made and right and (one.mate is None or (mated and len(made) <= allowed)):
        return f"puzzle {one.number} is solved; next: <next puzzle>"
    if not right or game.over or len(made) >= allowed:
        return f"puzzle {one.number}: not solved; Undo tries again"
    return f"puzzle {one.number}: you can {one.goal}{', right so far' if made else ''}"


@dataclass(frozen=True)
class Bar:
    """What the one line above the board says, and whether Escape leads from there to the present
    (``now``), the machine goes on from there (``go on``), or it is the present (empty).
    """

    told: str
    leave: str = ""


def bar(
    snapshot: Snapshot,
    controls: Mapping[str, str],
    looking: int | None = None,
    setting_up: str = "",
) -> Bar:
    """What is seen: a position that is set up, with what is to be said of it; the game after so
    many half-moves (see `GameView.way_to`); a moment of the last reply; a machine that is held; or
    the present. *controls* as in `with_controls`.
    """
    if setting_up:
        return Bar(setting_up, "now")
    if looking is not None:
        back = f"looking back: {snapshot.game.position_after(looking)}; <play on> plays on from it"
        return Bar(with_controls(back, controls), "now")
    held = snapshot.activity is Activity.HELD
    away = snapshot.watching or snapshot.searched is not None
    leave = "now" if away else "go on" if held else ""
    return Bar(headline(snapshot, controls), leave)


DARK = Readout.steady((0,) * LEDS, (0.0,) * LEDS)
"""Nothing is lit."""


def as_looked_at(snapshot: Snapshot, looking: int | None, setting_up: bool) -> Snapshot:
    """Where an earlier position, or one that is set up, is on the board: all of it as it was then,
    and without what belongs to the present alone, digits and thinking.
    """
    if looking is None and not setting_up:
        return snapshot
    dark, game = replace(snapshot.machine, readout=DARK), looked_at(snapshot.game, looking)
    return replace(snapshot, thought=None, machine=dark, game=game)


def digits_say(snapshot: Snapshot) -> str:
    """What the six digits mean at this moment."""
    if snapshot.machine.readout is DARK:
        return "dark: they belong to the game as it is now."
    to, middle, man = (snapshot.machine.memory[at] or 0 for at in range(DIGITS, DIGITS + 3))
    thinks = _thinks(snapshot)
    if not (snapshot.machine.listening or thinks):
        if tape(snapshot):
            return "dark while a tape runs."
        if snapshot.machine.readout.dark:
            fitted = snapshot.line.fitted
            return f"dark: {'the monitor uses the terminal' if fitted else 'nothing is shown'}."
        return f"the monitor's address {man:02X}{middle:02X}, and the byte in it: {to:02X}."
    if not thinks and (typed := _typed(snapshot)):
        return typed
    game, lit = snapshot.game, f"{man:02X} {middle:02X} {to:02X}"
    if man == middle == to and man in _SIGNS:
        side = chess.COLOR_NAMES[game.computer].capitalize()
        set_up = "" if game.start == chess.STARTING_FEN else "; then this position was set up"
        return _SIGNS[man].format(program=game.program, side=side, set_up=set_up)
    if thinks and (man >= SIZE or not middle or not on_board(to)):
        return "nothing found yet: the digits are of before."
    who = f"piece {man:02X}, the {man_in_words(man)}; " if man < SIZE else ""
    if thinks:
        best = who.replace("the computer's", "its")
        goal = _square(to, game.computer)
        return f"best so far: {best}value {middle:02X} ({middle}); to {goal}."
    if middle == to or not (on_board(middle) and on_board(to)):
        return f"{lit}: no move; you typed these digits, or the monitor left them."
    way = tuple(to_chess(square, game.computer) for square in (middle, to))
    move = game.sans[-1] if game.last == way else "" if who else "typed"
    squares = (_square(one, game.computer) for one in (middle, to))
    return f"{move}{': ' * bool(move)}{who}{' to '.join(squares)}."


def _square(byte: int, computer: chess.Color) -> str:
    """``34 (e5)``."""
    return f"{byte:02X} ({chess.square_name(to_chess(byte, computer))})"


def _typed(snapshot: Snapshot) -> str:
    """What there is to say of squares that are being typed."""
    if _is_keyed(snapshot) or (snapshot.under_way is Activity.KEYING and not snapshot.watching):
        return "your move, as it is keyed in."
    begins, keys = f"{BY_HAND}: ", list[str]()
    for line in () if snapshot.watching else reversed(snapshot.game.log):
        key = line.removeprefix(begins)
        if key == line or key not in _TYPED:
            break
        keys += key * (key in _SQUARES)
    if not 0 < len(keys) < _WHOLE:
        return ""
    return f"{' '.join(reversed(keys))} typed; two squares, four digits, are a move, then F."


def _is_keyed(snapshot: Snapshot) -> bool:
    """Whether it is a moment of the last reply before its thinking."""
    thought = snapshot.thought
    return snapshot.watching and (thought is None or snapshot.machine.cycles < thought.began)


def _thinks(snapshot: Snapshot) -> bool:
    """Whether it is a moment of the thinking."""
    thought = snapshot.thought
    if thought is None or not snapshot.watching:
        return snapshot.thinks
    return 0 <= snapshot.machine.cycles - thought.began < thought.cycles


def tape(snapshot: Snapshot) -> str:
    """What the monitor does with the recorder, if it runs."""
    if snapshot.activity is not Activity.RUNNING or snapshot.machine.listening:
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


def what_is_odd(game: GameView, turn: chess.Color | None = None) -> str:
    """What there is to be said of men that are set up, with *turn* to move; empty: nothing."""
    told = explain_table(game.table, game.computer)
    odd = [f"drag one off: {text}" if grave else text for text, grave in told]
    board = chess.Board(game.fen)
    board.turn = board.turn if turn is None else turn
    if board.king(not board.turn) is not None and board.was_into_check():
        side = chess.COLOR_NAMES[board.turn].capitalize()
        odd.append(f"{side} moves and can take the king")
    return "; ".join(odd)


def _name(man: int) -> str:
    words = man_in_words(man)
    return f"the {words}" if man < HALF else words.replace("player's", "your", 1)


@dataclass(frozen=True)
class Words:
    """A moment in words: the bar, and what to do first, until a move was made."""

    bar: Bar
    first: str

    @classmethod
    def of(cls, snapshot: Snapshot, above: Bar) -> Words:
        """Under the bar *above*."""
        game = snapshot.game
        turn = game.players_turn and snapshot.machine.listening
        begins = turn and not (game.sans or above.leave or snapshot.busy or task(game))
        first = first_words(game) if begins else ""
        return cls(above, first)
