"""Weights, and candidates in the order that they make."""

from __future__ import annotations

from dataclasses import fields
from textwrap import wrap

from microchess.engine import counters as cells
from microchess.engine.formula import IN_1976, Formula
from microchess.engine.value import revalue
from microchess.program.reply import Candidate
from tui.screen.drawing.lines import Line, Word
from tui.session.thought import Thought

COLUMN = 11
"""Columns of a weight with its name."""
_COUNTER, _BEFORE = 6, 22
"""Columns of a counter, and before the first."""
_NONE = "no candidates yet: make a move, and let MicroChess think"


def draw_weights(formula: Formula, chosen: str, width: int) -> list[Line]:
    """As many in a row as fit; those that are not of 1976 stand out."""
    words: list[Word] = []
    for one in fields(formula):
        value = getattr(formula, one.name)
        style = "warning" if value != getattr(IN_1976, one.name) else "muted"
        text = f"{one.name:<5}{float(value):>5g} "
        words.append((text, "chosen" if one.name == chosen else style))
    row = max(1, width // COLUMN)
    return [tuple(words[at : at + row]) for at in range(0, len(words), row)]


def revalued(thought: Thought, formula: Formula) -> list[Candidate]:
    """The candidates in the program's order, by other weights than those it thought with."""
    table, points = thought.table.data, thought.points
    return [one._replace(value=revalue(table, points, one, formula)) for one in thought.candidates]


def draw_order(
    thought: Thought | None,
    formula: Formula,
    width: int,
    ascii_only: bool = False,
    chosen: str = "",
) -> list[Line]:
    """The candidates by their value now, the highest first: place and value, those of 1976, and as
    many counters, of those that are not zero everywhere, as fit, the *chosen* one first.
    """
    if thought is None or not thought.candidates:
        return [((text, "muted"),) for text in wrap(_NONE, max(10, width))]
    found, in_1976 = revalued(thought, formula), revalued(thought, IN_1976)
    old = sorted(range(len(found)), key=lambda at: -in_1976[at].value)
    new = sorted(range(len(found)), key=lambda at: -found[at].value)
    names = [one.name for one in fields(formula) if hasattr(cells, one.name)]
    names.sort(key=lambda name: name != chosen)
    used = [
        name
        for name in names
        if any(one.counters[getattr(cells, name)] for one in thought.candidates)
    ][: max(0, (width - _BEFORE) // _COUNTER)]
    heads = "".join(f"{name:>{_COUNTER}}" for name in used)
    lines: list[Line] = [((f"  move     now    1976{heads}", "muted"),)]
    best = ">" if ascii_only else "►"
    for place, at in enumerate(new):
        one, before = found[at], in_1976[at].value
        rank = old.index(at)
        mark = best if place == 0 else " "
        style = "accent" if place == 0 else "warning" if rank == 0 else "strong"
        counted = "".join(f"{one.counters[getattr(cells, name)]:>{_COUNTER}}" for name in used)
        name = thought.name_of(one)
        then = f"{before:>4}{f' #{rank + 1}':<4}"
        lines.append(
            (
                (mark, "led"),
                (f" {name:<7}{one.value:>4} ", style),
                (then, ""),
                (counted, "muted"),
            )
        )
    return lines
