"""Replies without a game around them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import chess

from microchess.analysis.compare.cases import CaseResult, CompareCase
from microchess.analysis.compare.runner import run_chunk
from microchess.machine.choose import choose
from microchess.machine.solver import PlayerSpec, Solver
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.reply import Reply
from microchess.program.request import Request
from microchess.shortcuts.rows import position_of


def ask(
    position: str | chess.Board | Position,
    level: Level = Level.NORMAL,
    player: str | None = None,
) -> Reply:
    """What *player* (a name of `microchess.players`) plays in *position*, the book closed.

    Of a FEN or a board the program has the side to move. A player's machine is kept for the next
    question, so only one thread may ask. Raises FenError or PositionError for a position that the
    piece table cannot hold, ImageError when there is no such player, and EmuError when the program
    comes to grief.
    """
    return _solver(choose(player)).solve(Request(position_of(position).table, level))


def compare_players(
    one: str,
    other: str,
    positions: Iterable[str | chess.Board | Position],
    level: Level = Level.NORMAL,
) -> list[CaseResult]:
    """The replies of two players to each of *positions*, and where they first differ.

    Raises what `ask` does, except that an error of the program is a difference.
    """
    specs = (choose(one), choose(other))
    cases = (
        CompareCase(number, "library", level.title, found.table.hex, found.fen())
        for number, found in enumerate(map(position_of, positions))
    )
    return run_chunk(specs, tuple(cases))


@cache
def _solver(spec: PlayerSpec) -> Solver:
    return spec.solver()
