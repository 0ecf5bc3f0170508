"""What the program considers at a moment of its thinking, as moves on the board."""

from functools import lru_cache

import chess

from microchess.program.reply import Candidate, best_of
from tui.session.snapshot import Snapshot
from tui.session.thought import Thought

Way = tuple[chess.Square, chess.Square]
Arrows = tuple[Way | None, Way | None, Way | None]
"""Moves marked on the board: one to be looked at, a good one, and one to be feared."""


def arrows_at(view: Snapshot) -> Arrows | None:
    """Those of a moment of the thinking, now or of the last reply; None at other moments."""
    thought = view.thought
    thinks = thought is not None and not thought.shown and view.can_break_off
    if thought is None or not (view.watching or thinks):
        return None
    return considered(thought, view.reached or 0)


def considered(thought: Thought, judged: int) -> Arrows:
    """Of the first *judged* candidates the last, the best so far if that is another one, and the
    capture after the last that may cost most. None where there is none.
    """
    found = thought.candidates[:judged]
    if not found:
        return None, None, None
    last, best = found[-1], best_of(found)
    feared = _feared(thought.table.data, thought.points, thought.level_bytes, last)
    return (
        thought.way_of(last),
        thought.way_of(best) if best is not None and best is not last else None,
        thought.way(*feared) if feared else None,
    )


@lru_cache(maxsize=64)
def _feared(
    table: bytes, points: bytes, level: tuple[int, int], one: Candidate
) -> tuple[int, int] | None:
    from microchess.engine.search import Search

    return Search(table, points, *level).expected(one)
