"""What the program considers at a moment of its thinking, as moves on the board."""

from __future__ import annotations

from functools import lru_cache

import chess

from microchess.program.reply import Candidate, leaders
from microchess.program.squares import on_board, to_chess
from tui.session.snapshot import Thought

Way = tuple[chess.Square, chess.Square]


def considered(thought: Thought, judged: int) -> tuple[Way | None, Way | None, Way | None]:
    """Of the first *judged* candidates the last, the best so far if that is another one, and the
    reply feared after the last: the most it may cost. None where there is none.
    """
    found = thought.candidates[:judged]
    if not found:
        return None, None, None
    last, leading = found[-1], leaders(found)
    best = found[leading[-1]] if leading else None
    feared = feared_reply(thought.table.data, thought.points, thought.level_bytes, last)
    return (
        way_of(thought, last),
        way_of(thought, best) if best is not None and best is not last else None,
        _way(thought, *feared) if feared else None,
    )


def way_of(thought: Thought, one: Candidate) -> Way | None:
    """From which square to which a candidate goes; None beside the board."""
    return _way(thought, thought.table[one.man], one.to)


def _way(thought: Thought, source: int, to: int) -> Way | None:
    if not (on_board(source) and on_board(to)):
        return None
    return to_chess(source, thought.computer), to_chess(to, thought.computer)


@lru_cache(maxsize=64)
def feared_reply(
    table: bytes, points: bytes, level: tuple[int, int], one: Candidate
) -> tuple[int, int] | None:
    """The squares, as bytes, of the best capture after a candidate; None when there is none."""
    from microchess.engine.search import Search

    return Search(table, points, *level).expected(one)
