"""Where moves are typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import chess
from textual import events
from textual.message import Message
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
    """An input that empties itself when a move is entered, before the next key comes."""

    @dataclass
    class Moved(Message):
        """A move was entered; the text may be empty."""

        text: str

    def __init__(self, id: str | None = None) -> None:
        super().__init__(select_on_focus=False, id=id)
        self._heard = 0

    @property
    def begun(self) -> bool:
        """Whether a key that comes late was pressed after others of the same text."""
        return bool(self._heard if self.screen.focused is self else self.value)

    def take(self, character: str, late: bool = False) -> None:
        """What is typed goes on with *character*; the next key comes here already. *Late*: this one
        was pressed before the line had the keys, though others were heard first.
        """
        if self.screen.focused is not self:
            self._heard = len(self.value)
        at = self._heard if late else len(self.value)
        self.value = f"{self.value[:at]}{character}{self.value[at:]}"
        self._heard = at + late
        self.cursor_position = len(self.value)
        self.screen.set_focus(self)

    def _on_paste(self, event: events.Paste) -> None:
        """A game in PGN is no line: the screen has it."""
        if is_pgn(event.text):
            event.prevent_default()

    async def _on_key(self, event: events.Key) -> None:
        """Enter is heard in its turn; as a binding it would come after the keys behind it."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()

    async def action_submit(self) -> None:
        """Enter what there is."""
        text, self.value = self.value.strip(), ""
        self.post_message(self.Moved(text))
