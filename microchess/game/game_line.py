"""A position as GUIs tell it: a start and the moves since, every piece keeping its slot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import chess

from microchess.errors import MoveError
from microchess.game.promotion import fit, track_promotion
from microchess.program.legality import why_illegal
from microchess.program.position import Position, read_fen


@dataclass(frozen=True)
class GameLine:
    """The board at the end of *moves* from *start*, and the table, the side to move being the
    computer. ``notes`` tell who stands in for whom.
    """

    start: chess.Board
    moves: tuple[chess.Move, ...]
    board: chess.Board
    position: Position
    notes: tuple[str, ...] = ()

    @classmethod
    def read(
        cls, fen: str = "startpos", moves: Iterable[str] = (), before: GameLine | None = None
    ) -> GameLine:
        """The line of a FEN and moves in UCI notation; it goes on from the line *before* where that
        is how it begins.

        Raises FenError, MoveError at the first illegal move, PositionError when the pieces do not
        fit.
        """
        start, texts = read_fen(fen), tuple(moves)
        known = before if before is not None and before._begins(start, texts) else None
        if known is None:
            return cls.of(start, _legal_moves(start.copy(stack=False), texts))
        return known._then(_legal_moves(known.board.copy(), texts[len(known.moves) :]))

    @classmethod
    def of(cls, start: chess.Board, moves: Iterable[chess.Move]) -> GameLine:
        """The line of legal moves. Raises PositionError when the pieces do not fit."""
        moves = tuple(moves)
        computer = start.turn if len(moves) % 2 == 0 else not start.turn
        position, notes = fit(start, computer)
        return cls(start, (), start.copy(stack=False), position, notes)._then(moves)

    def _begins(self, start: chess.Board, texts: tuple[str, ...]) -> bool:
        """Whether the line of *texts* goes on from here with the computer in the same colour."""
        known = len(self.moves)
        return (
            self.start == start
            and len(texts) >= known
            and (len(texts) - known) % 2 == 0
            and all(map(str.__eq__, texts, map(str, self.moves)))
        )

    def _then(self, moves: Iterable[chess.Move]) -> GameLine:
        """The line that goes on with legal *moves*."""
        moves = tuple(moves)
        position, notes, board = self.position, self.notes, self.board.copy()
        for move in moves:
            position, more = track_promotion(position, board, move)
            notes += more
            board.push(move)
        return GameLine(self.start, self.moves + moves, board, position, notes)

    @property
    def from_initial(self) -> bool:
        """Whether it starts where games start, as books do."""
        return self.start.fen() == chess.STARTING_FEN


def _legal_moves(board: chess.Board, texts: Iterable[str]) -> list[chess.Move]:
    """The moves in UCI notation, pushed on *board*. Raises MoveError at the first illegal one."""
    moves = []
    for text in texts:
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            raise MoveError(f"{text!r} is no move; expected e.g. e2e4 or e7e8q") from None
        if not board.is_legal(move):
            raise MoveError(f"{text} is not legal in {board.fen()}: {why_illegal(board, move)}")
        board.push(move)
        moves.append(move)
    return moves
