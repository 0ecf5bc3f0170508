"""What notebooks show of piece tables and replies: HTML tables, which get the notebook's colours,
light or dark. The modules of those values load this one when they are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from microchess.program.memory_map import COUNTER_NAMES, TABLE
from microchess.program.squares import on_board, square_name
from microchess.program.table import HALF, MEN, PieceTable, man_name

if TYPE_CHECKING:
    from microchess.program.reply import Candidate, Reply

MOST = 10
"""Candidates shown of a reply."""
_LEGEND = "hexadecimal; counters that are all zero are left out"
_COLUMNS = ("cell", "byte", "square")


def html_table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], strong: int | None = None
) -> str:
    """A table of texts beneath a caption, all escaped; row number *strong* (from 0) is bold."""
    lines = [_row("th", head)]
    for number, row in enumerate(rows):
        lines.append(_row("td", row, "font-weight:bold" if number == strong else ""))
    body = "\n".join(lines)
    return (
        f'<div style="overflow-x:auto;font-family:monospace">{escape(caption)}\n'
        f"<table>\n{body}\n</table></div>"
    )


def _row(tag: str, texts: Sequence[str], style: str = "") -> str:
    cells = "".join(f"<{tag}>{escape(one)}</{tag}>" for one in texts)
    return f'<tr style="{style}">{cells}</tr>' if style else f"<tr>{cells}</tr>"


def piece_table_html(table: PieceTable) -> str:
    """The computer's men and the opponent's side by side: cell, byte and square; problems above.

    A square has two names: the one it has when the computer plays White, and that for Black.
    """
    caption = "Piece table; squares when the computer has White / Black"
    sides = (f"{side} {column}" for side in ("computer's", "opponent's") for column in _COLUMNS)
    return html_table(
        "; ".join((caption, *table.problems())),
        ("man", *sides),
        (
            (name, *_man_cells(table, man), *_man_cells(table, man + HALF))
            for man, name in enumerate(MEN)
        ),
    )


def _man_cells(table: PieceTable, man: int) -> tuple[str, str, str]:
    byte, square = table[man], "captured"
    if on_board(byte):
        square = " / ".join(square_name(byte, white) for white in (True, False))
    return f"${TABLE + man:02X}", f"{byte:02X}", square


def reply_html(reply: Reply, leading: Sequence[int]) -> str:
    """What is played, and the best candidates by value, of equals the first judged first.

    *leading* are the candidates, by index, that were the best so far; the last one is played.
    """
    every, move = reply.candidates, reply.move
    ranked = sorted(range(len(every)), key=lambda index: -every[index].value)[:MOST]
    best = [every[index] for index in ranked]
    if move is None:
        played, action = None, "Resigns"
    else:
        played = ranked.index(leading[-1]) if leading else None
        action = f"{man_name(move.man)} {move.source:02X}-{move.target:02X}"
    stood = {} if move is None else {move.man: move.source}  # where it came from
    counted = _counted(best)
    return html_table(
        f"{action}; {len(best)} of {len(every)} candidates ({_LEGEND})",
        ("man", "from", *_head(counted)),
        (
            (
                man_name(one.man),
                f"{stood.get(one.man, reply.after[one.man]):02X}",
                *_cells(one, counted),
            )
            for one in best
        ),
        played,
    )


def candidate_html(candidate: Candidate) -> str:
    """One candidate; where the man comes from it does not know."""
    counted = _counted([candidate])
    row = (man_name(candidate.man), *_cells(candidate, counted))
    return html_table(f"Candidate ({_LEGEND})", ("man", *_head(counted)), [row])


def _counted(candidates: Sequence[Candidate]) -> list[int]:
    """The counters that are not zero everywhere; none while the program still thinks."""
    return [
        index
        for index in range(len(COUNTER_NAMES))
        if any(any(one.counters[index : index + 1]) for one in candidates)
    ]


def _head(counted: Sequence[int]) -> list[str]:
    return ["to", "value", *(COUNTER_NAMES[index] for index in counted)]


def _cells(candidate: Candidate, counted: Sequence[int]) -> list[str]:
    counters = (f"{candidate.counters[index]:X}" for index in counted)
    return [f"{candidate.to:02X}", f"{candidate.value:02X}", *counters]
