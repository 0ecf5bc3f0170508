"""Candidates as they are judged, and a value taken apart."""

from __future__ import annotations

from rich.style import Style
from textual.strip import Strip

from microchess.program.reply import Candidate, leaders
from microchess.program.table import man_name
from tui.screen.drawing.ink import Ink, line
from tui.session.thought import Thought
from tui.session.thought_words import best_index, taken_apart

_BAR = 7
"""Columns of the longest bar."""
BEST, BEST_ASCII = ("►", "◆"), (">", "*")
"""Marks of the best candidate, and of those that were better than all before them."""


def draw_candidates(
    thought: Thought,
    chosen: int | None,
    ink: Ink,
    ascii_only: bool = False,
    judged: int | None = None,
) -> list[Strip]:
    """A heading, then a line for each candidate in their `in_order`, the best marked. While it
    thinks, *judged* of them are: the last of these and the best so far are named, later ones are
    dim. A bar is short for the lowest value but 0, and full for the highest.
    """
    best = best_index(thought, judged)
    values = [one.value for one in thought.candidates if one.value] or [0]
    lines = [line(("  who from-to move    val min-max", ink.muted))]
    records = set(leaders(thought.candidates[:judged]))
    signs = BEST_ASCII if ascii_only else BEST
    for index in in_order(thought, judged):
        one = thought.candidates[index]
        mark = signs[index != best] if index in records else " "
        octal = f"{thought.table[one.man]:02X}-{one.to:02X}"
        style = ink.accent if index == best else ink.strong
        if judged is not None and index >= judged:
            style = ink.muted
        words: list[tuple[str, Style]] = [
            (mark, ink.led),
            (f" {man_name(one.man):<4}{octal:<8}{thought.name_of(one):<7} ", style),
            (f"{one.value:3d} ", ink.led if index in records else style),
        ]
        if index == chosen:
            words = [(text, ink.chosen) for text, _ in words]
        if judged is not None and index in (best, judged - 1):
            new = index == judged - 1
            beside = "new best" if index == best and new else "judged" if new else "best"
        else:
            beside = _bar(one.value, min(values), max(values), "#" if ascii_only else "▇")
        words.append((beside, style if index == best else ink.muted))
        lines.append(line(*words))
    return lines


def in_order(thought: Thought, judged: int | None = None) -> list[int]:
    """The candidates, by index: the highest value first, of equals the one judged first; in their
    turn while only so many are *judged*.
    """
    found = thought.candidates
    turns = range(len(found))
    return [*turns] if judged is not None else sorted(turns, key=lambda at: -found[at].value)


def _bar(value: int, low: int, high: int, cell: str) -> str:
    return cell * (1 + (value - low) * (_BAR - 1) // max(1, high - low)) if value else ""


def draw_breakdown(
    thought: Thought,
    one: Candidate,
    ink: Ink,
    ascii_only: bool = False,
    meanings: bool = True,
    best: Candidate | None = None,
) -> list[Strip]:
    """The terms of a candidate's value that are not zero, with their *meanings*; else the key that
    tells them. Beside the *best* it is those that make the difference, what makes most first.
    """
    times = "x" if ascii_only else "×"
    title, exceptions, rows = taken_apart(thought, one, best, times)
    words = ("", ink.muted) if meanings else ("  y: in words", ink.muted)
    lines = [line((title, ink.accent), words)]
    lines += [line((text, ink.warning)) for text in exceptions]
    lines += [
        line(
            f"{term.name:<8}",
            (counted, ink.muted),
            (f"{float(adds):>+7g} ", ink.good if adds > 0 else ink.error),
            (term.meaning.partition(";")[0] if meanings else "", ink.muted),
        )
        for term, counted, adds in rows
    ]
    return lines
