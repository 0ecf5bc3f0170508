"""What the program considers at a moment of its thinking, as moves on the board."""

from __future__ import annotations

from functools import lru_cache

import chess

from microchess.program.chess_move import squares_of
from microchess.program.reply import Candidate, best_of
from tui.session.snapshot import Thought

Way = tuple[chess.Square, chess.Square]


def considered(thought: Thought, judged: int) -> tuple[Way | None, Way | None, Way | None]:
    """Of the first *judged* candidates the last, the best so far if that is another one, and the
    capture after the last that may cost most. None where there is none.
    """
    found = thought.candidates[:judged]
    if not found:
        return None, None, None
    last, best = found[-1], best_of(found)
    feared = _feared(thought.table.data, thought.points, thought.level_bytes, last)
    return (
        way_of(thought, last),
        way_of(thought, best) if best is not None and best is not last else None,
        _way(thought, *feared) if feared else None,
    )


def way_of(thought: Thought, one: Candidate) -> Way | None:
    """From which square to which a candidate goes; None beside the board."""
    return _way(thought, thought.table[one.man], one.to)


def _way(thought: Thought, source: int, to: int) -> Way | None:
    move = squares_of(source, to, thought.computer)
    return (move.from_square, move.to_square) if move is not None else None


@lru_cache(maxsize=64)
def _feared(
    table: bytes, points: bytes, level: tuple[int, int], one: Candidate
) -> tuple[int, int] | None:
    from microchess.engine.search import Search

    return Search(table, points, *level).expected(one)
