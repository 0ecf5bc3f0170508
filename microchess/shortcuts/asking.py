"""Replies without a game around them, and their candidates as rows for a data frame or CSV."""

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
    """Return what *player*, one of `players`, plays in *position*, with its book closed.

    In a FEN or on a board the program plays the side to move; the other side must not be in check.
    Several threads may ask at the same time. Raises FenError or PositionError if the piece table
    cannot hold the position, ImageError if there is no such player, and EmuError if the program
    fails.
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
    """Compare the replies of two players in each of *positions*, and find where they first differ.

    Raises what `ask` raises, but a failure of the program counts as a difference.
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
    """Return the move of *reply*, the answer in *position*, for a chess board; None if it resigns.

    A pawn on the last rank becomes the best piece that was lost, or a queen if none was. The move
    may be illegal, because the program does not know all rules.
    """
    position, move = _answered(position, reply), reply.move
    if move is None:
        return None
    legal, _ = legal_form(position.board(), position, move.man, move.target)
    return legal or squares_of(move.source, move.target, position.computer_white)


def candidate_rows(position: str | chess.Board | Position, reply: Reply) -> list[dict[str, Any]]:
    """Return a row for each candidate of *reply*, the answer in *position*, in their order.

    ``man``, ``from`` and ``to`` are the name of the piece and the two squares in the program's own
    digits. ``san`` is the move in chess notation, or None if it is illegal. ``value`` is its value,
    ``chosen`` says whether it is played. Then every counter follows by its name.
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
        raise CellError(f"{move}: piece {move.man} stands on ${found.table[move.man]:02X} here")
    return found
