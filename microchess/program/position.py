"""A piece table and the two things it leaves out: who the computer is, and what a FEN says more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import chess

from microchess.errors import FenError, PositionError
from microchess.program.fitting import as_color, as_text, whole
from microchess.program.slots import assign, man_type, misfits, misplaced
from microchess.program.squares import CAPTURED, from_chess, to_chess
from microchess.program.table import HALF, PieceTable

_RANKS = 8
SVG_SIZE = 320
"""Pixels along an edge of the board in a notebook."""


@dataclass(frozen=True)
class Position:
    """A table, and whether the computer (its first half) has White."""

    table: PieceTable
    computer_white: bool

    def __post_init__(self) -> None:
        if not isinstance(self.table, PieceTable):
            raise TypeError(f"table {self.table!r}: expected a PieceTable")
        as_color("computer_white", self.computer_white)

    @property
    def computer(self) -> chess.Color:
        """The computer's colour."""
        return chess.WHITE if self.computer_white else chess.BLACK

    @classmethod
    def from_board(cls, board: chess.BaseBoard, computer: chess.Color) -> Position:
        """The canonical table of a board. Raises PositionError if its pieces do not fit."""
        if not isinstance(board, chess.BaseBoard):
            raise TypeError(f"board {board!r}: expected a chess.Board")
        as_color("computer", computer)
        if reasons := misfits(board):
            raise PositionError(board.board_fen(), reasons)
        data = bytearray([CAPTURED] * (2 * HALF))
        for offset, color in ((0, computer), (HALF, not computer)):
            for man, square in assign(board, color).items():
                data[offset + man] = from_chess(square, computer == chess.WHITE)
        return cls(PieceTable(bytes(data)), computer == chess.WHITE)

    @classmethod
    def from_fen(cls, fen: str) -> Position:
        """The canonical table of a FEN, in which the computer has the side to move.

        Raises FenError or PositionError.
        """
        board = read_fen(fen)
        return cls.from_board(board, board.turn)

    def piece_at(self, man: int) -> chess.Piece:
        """The kind and colour of piece 0-31. Raises CellError for another number."""
        whole("man", man, range(2 * HALF))
        color = self.computer if man < HALF else not self.computer
        return chess.Piece(man_type(man), color)

    def board(self, turn: chess.Color | None = None) -> chess.Board:
        """The chess board without castling rights; *turn* is to move, or else the computer.

        If several pieces share a square, the one with the highest number counts.
        """
        board = chess.Board(None)
        for man, byte in self.table.living.items():
            board.set_piece_at(to_chess(byte, self.computer_white), self.piece_at(man))
        board.turn = self.computer if turn is None else as_color("turn", turn)
        return board

    def fen(self) -> str:
        """The position as FEN, the computer to move."""
        return self.board().fen()

    def reversed(self) -> Position:
        """The position after key E: the same pieces on the same squares, sides exchanged."""
        return Position(self.table.reversed(), not self.computer_white)

    def _repr_svg_(self) -> str:
        import chess.svg

        return str(chess.svg.board(self.board(), size=SVG_SIZE))


def read_fen(fen: str) -> chess.Board:
    """The position of a FEN, one that can be played (see `playable`); ``startpos`` is the initial
    one. Counters that are missing, or ``- -``, are ``0 1``. Raises FenError.
    """
    return playable(parse_fen(fen))


def playable(board: chess.Board) -> chess.Board:
    """*board*, if it is a position of chess: with no pawn on the first or last rank, and the side
    that has moved not in check. Raises FenError. Whether its pieces fit into the table is another
    question; tables of bytes may be anything.
    """
    if pawns := chess.SquareSet(board.pawns & chess.BB_BACKRANKS):
        where = " and ".join(map(chess.square_name, pawns))
        why = f"a pawn on {where}; expected none on the first or the last rank"
    elif board.was_into_check():
        moved, moves = (chess.COLOR_NAMES[one].capitalize() for one in (not board.turn, board.turn))
        why = (
            f"{moves} is to move and could take the king of {moved}; "
            f"expected {moved} to move, or no check"
        )
    else:
        return board
    raise FenError(f"no position to play: {board.fen()}: {why}")


def parse_fen(fen: str) -> chess.Board:
    """The board of a FEN, playable or not; ``startpos`` is the initial one. Raises FenError."""
    if as_text("position", fen, chess.STARTING_FEN).strip() == "startpos":
        return chess.Board()
    try:
        fields = fen.split()
        board = chess.Board(" ".join(fields[:4] if fields[4:] == ["-", "-"] else fields))
        if max(board.halfmove_clock, board.fullmove_number) > _LAST_MOVE:
            raise ValueError
        return board
    except ValueError:
        why = next(_faults(fen.split()), "it is no position")
        raise FenError(
            f"no FEN: {_shortened(fen)}: {why}; expected e.g. {chess.STARTING_FEN}"
        ) from None


def read_start(fen: str, computer: chess.Color) -> chess.Board:
    """The position of a FEN for a game in which the program has *computer*'s colour.

    Raises FenError, or PositionError when its pieces do not fit the table.
    """
    board = read_fen(fen)
    Position.from_board(board, computer)
    return board


_FIELDS = (
    ("side to move", "w|b", "w or b"),
    ("castling field", "-|K?Q?k?q?", "KQkq, some of these, or -"),
    ("en passant field", "-|[a-h][36]", "a square on rank 3 or 6, or -"),
    ("half-move clock", "[0-9]{1,9}", "a number of at most nine digits"),
    ("move number", "[0-9]{1,9}", "a number of at most nine digits"),
)
"""Behind the position: name, form, and that in words."""
_LONGEST, _SHOWN = 100, 40
"""Characters of a text that is named whole, and of the beginning of a longer one, which is none."""
_LAST_MOVE = 10**9 - 1


def _shortened(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else f"{text[:_SHOWN]}...")


def _faults(fields: list[str]) -> Iterator[str]:
    """What of the *fields* of a FEN is none."""
    ranks = fields[0].split("/") if fields else []
    if len(ranks) != _RANKS:
        yield f"{len(ranks)} {'rank' if len(ranks) == 1 else 'ranks'}, not 8 with / between them"
        return
    for number, rank in zip(range(_RANKS, 0, -1), ranks, strict=True):
        for sign in re.findall("[^KQRBNPkqrbnp1-8]", rank):
            yield f"{sign} on rank {number} is neither a piece nor a number of empty squares"
        if re.search("[1-8]{2}", rank):
            yield f"two numbers side by side on rank {number}"
        if (count := sum(int(one) if one.isdigit() else 1 for one in rank)) != _RANKS:
            yield f"{count} squares on rank {number}, not 8"
    for value, (name, form, meant) in zip(fields[1:], _FIELDS, strict=False):
        if not re.fullmatch(form, value):
            yield f"the {name} is {_shortened(value)}, not {meant}"
    if len(fields) > 1 + len(_FIELDS):
        yield f"{len(fields)} fields, not 6"


def stuck(board: chess.Board) -> list[str]:
    """What is to be said of pawns that cannot move any more."""
    there = board.status() & chess.STATUS_PAWNS_ON_BACKRANK
    return ["a pawn on the first or last rank is stuck"] if there else []


def notes(board: chess.Board, computer: chess.Color) -> list[str]:
    """What is no chess about *board*; legal moves that the program, who plays *computer*, does not
    think of, and pieces in slots that are not theirs. The other side's castling and en passant are
    done for it in a game.
    """
    found = []
    status = board.status()
    if status & chess.STATUS_OPPOSITE_CHECK:
        found.append("the side to move can take the king, which no game of chess allows")
    found += stuck(board)
    if board.turn == computer:
        if castles := [board.san(move) for move in board.generate_castling_moves()]:
            left_out = ", ".join(castles)
            found.append(f"the program castles only out of its book; it leaves out {left_out}")
        if board.has_legal_en_passant() and board.ep_square is not None:
            square = chess.square_name(board.ep_square)
            found.append(f"the program does not know en passant, which is legal on {square}")
    return found + misplaced(board)
