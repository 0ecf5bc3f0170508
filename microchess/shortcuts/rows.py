"""Candidates as flat rows, fit for a data frame or a CSV file."""

from __future__ import annotations

from typing import Any

import chess

from microchess.program.chess_move import as_chess_move
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.position import Position
from microchess.program.reply import Reply, leaders
from microchess.program.table import man_name


def candidate_rows(position: str | chess.Board | Position, reply: Reply) -> list[dict[str, Any]]:
    """A row for each candidate of *reply*, which answers *position*, in the order judged.

    ``man``, ``from`` and ``to`` are the man's name and the two squares in the program's own digits,
    ``san`` the move on the chess board (None where chess forbids it), ``value`` what the program
    thinks of it, ``chosen`` whether it is played; then every counter by name.
    """
    position = position_of(position)
    board, table = position.board(), position.table
    leading = leaders(reply.candidates)
    chosen = leading[-1] if leading and reply.move is not None else None
    rows: list[dict[str, Any]] = []
    for index, one in enumerate(reply.candidates):
        source = table[one.man]
        found = as_chess_move(board, source, one.to, position.computer_white)
        rows.append(
            {
                "man": man_name(one.man),
                "from": f"{source:02X}",
                "to": f"{one.to:02X}",
                "san": found.san if found.allowed else None,
                "value": one.value,
                "chosen": index == chosen,
                **dict(zip(COUNTER_NAMES, one.counters, strict=True)),
            }
        )
    return rows


def position_of(position: str | chess.Board | Position) -> Position:
    """The position of a FEN or a board, in which the program has the side to move.

    Raises FenError or PositionError.
    """
    if isinstance(position, str):
        return Position.from_fen(position)
    if isinstance(position, chess.Board):
        return Position.from_board(position, position.turn)
    return position
