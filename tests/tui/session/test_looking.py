"""An earlier position has the bytes of then, with every piece in its slot."""

from __future__ import annotations

from dataclasses import replace

import chess

from microchess.program.squares import CAPTURED
from microchess.program.table import INITIAL_TABLE
from tests.tui.panels.moments import moment
from tui.session.looking import looked_at

GAME = ["e4", "d5", "exd5", "Nf6", "Nc3", "Nxd5", "Nf3", "Nxc3"]
MOVED = 0, 1, 2, 2, 3, 4, 4, 5
"""How many pieces are not where they were, or are no more, before each of these."""


def test_the_table_is_that_of_then() -> None:
    board, boards = chess.Board(), []
    for san in GAME:
        boards.append(board.fen())
        board.push_san(san)
    game = replace(moment().game, start=chess.STARTING_FEN, sans=(*GAME,), computer=chess.BLACK)
    assert looked_at(game, None) is game
    begun = looked_at(game, 0)
    assert begun.past
    assert sorted(begun.table) == sorted(INITIAL_TABLE)
    for at, (fen, count) in enumerate(zip(boards, MOVED, strict=True)):
        seen = looked_at(game, at)
        assert seen.fen == fen
        assert sum(a != b for a, b in zip(seen.table, begun.table, strict=True)) == count
    assert list(looked_at(game, 7).table).count(CAPTURED) == 2
