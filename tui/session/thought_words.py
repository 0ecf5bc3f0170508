"""A reply's thinking in words: its candidates, its time, what the Python engine says to it."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

from emu.machine import MHZ
from emu.notation import counted
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import RESIGNED, Candidate, leaders
from tui.session.snapshot import GameView
from tui.session.thought import Thought

if TYPE_CHECKING:
    from microchess.engine.value import Term

Row: TypeAlias = "tuple[Term, str, Fraction]"
JANUS = "Janus"
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


def describe_state(state: int, width: int) -> str:
    """What the analysis state ($B5) generates, in words; with the byte if *width* has room."""
    byte = f"STATE ${state:02X}"
    words = _STATES.get(state, byte)
    told = f"{words} ({byte})"
    return told if words != byte and len(told) <= width else words


def describe_time(thought: Thought, game: GameView, width: int) -> list[str]:
    """How long the reply took at 1 MHz, and what is known of the program of 1976; folded."""
    if not thought.shown or not thought.cycles:
        return []
    seconds = f"{thought.cycles / MHZ:.2f} s"
    if game.program != JANUS:
        return wrap(f"At 1 MHz: {seconds}, {thought.cycles:,} cycles, as in 1976", width)
    took = f"At 1 MHz: {seconds}, {thought.cycles:,} cycles"
    typical = MEDIAN_1976.get(game.level) if game.level else None
    known = f"; in 1976 about {typical} s" if typical else ""
    if thought.shown != _RESIGNS and not thought.candidates:
        known = "; its book has the move"
    return wrap(took + known, width)


def describe_level(level: Level, program: str) -> str:
    """What to expect of a level from the program that plays, at 1 MHz."""
    then = f"{MEDIAN_1976[level]:g} s"
    if program != JANUS:
        return f"half of its replies take less than {then} at 1 MHz (manual: {level.seconds} s)"
    janus = f"{MEDIAN_JANUS[level]:g} s"
    return f"half of its replies take less than {janus} at 1 MHz; the program of 1976 took {then}"


def best_index(thought: Thought, judged: int | None = None) -> int | None:
    """The index of the best candidate, of the first *judged* ones if that is given."""
    leading = leaders(thought.candidates[:judged])
    return leading[-1] if leading else None


def beside(thought: Thought, index: int, watching: bool) -> Candidate | None:
    """What the candidate *index* is compared with: the best one, if that is known and another."""
    best = None if watching or not thought.shown else best_index(thought)
    return None if best in (None, index) else thought.candidates[best]


def taken_apart(
    thought: Thought, one: Candidate, best: Candidate | None, times: str = "×"
) -> tuple[str, list[str], list[Row]]:
    """A candidate's value in a line, what makes it no sum, and the terms that are not zero, each
    with its count and what it adds. Beside the *best* it is those that make the difference, what
    makes most first.
    """
    from microchess.engine.value import breakdown

    parts = [breakdown(thought.table.data, thought.points, each) for each in (one, best) if each]
    title = f"{thought.name_of(one)} = {one.value} (${one.value:02X})"
    rows = [
        (term, f"{term.count:>3} {times} {float(term.weight):<5g}", term.contribution)
        for term in parts[0].terms
    ]
    exceptions = [each.exception for each in parts if each.exception]
    if best is not None:
        names = (f"{thought.name_of(each)} {each.value}" for each in (one, best))
        title = f"{' - '.join(names)} = {one.value - best.value}"
        pairs = zip(parts[0].terms, parts[1].terms, strict=True)
        rows = [] if exceptions else [_less(*pair, times=times) for pair in pairs]
        rows.sort(key=lambda row: -abs(row[2]))
    return title, exceptions, [row for row in rows if row[2]]


def _less(term: Term, other: Term, times: str) -> Row:
    """What a *term* adds more than the *other*; those of rounding are no counts."""
    counted = f"{term.count:>3} -{other.count:>3} {times} {float(term.weight):<5g}"
    if term.weight != other.weight:
        counted = " " * len(counted)
    return term, counted, term.contribution - other.contribution


def mirror_verdict(thought: Thought) -> tuple[str, bool]:
    """In words, whether the Python engine agrees so far, and whether it does."""
    if thought.mirror is None:
        return "", True
    found = thought.candidates
    pairs = zip_longest(found, thought.mirror[: len(found)])
    if differing := [pair for pair in pairs if pair[0] != pair[1]]:
        count, first = counted(len(differing), "candidate"), _difference(thought, *differing[0])
        return f"Python engine: it differs at {count}, first {first}", False
    if thought.shown and thought.shown != thought.mirror_shown:
        return f"Python engine: would show {thought.mirror_shown}", False
    done = "and the answer " if thought.shown else ""
    return f"Python engine: {counted(len(found), 'candidate')} {done}the same", True


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


def describe_moment(
    thought: Thought, reached: int, cycles: int, state: int, width: int
) -> list[str]:
    """What is known at a moment of the thinking: how many candidates are judged, what is done."""
    if cycles < thought.began:
        return ["your move is keyed in"]
    if thought.shown and not thought.candidates:
        return []
    best = best_index(thought, reached)
    if best is None:
        told = f"none judged yet, {(cycles - thought.began) / MHZ:.3f} s after key PC"
    else:
        total = f" of {len(thought.candidates)}" if thought.shown else ""
        name = thought.name_of(thought.candidates[best])
        told = f"{reached}{total} judged, best so far {name}"
    return [told, describe_state(state, width)]


def level_in_short(level: Level, program: str) -> str:
    """``0.5 s a move``."""
    seconds = MEDIAN_JANUS if program == JANUS else MEDIAN_1976
    return f"{seconds[level]:g} s a move"
