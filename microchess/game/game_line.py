"""A position as GUIs tell it: a start and the moves since, every man keeping his slot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import chess

from microchess.errors import FenError, MoveError
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
    def read(cls, fen: str = "startpos", moves: Iterable[str] = ()) -> GameLine:
        """The line of a FEN and moves in UCI notation.

        Raises FenError, MoveError at the first illegal move, PositionError when the men do not fit.
        """
        start = read_fen(fen)
        board = start.copy(stack=False)
        _refuse_nonsense(board)
        played = []
        for text in moves:
            try:
                move = chess.Move.from_uci(text)
            except ValueError:
                raise MoveError(f"{text!r} is no move; expected e.g. e2e4 or e7e8q") from None
            if not board.is_legal(move):
                raise MoveError(f"{text} is not legal in {board.fen()}: {why_illegal(board, move)}")
            board.push(move)
            played.append(move)
        return cls.of(start, played)

    @classmethod
    def of(cls, start: chess.Board, moves: Iterable[chess.Move]) -> GameLine:
        """The line of legal moves.

        Raises PositionError when the men do not fit.
        """
        moves = tuple(moves)
        computer = start.turn if len(moves) % 2 == 0 else not start.turn
        position, notes = fit(start, computer)
        board = start.copy(stack=False)
        for move in moves:
            position, more = track_promotion(position, board, move)
            notes += more
            board.push(move)
        return cls(start, moves, board, position, notes)

    @property
    def from_initial(self) -> bool:
        """Whether it starts where games start, as books do."""
        return self.start.fen() == chess.STARTING_FEN


def _refuse_nonsense(board: chess.Board) -> None:
    """No king may be there to be taken, no pawn where it would be another man already."""
    pawns = board.pawns & (chess.BB_RANK_1 | chess.BB_RANK_8)
    if pawns:
        squares = " and ".join(map(chess.square_name, chess.SquareSet(pawns)))
        raise FenError(
            f"{board.fen()}: a pawn on {squares}; none can stand on the first or the last rank"
        )
    if all(board.king(color) is not None for color in chess.COLORS) and board.was_into_check():
        raise FenError(f"{board.fen()}: the side that has moved is in check")
