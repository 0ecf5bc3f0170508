"""Candidates as they are judged, and a value taken apart."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.style import Style
from textual.strip import Strip

from microchess.program.reply import Candidate, leaders
from microchess.program.table import man_name
from tui.screen.drawing.ink import Ink, line
from tui.session.snapshot import Thought
from tui.session.thought_words import best_index, candidate_name

if TYPE_CHECKING:
    from microchess.engine.value import Term

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
    lines = [line(("  man from-to move    val min-max", ink.muted))]
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
            (f" {man_name(one.man):<4}{octal:<8}{candidate_name(thought, one):<7} ", style),
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
    from microchess.engine.value import breakdown

    parts = [breakdown(thought.table.data, thought.points, each) for each in (one, best) if each]
    times = "x" if ascii_only else "×"
    title = f"{candidate_name(thought, one)} = {one.value} (${one.value:02X})"
    rows = [
        (term, f"{term.count:>3} {times} {float(term.weight):<5g}", term.contribution)
        for term in parts[0].terms
    ]
    exceptions = [each.exception for each in parts if each.exception]
    if best is not None:
        names = (f"{candidate_name(thought, each)} {each.value}" for each in (one, best))
        title = f"{' - '.join(names)} = {one.value - best.value}"
        pairs = zip(parts[0].terms, parts[1].terms, strict=True)
        rows = [] if exceptions else [_difference(*pair, times=times) for pair in pairs]
        rows.sort(key=lambda row: -abs(row[2]))
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
        if adds
    ]
    return lines


def _difference(term: Term, other: Term, times: str) -> tuple[Term, str, Fraction]:
    """What a *term* adds more than the *other*; those of rounding are no counts."""
    counted = f"{term.count:>3} -{other.count:>3} {times} {float(term.weight):<5g}"
    if term.weight != other.weight:
        counted = " " * len(counted)
    return term, counted, term.contribution - other.contribution
