"""Where moves are typed."""

from __future__ import annotations

import re
from functools import lru_cache

import chess
from textual import events
from textual.widgets import Input

from microchess.program.squares import from_chess

MOVE_STARTS = "abcdefghNBRQKOo01234567"
"""Characters a typed move can begin with."""
SMALL_MEN = "kqrn"
"""With these as well, though some of them are keys while nothing is typed."""
_SLASHES = 7
_HEADER, _MOVES = re.compile(r'\s*\[\w+\s+"'), re.compile(r"\s*\d+\.+\s*\w\S*\s+\w")
_REMARK = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+")
OVER = "game over: n new, r review"


def is_fen(text: str) -> bool:
    """Whether *text* is meant as a position."""
    return text.count("/") == _SLASHES


def is_pgn(text: str) -> bool:
    """Whether *text* is meant as a game: it has a header, or two moves with a number."""
    text = text.removeprefix("\ufeff")
    return bool(_HEADER.match(text) or _MOVES.match(_REMARK.sub(" ", text)))


@lru_cache(maxsize=2)
def examples(fen: str, legal: tuple[str, ...], computer: chess.Color) -> tuple[str, ...]:
    """Some of the *legal* moves (UCI): a pawn's and a piece's in letters, those in the middle
    first, and the first once more by its squares and as it is keyed in; none where there is none.
    """
    board = chess.Board(fen)

    def rank(move: chess.Move) -> tuple[bool, int, int]:
        far = chess.square_distance(move.from_square, move.to_square)
        middle = abs(4 * chess.square_file(move.to_square) - 15)
        return board.piece_type_at(move.from_square) != chess.PAWN, middle, -far

    if not legal:
        return ()
    first, *moves = sorted(map(chess.Move.from_uci, legal), key=rank)
    pieces = sorted((board.san(one) for one in moves if rank(one)[0]), key=len)
    way = (from_chess(square, computer) for square in (first.from_square, first.to_square))
    return (board.san(first), *pieces[:1], first.uci(), bytes(way).hex())


class MoveInput(Input):
    """An input that empties itself when a move is entered."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(select_on_focus=False, id=id)

    def taken(self) -> str:
        """What is entered, which is there no longer."""
        text, self.value = self.value.strip(), ""
        return text

    def _on_paste(self, event: events.Paste) -> None:
        """A game in PGN is no line: the screen has it."""
        if is_pgn(event.text):
            event.prevent_default()
