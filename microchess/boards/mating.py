"""Mates in two, solved the way of Prinz's program of 1951: four plies, one loop, no list of moves.

The counters of a ply stand for its move; what there is to decide is only when a ply has no move
left. A side without a legal move is mated, in check or not.
"""

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import NamedTuple

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import exhibit
from microchess.boards.representations.prinz import PLIES, Prinz

KEY, REPLY, MATE, ESCAPE = range(PLIES)


class FirstMove(NamedTuple):
    """A first move tried: who refutes it, or how each reply to it is answered.

    ``counters`` are those of the first ply, ``made``, ``reads`` and ``writes`` what the move took.
    """

    move: chess.Move
    refuted: chess.Move | None
    answers: tuple[tuple[chess.Move, chess.Move], ...]
    counters: tuple[int, ...]
    made: int
    reads: int
    writes: int


def first_moves(board: chess.Board) -> Iterator[FirstMove]:
    """Every legal first move, tried to the end, in the order of the list of pieces.

    Raises PositionError when *board* is no legal position.
    """
    recorder = CellRecorder()
    game = exhibit("prinz").game(board, recorder)
    solver = _Solver(game)
    for key in solver.legal(KEY):
        answers, refuted = [], None
        with closing(solver.legal(REPLY)) as replies:
            for reply in replies:
                if (mate := solver.mate()) is None:
                    refuted = reply
                    break
                answers.append((reply, mate))
            counters, told = solver.men.banks["plies"].raw[:3], () if refuted else tuple(answers)
            cost = solver.made, recorder.reads, recorder.writes
            recorder.clear()
            solver.made = 0
            yield FirstMove(key, refuted, told, tuple(counters), *cost)


class _Solver:
    """``made`` counts the moves made."""

    def __init__(self, game: BoardGame) -> None:
        assert isinstance(game.men, Prinz)
        self.game, self.men, self.made = game, game.men, 0

    def legal(self, ply: int) -> Generator[chess.Move]:
        """Each legal move of a ply, made as long as it is looked at."""
        color = self.game.turn if ply % 2 == 0 else not self.game.turn
        while (move := self.men.following(ply, color)) is not None:
            self.made += 1
            self.men.go(ply, move)
            if not self.men.attacked(self.men.king(color), not color):
                try:
                    yield self.game.chess_move(move)
                except GeneratorExit:
                    self.men.go_back(ply, color)
                    self.men.begin(ply)
                    raise
            self.men.go_back(ply, color)

    def mate(self) -> chess.Move | None:
        """The first move that nothing is left against."""
        with closing(self.legal(MATE)) as moves:
            return next((move for move in moves if not self._escapes()), None)

    def _escapes(self) -> bool:
        with closing(self.legal(ESCAPE)) as moves:
            return next(moves, None) is not None
