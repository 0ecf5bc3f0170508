"""A finished game with what MicroChess thinks of it: its own choice, values, candidates."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import chess
import chess.pgn

from emu.errors import BudgetSpent
from microchess.errors import PositionError
from microchess.game.arbiter import legal_form
from microchess.game.promotion import fit, track_promotion
from microchess.machine.solver import Solver
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.reply import Reply
from microchess.program.request import Request


@dataclass(frozen=True)
class Annotated:
    """How many moves were commented; for how many of them the solver's budget did not suffice."""

    moves: int = 0
    undecided: int = 0


def annotate(
    game: chess.pgn.Game, solver: Solver, level: Level, sides: Collection[chess.Color], top: int
) -> Annotated:
    """Comment every move of *sides* in the main line, with at most *top* candidates each; existing
    comments stay.

    Every man keeps his slot from the start of the game on. A position the table cannot hold is said
    to be one, and so is one that was not answered within the solver's budget.
    """
    board = game.board()
    try:
        seats = {color: fit(board, color) for color in sides}
    except PositionError as error:
        game.comment = _joined(game.comment, str(error))
        return Annotated()
    commented = undecided = 0
    for node in game.mainline():
        assert isinstance(node, chess.pgn.ChildNode)
        if board.turn in sides:
            position, notes = seats[board.turn]
            try:
                reply = solver.solve(Request(position.table, level))
                text = describe(board, position, reply, node.move, top)
            except BudgetSpent as spent:
                text = f"MicroChess: no reply after {spent.cycles:,} cycles"
                undecided += 1
            node.comment = _joined(node.comment, "; ".join((*notes, text)))
            commented += 1
        for color in sides:
            position, notes = track_promotion(seats[color][0], board, node.move)
            seats[color] = (position, (*(() if color == board.turn else seats[color][1]), *notes))
        board.push(node.move)
    return Annotated(commented, undecided)


def describe(
    board: chess.Board, position: Position, reply: Reply, played: chess.Move, top: int
) -> str:
    """``MicroChess: Nf3 $CD, d4 $CB; played Nc3: $C9, 4th of 30``."""
    ranked = sorted(reply.candidates, key=lambda one: -one.value)
    names = []
    place = ""
    for rank, one in enumerate(ranked, 1):
        move, _ = legal_form(board, position, one.man, one.to)
        octal = f"{position.table[one.man]:02X}-{one.to:02X}"
        name = f"{octal} (illegal)" if move is None else board.san(move)
        names.append(f"{name} ${one.value:02X}")
        squares = move and (move.from_square, move.to_square)  # whatever a pawn becomes
        if squares == (played.from_square, played.to_square):
            place = f"${one.value:02X}, {_ordinal(rank)} of {len(ranked)}"
    choice = "MicroChess resigns" if reply.move is None else "MicroChess"
    choices = f"{choice}: {', '.join(names[:top])}" if names else choice
    san = board.san(played)
    return f"{choices}; played {san}: {place or 'not considered'}"


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _joined(old: str, new: str) -> str:
    return f"{old} / {new}" if old else new
