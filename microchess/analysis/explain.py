"""Why the program chose what it chose: values taken apart, side by side."""

from dataclasses import dataclass

import chess

from microchess.engine.formula import IN_1976, Formula
from microchess.engine.state import EngineState, think
from microchess.engine.value import Breakdown, breakdown
from microchess.errors import MoveError
from microchess.program.chess_move import as_chess_move
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.reply import Candidate
from microchess.program.squares import from_chess
from microchess.program.table import POINTS_TABLE, man_name


@dataclass(frozen=True)
class Judgement:
    """A candidate in words and numbers; ``rank`` 1 is the best, of equals the first judged."""

    rank: int
    san: str
    man: str
    octal: str
    candidate: Candidate
    parts: Breakdown


@dataclass(frozen=True)
class Explanation:
    """All candidates of a position by rank, the one chosen (None: it resigned), one asked about."""

    position: Position
    level: Level
    judgements: tuple[Judgement, ...]
    chosen: Judgement | None
    asked: Judgement | None = None


def explain(
    board: chess.Board,
    level: Level,
    move: chess.Move | None = None,
    formula: Formula = IN_1976,
    position: Position | None = None,
) -> Explanation:
    """Why the program, having the move on *board*, plays what it plays - and not *move*; with
    another *formula*, why that player does. *position* has the pieces in their slots, else in the
    usual ones.

    Raises PositionError when the table cannot hold the position, MoveError when the program does
    not consider *move* at all.
    """
    position = position or Position.from_board(board, board.turn)
    table = position.table
    reply = think(table, level.check, level.turn, EngineState(formula=formula))
    ranked = sorted(reply.candidates, key=lambda one: -one.value)
    judgements = tuple(
        Judgement(
            rank,
            _san(board, position, one),
            man_name(one.man),
            f"{table[one.man]:02X}-{one.to:02X}",
            one,
            breakdown(table.data, POINTS_TABLE, one, formula),
        )
        for rank, one in enumerate(ranked, 1)
    )
    chosen = judgements[0] if reply.move is not None else None
    asked = None if move is None else _find(board, position, judgements, move)
    return Explanation(position, level, judgements, chosen, asked)


def _san(board: chess.Board, position: Position, one: Candidate) -> str:
    found = as_chess_move(board, position.table[one.man], one.to, position.computer_white)
    return found.san if found.allowed else f"{found.san}, illegal"


def _find(
    board: chess.Board,
    position: Position,
    judgements: tuple[Judgement, ...],
    move: chess.Move,
) -> Judgement:
    white = position.computer_white
    man = position.table.standing_on(from_chess(move.from_square, white))
    to = from_chess(move.to_square, white)
    for judgement in judgements:
        if (judgement.candidate.man, judgement.candidate.to) == (man, to):
            return judgement
    special = board.is_castling(move) or board.is_en_passant(move)
    why = "it knows no castling and no en passant" if special else "it is no move of its generator"
    raise MoveError(f"MicroChess does not consider {board.san(move)}: {why}")
