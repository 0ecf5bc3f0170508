"""Mates in two, solved the way of Prinz's program of 1951: four plies, one loop, no list of moves.

The counters of a ply stand for its move; what there is to decide is only when a ply has no move
left. A side without a legal move is mated, in check or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import exhibit
from microchess.boards.representation import BoardMove
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
    """Every legal first move, tried to the end, in the order of the list of men.

    Raises PositionError when *board* is no legal position.
    """
    recorder = CellRecorder()
    game = exhibit("prinz").game(board, recorder)
    assert isinstance(game.men, Prinz)
    yield from _Solver(game, game.men, recorder).run()


class _Solver:
    """One run; ``moves`` names the moves that the counters stand for, to tell of them."""

    def __init__(self, game: BoardGame, men: Prinz, recorder: CellRecorder) -> None:
        self.game, self.men, self.recorder = game, men, recorder
        self.moves: list[chess.Move] = []
        self.answers: list[tuple[chess.Move, chess.Move]] = []
        self.made = 0

    def run(self) -> Iterator[FirstMove]:
        while len(self.moves) or self.advance():
            if len(self.moves) == PLIES:
                self.back(MATE)
            elif not self.advance():
                ply = len(self.moves)
                if ply == ESCAPE:
                    self.answers.append((self.moves[REPLY], self.moves[MATE]))
                    self.back(REPLY)
                else:
                    yield self.tried(self.moves[REPLY] if ply == MATE else None)
                    self.back(KEY)

    def side(self, ply: int) -> chess.Color:
        return self.game.turn if ply % 2 == 0 else not self.game.turn

    def advance(self) -> bool:
        """Make the next legal move of the next ply; whether there was one."""
        ply = len(self.moves)
        color = self.side(ply)
        while (move := self.men.following(ply, color)) is not None:
            self.go(ply, move)
            if not self.men.attacked(self.men.king(color), not color):
                self.moves.append(self.game.chess_move(move))
                return True
            self.men.go_back(ply, color)
        return False

    def go(self, ply: int, move: BoardMove) -> None:
        self.made += 1
        self.men.go(ply, move)

    def back(self, ply: int) -> None:
        """Take back to before the move of *ply*, whose counters go on; later ones begin anew."""
        while len(self.moves) > ply:
            last = len(self.moves) - 1
            self.moves.pop()
            self.men.go_back(last, self.side(last))
            if last > ply:
                self.men.begin(last)

    def tried(self, refuted: chess.Move | None) -> FirstMove:
        recorder, answers = self.recorder, () if refuted else tuple(self.answers)
        counters = tuple(self.men.banks["plies"].raw[:3])
        told = FirstMove(
            self.moves[KEY], refuted, answers, counters, self.made, recorder.reads, recorder.writes
        )
        recorder.clear()
        self.answers, self.made = [], 0
        return told
