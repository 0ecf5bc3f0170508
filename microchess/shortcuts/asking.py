"""Replies without a game around them, and their candidates as rows for a data frame or CSV."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import chess

from microchess.analysis.compare.cases import CaseResult, CompareCase
from microchess.analysis.compare.runner import run_chunk
from microchess.errors import CellError, ImageError
from microchess.game.arbiter import legal_form
from microchess.game.given import GivenPosition
from microchess.machine.choose import choose
from microchess.machine.solver import solvers
from microchess.program.chess_move import as_chess_move, squares_of
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.position import Position, playable
from microchess.program.reply import Reply, leaders
from microchess.program.request import Request
from microchess.program.table import man_name


def ask(
    position: str | chess.Board | Position,
    level: Level = Level.NORMAL,
    player: str | None = None,
) -> Reply:
    """What *player* (a name of `microchess.players`) plays in *position*, the book closed.

    Of a FEN or a board the program has the side to move; the other must not be in check. Threads
    may ask at the same time: each has a machine of its own meanwhile, which is kept for the next
    question. Raises FenError or PositionError for a position that the piece table cannot hold,
    ImageError when there is no such player, and EmuError when the program comes to grief.
    """
    request = Request(position_of(position).table, Level.checked(level))
    with solvers.taken(choose(player)) as solver:
        return solver.solve(request)


def compare_players(
    one: str,
    other: str,
    positions: Iterable[str | chess.Board | Position],
    level: Level = Level.NORMAL,
) -> list[CaseResult]:
    """The replies of two players to each of *positions*, and where they first differ.

    Raises what `ask` does, except that an error of the program is a difference.
    """
    if one == other:
        raise ImageError(f"{one!r} and {other!r}: expected two players")
    if isinstance(positions, str | chess.Board | Position) or not isinstance(positions, Iterable):
        raise TypeError(f"positions {positions!r}: expected several, in a list")
    specs = (choose(one), choose(other))
    level = Level.checked(level)
    cases = (
        CompareCase(number, "library", level.title, found.table.hex, found.fen())
        for number, found in enumerate(map(position_of, positions))
    )
    return run_chunk(specs, tuple(cases))


def chess_move(position: str | chess.Board | Position, reply: Reply) -> chess.Move | None:
    """The move of *reply*, which answers *position*, for a chess board; None when it resigns.

    A pawn on the last rank becomes the best lost piece, a queen when none is lost. The program
    knows no rules: chess may forbid its move.
    """
    position, move = _answered(position, reply), reply.move
    if move is None:
        return None
    legal, _ = legal_form(position.board(), position, move.man, move.target)
    return legal or squares_of(move.source, move.target, position.computer_white)


def candidate_rows(position: str | chess.Board | Position, reply: Reply) -> list[dict[str, Any]]:
    """A row for each candidate of *reply*, which answers *position*, in the order judged.

    ``man``, ``from`` and ``to`` are the man's name and the two squares in the program's own digits,
    ``san`` the move on the chess board (None where chess forbids it), ``value`` what the program
    thinks of it, ``chosen`` whether it is played; then every counter by name.
    """
    position = _answered(position, reply)
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
    """See `given`."""
    return position if isinstance(position, Position) else given(position).position


def given(position: str | chess.Board | Position) -> GivenPosition:
    """The position of a FEN, with moves behind it or not, or of a board, in which the program has
    the side to move.

    Raises FenError, PositionError, MoveError, or TypeError for anything else.
    """
    if isinstance(position, str):
        return GivenPosition.of_text(position)
    if isinstance(position, chess.Board):
        turn = position.turn
        return GivenPosition(position, Position.from_board(playable(position), turn))
    if not isinstance(position, Position):
        raise TypeError(f"position {position!r}: expected a FEN, a chess.Board or a Position")
    return GivenPosition.of_table(position.table, position.computer, position.computer)


def _answered(position: str | chess.Board | Position, reply: Reply) -> Position:
    """The position that *reply* answers. Raises TypeError or CellError where it does not."""
    if not isinstance(reply, Reply):
        raise TypeError(f"reply {reply!r}: expected a Reply")
    found, move = position_of(position), reply.move
    if move is not None and found.table[move.man] != move.source:
        raise CellError(f"{move}: man {move.man} stands on ${found.table[move.man]:02X} here")
    return found
