"""What makes a puzzle true: by the exact engine and a search over all moves."""

from __future__ import annotations

from functools import partial

import chess

from microchess.engine.state import think
from microchess.errors import PositionError
from microchess.game.arbiter import legal_form
from microchess.program.levels import Level
from microchess.program.position import Position, read_fen
from microchess.puzzles.puzzle import Puzzle

PIECES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
WON = 5
"""How much better off, in pawns, whoever has taken the queen is after the reply."""


def faults(puzzle: Puzzle) -> list[str]:
    """Why it is not true; empty when it is: the program plays the blunder and could do better,
    all solutions and no other moves do what they should, and nothing mates sooner.
    """
    before, board = read_fen(puzzle.before), puzzle.board
    faults = []
    if (played := reply(before, puzzle.level)) != puzzle.blunder:
        faults.append(f"it plays {played}, not {puzzle.blunder}")
    if not could_do_better(before, puzzle.mate):
        faults.append("it had nothing better")
    if (found := winning_moves(board, puzzle.mate)) != puzzle.solutions:
        faults.append(f"the solutions are {', '.join(map(str, found)) or 'none'}")
    if any(winning_moves(board, sooner) for sooner in range(1, puzzle.mate or 3)):
        faults.append("there is a mate sooner")
    return faults


def reply(board: chess.Board, level: Level) -> chess.Move | None:
    """What MicroChess plays in a position, its book closed; None where it makes no legal move."""
    try:
        position = Position.from_board(board, board.turn)
    except PositionError:
        return None
    shown = think(position.table, level.check, level.turn).move
    return None if shown is None else legal_form(board, position, shown.man, shown.target)[0]


def winning_moves(board: chess.Board, mate: int | None) -> tuple[chess.Move, ...]:
    """All moves that mate in *mate* moves, this one included, whatever the defence; with None all
    that take the queen and leave the side `WON` pawns better off after any reply.
    """
    won = _takes_queen if mate is None else partial(mates, moves=mate)
    return tuple(sorted((m for m in [*board.legal_moves] if won(board, m)), key=str))


def could_do_better(before: chess.Board, mate: int | None) -> bool:
    """Whether the side to move has a move after which there are no `winning_moves`."""
    return any(not _then(before, move, mate) for move in [*before.legal_moves])


def _then(board: chess.Board, move: chess.Move, mate: int | None) -> bool:
    """Whether the other side wins like that after *move*."""
    won = _takes_queen if mate is None else partial(mates, moves=mate)
    board.push(move)
    found = any(won(board, answer) for answer in [*board.legal_moves])
    board.pop()
    return found


def mates(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Whether *move* mates in at most so many moves, this one included, whatever the defence."""
    if moves == 1 and not board.gives_check(move):
        return False
    board.push(move)
    defences = [*board.legal_moves]
    mated = board.is_checkmate() or (
        moves > 1
        and bool(defences)
        and all(_then(board, defence, moves - 1) for defence in defences)
    )
    board.pop()
    return mated


def _takes_queen(board: chess.Board, move: chess.Move) -> bool:
    if board.piece_type_at(move.to_square) != chess.QUEEN:
        return False
    board.push(move)
    lost = max((_taken(board, answer) for answer in board.legal_moves), default=0)
    board.pop()
    return PIECES[chess.QUEEN] - lost >= WON


def _taken(board: chess.Board, move: chess.Move) -> int:
    return PIECES.get(board.piece_type_at(move.to_square) or chess.KING, 0)
