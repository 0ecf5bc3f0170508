"""The game as it was at an earlier position, the bytes of the table too."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import chess

from microchess.errors import MicroChessError
from microchess.program.move_entry import play
from microchess.program.position import Position
from microchess.program.table import PieceTable
from tui.session.snapshot import GameView


def looked_at(game: GameView, half_moves: int | None) -> GameView:
    """The game after so many half-moves (see `GameView.way_to`); None: as it is now."""
    if half_moves is None:
        return game
    board, table = _walked(*game.way_to(half_moves), game.computer)
    last = board.peek() if board.move_stack else None
    men = (board.piece_at(square) for square in chess.SQUARES)
    return replace(
        game,
        men="".join(man.symbol() if man else "." for man in men),
        fen=board.fen(),
        last=(last.from_square, last.to_square) if last else None,
        check=board.king(board.turn) if board.is_check() else None,
        legal=(),
        table=table or game.table,
        looking=half_moves,
    )


@lru_cache(maxsize=64)
def _walked(
    start: str, sans: tuple[str, ...], computer: chess.Color
) -> tuple[chess.Board, PieceTable | None]:
    """The board, and the table in which every piece has kept its slot, where there is one."""
    board = chess.Board(start)
    try:
        position: Position | None = Position.from_board(board, computer)
    except MicroChessError:
        position = None
    for san in sans:
        move = board.parse_san(san)
        try:
            position = play(position, board, move) if position else None
        except MicroChessError:
            position = None
        board.push(move)
    return board, position.table if position else None
