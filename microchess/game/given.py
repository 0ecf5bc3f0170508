"""A position as somebody gives it: a FEN, moves behind it, or the bytes of a piece table."""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess

from microchess.errors import PositionError
from microchess.program.move_entry import play
from microchess.program.move_text import parse_move
from microchess.program.position import Position, playable, read_fen
from microchess.program.squares import CAPTURED, on_board
from microchess.program.table import PieceTable

_MOVES = re.compile(r"\s+moves\b")
_NUMBER = re.compile(r"[0-9]+\.+")


@dataclass(frozen=True)
class GivenPosition:
    """The board, and the table in which every piece has its slot; ``position.computer`` is the
    program's colour.
    """

    board: chess.Board
    position: Position

    @classmethod
    def of_text(cls, text: str) -> GivenPosition:
        """A FEN or ``startpos``, perhaps with ``moves`` and moves behind it; the side to move is
        the program's.

        Raises FenError, PositionError, or MoveError at the first move that cannot be played.
        """
        fen, *rest = _MOVES.split(text, maxsplit=1)
        board = read_fen(fen)
        position = Position.from_board(board, board.turn)
        for word in " ".join(rest).split():
            if san := _NUMBER.sub("", word):
                white, own = position.computer_white, board.turn == position.computer
                move = parse_move(san, board, position.table, white, own)
                position = play(position, board, move)
                board.push(move)
        return cls(board, position).with_computer(board.turn)

    @classmethod
    def of_table(cls, table: PieceTable, computer: chess.Color, turn: chess.Color) -> GivenPosition:
        """A table whose first half are *computer*'s pieces, *turn* to move.

        Raises PositionError or FenError where it is no position of chess.
        """
        white = computer == chess.WHITE
        if problems := table.problems(white):
            raise PositionError(table.hex, problems, "a chess board")
        position = Position(table, white)
        return cls(playable(position.board(turn)), position)

    def with_computer(self, computer: chess.Color) -> GivenPosition:
        """The same pieces, the program having *computer*'s."""
        if computer == self.position.computer:
            return self
        turned = self.position.reversed()
        table = bytes(byte if on_board(byte) else CAPTURED for byte in turned.table)
        return GivenPosition(self.board, Position(PieceTable(table), turned.computer_white))
