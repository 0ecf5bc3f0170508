"""The replies of a game that can be shown again after a step back or on."""

from __future__ import annotations

from typing import TypeAlias

import chess

from microchess.game.record import Record
from tui.session.replay import ReplyRecord
from tui.session.snapshot import Thought

_Where: TypeAlias = tuple[int, int, str, tuple[chess.Move, ...], str]


class KeptThoughts:
    """What was thought of the last reply in a record, and the recording of it."""

    def __init__(self) -> None:
        self._kept: dict[_Where, tuple[Thought, ReplyRecord | None]] = {}

    def keep(self, record: Record, thought: Thought, recording: ReplyRecord | None) -> None:
        """*thought* led to the last move in *record*."""
        self._kept[_where(record)] = thought, recording

    def of(self, record: Record) -> tuple[Thought | None, ReplyRecord | None]:
        """What led to the last move in *record*, as far as it is known."""
        return self._kept.get(_where(record), (None, None))


def _where(record: Record) -> _Where:
    """The moves, what was said of the last one (its value and its time), why they begin there."""
    board = record.board
    said = record.comments.get(board.ply(), "")
    root, moves = board.root().fen(), tuple(board.move_stack)
    why = record.chapters[-1].why if record.chapters else ""
    return record.plies, len(record.chapters), root, moves, f"{why};{said}"
