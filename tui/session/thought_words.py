"""A reply's thinking in words: its candidates, its time, what the Python engine says to it."""

from itertools import zip_longest

from emu.machine import MHZ
from emu.notation import counted
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES, STATE
from microchess.program.reply import RESIGNED, Candidate, leaders
from tui.session.snapshot import GameView, Snapshot
from tui.session.thought import Thought

JANUS = "Janus"
BEST, RECORD = "►", "◆"
"""Signs of the best candidate, and of those that were the best until then."""
MEDIAN_1976 = {Level.SUPER_BLITZ: 1.5, Level.BLITZ: 2.2, Level.NORMAL: 25}
"""Seconds at 1 MHz, the median of the 140 golden positions; janus.md has the cycles."""
MEDIAN_JANUS = {Level.SUPER_BLITZ: 0.26, Level.BLITZ: 0.32, Level.NORMAL: 0.45}

_RESIGNS = RESIGNED.hex().upper()

_STATES = {
    0x0C: "before: its moves are counted",
    0x04: "candidates: its moves in turn",
    0x00: "your replies to the one in hand",
    0x08: "continuation: its moves after that",
    0xFF: "exchange: it takes back",
    0xFE: "exchange: you take again",
    0xFD: "exchange: it takes back again",
    0xFC: "exchange: you take a third time",
    0xF9: "is a king in check?",
}


def describe_time(thought: Thought, game: GameView) -> str:
    """How long the reply took at 1 MHz, and what is known of the program of 1976."""
    if not thought.shown or not thought.cycles:
        return ""
    took = f"It took {thought.cycles / MHZ:.2f} s of a KIM-1 ({thought.cycles:,} cycles)"
    if game.program != JANUS:
        return f"{took}, as in 1976"
    if thought.shown != _RESIGNS and not thought.candidates:
        return f"{took}; its book has the move"
    typical = MEDIAN_1976.get(game.level) if game.level else None
    return f"{took}; in 1976 about {typical} s" if typical else took


def describe_level(level: Level, program: str) -> str:
    """What to expect of a level from the program that plays, at 1 MHz."""
    then = f"{MEDIAN_1976[level]:g} s"
    if program != JANUS:
        return f"a reply takes about {then} at 1 MHz, a KIM-1's speed (manual: {level.seconds} s)"
    janus = f"{MEDIAN_JANUS[level]:g} s"
    return f"a reply takes about {janus} at 1 MHz, a KIM-1's speed; MicroChess took {then}"


def best_index(thought: Thought, judged: int | None = None) -> int | None:
    """The index of the best candidate, of the first *judged* ones if that is given."""
    leading = leaders(thought.candidates[:judged])
    return leading[-1] if leading else None


def mirror_verdict(thought: Thought) -> tuple[str, bool]:
    """In words, whether the Python engine agrees so far, and whether it does."""
    if thought.mirror is None:
        return "", True
    found, engine = thought.candidates, "Python engine"
    if thought.reweighed:
        engine = "Made with other weights. Python engine with those of 1976"
    pairs = zip_longest(found, thought.mirror[: len(found)])
    if differing := [pair for pair in pairs if pair[0] != pair[1]]:
        count, first = counted(len(differing), "candidate"), _difference(thought, *differing[0])
        return f"{engine}: it differs at {count}, first {first}", False
    if thought.shown and thought.shown != thought.mirror_shown:
        return f"{engine}: would show {thought.mirror_shown}", False
    done = "and the answer " if thought.shown else ""
    return f"{engine}: {counted(len(found), 'candidate')} {done}the same", True


def _difference(thought: Thought, one: Candidate, other: Candidate | None) -> str:
    """The first thing in which the Python engine's candidate is another one."""
    name = thought.name_of(one)
    if other is None:
        return f"{name}, which it does not judge"
    if (one.man, one.to) != (other.man, other.to):
        return f"{name}, where it judges {thought.name_of(other)}"
    for counter, ours, its in zip(COUNTER_NAMES, one.counters, other.counters, strict=True):
        if ours != its:
            return f"{name}: {counter} is {ours}, there {its}"
    return f"{name}: its value is {one.value}, there {other.value}"


def no_candidates(view: Snapshot) -> str:
    """Why there are no candidates."""
    game, thought = view.game, view.thought
    if thought is None:
        yours = game.turn != game.computer
        if game.sans and yours:
            return "no thinking is kept of this move: it came with the session, or a file"
        if game.over:
            return "no reply in this position: the game is over"
        make = "make a move" if yours else "let MicroChess move"
        return f"no reply yet in this position: {make}"
    if thought.shown and not thought.candidates:
        return "a move out of the opening book: not thought out"
    return "no move judged yet"


def not_watched(view: Snapshot) -> str:
    """Why the last reply cannot be watched again; empty: it can."""
    thought = view.thought
    if thought is not None and not thought.shown:
        return "it is still thinking"
    return "" if thought is not None and thought.candidates else no_candidates(view)


def describe_moment(view: Snapshot, thought: Thought) -> str:
    """What is known at a moment of the thinking: how many candidates are judged, what is done."""
    if not view.watching and thought.shown:
        return f"{BEST} best; {RECORD} best until then" if thought.candidates else ""
    spent = view.machine.cycles - thought.began
    if spent < 0:
        return "your move is keyed in"
    judged = view.reached or 0
    best = best_index(thought, judged)
    total = f" of {len(thought.candidates)}" if thought.shown else ""
    told = f"none judged yet, {spent / MHZ:.3f} s after key PC"
    if best is not None:
        name = thought.name_of(thought.candidates[best])
        told = f"{judged}{total} judged, best so far {name}"
    state = view.machine.memory[STATE] or 0
    return f"{told}; {_STATES.get(state, 'byte STATE')} (${state:02X})"
