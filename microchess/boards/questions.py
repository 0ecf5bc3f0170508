"""One question, asked of a memory that is watched: the answer, and every cell read for it.

What a memory is good at is which question it is an index for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.exchange import exchange
from microchess.boards.recorder import CellAccess, CellRecorder, Watched
from microchess.boards.registry import Exhibit
from microchess.boards.representation import Representation
from microchess.errors import BoardError


@dataclass(frozen=True)
class QuestionAnswer(Watched):
    """What was asked, what a memory said, and the cells it touched.

    Cells are written where a memory has to be turned round first.
    """

    question: str
    text: str
    accesses: tuple[CellAccess, ...]


def ask(exhibit: Exhibit, board: chess.Board, question: str) -> QuestionAnswer:
    """Ask the memory of *exhibit* about *board*.

    Raises BoardError when the question is none of :data:`QUESTIONS`, PositionError when the memory
    cannot hold the position.
    """
    recorder = CellRecorder()
    return put(exhibit.game(board, recorder), recorder, board, question)


def put(
    game: BoardGame, recorder: CellRecorder, board: chess.Board, question: str
) -> QuestionAnswer:
    """Ask *game*, which stands as *board* and is watched by *recorder*; it is left as it was.

    Raises BoardError when the question is none of :data:`QUESTIONS`.
    """
    words = " ".join(question.lower().rstrip("? ").split())
    for form in QUESTIONS:
        pattern = re.escape(form.lower()).replace("square", r"(\S+)")
        if match := re.fullmatch(pattern, words):
            break
    else:
        raise BoardError(f"no question {question!r}; ask: {', '.join(QUESTIONS)}")
    asked = Asked(game, board, square_named(match[1]) if match.groups() else chess.A1)
    before = game.men.raw()
    recorder.clear()
    text = QUESTIONS[form](asked)
    accesses = tuple(recorder.accesses)
    game.men.load_raw(before)
    return QuestionAnswer(question, text, accesses)


class Asked(NamedTuple):
    """Who is asked, the position as python-chess has it, and the square asked about, if any."""

    game: BoardGame
    board: chess.Board
    square: chess.Square

    @property
    def men(self) -> Representation:
        """The memory."""
        return self.game.men

    @property
    def number(self) -> int:
        """The square in the memory's own numbering."""
        return self.men.numbering.of[self.square]

    def man(self) -> chess.Piece:
        """Who stands on the square, the memory not asked. Raises BoardError when nobody does."""
        if man := self.board.piece_at(self.square):
            return man
        raise BoardError(f"nobody stands on {chess.square_name(self.square)}")

    def names(self, numbers: Iterable[int]) -> str:
        """Squares by name."""
        return ", ".join(map(self.men.numbering.name, numbers))


def _on(asked: Asked) -> str:
    man = asked.men.at(asked.number)
    return f"a {chess.COLOR_NAMES[man.color]} {chess.piece_name(man.kind)}" if man else "nobody"


def _attackers(asked: Asked) -> str:
    """Of the other colour than who stands there; of the side to move if nobody does."""
    there = asked.board.color_at(asked.square)
    color = asked.game.turn if there is None else not there
    names = asked.names(list(asked.men.attackers(asked.number, color)))
    return f"{chess.COLOR_NAMES[color]}: {names or 'nobody'}"


def _exchange(asked: Asked) -> str:
    """Captures on an occupied square by the other side, the least valuable man first."""
    asked.man()
    found = exchange(asked.men, asked.square, asked.game.turn)
    if found is None:
        return "nobody captures"
    captures = " ".join(
        f"{chess.piece_symbol(one.kind).upper()}{chess.square_name(one.source)}"
        for one in found.captures
    )
    return f"{found.value:+d} by {captures}"


def _moves_of(asked: Asked) -> str:
    found = asked.men.moves_of(asked.number, asked.man().color, None)
    return asked.names(dict.fromkeys(move.target for move in found)) or "none"


QUESTIONS: dict[str, Callable[[Asked], str]] = {
    "what is on SQUARE": _on,
    "where is my king": lambda asked: asked.names([asked.men.king(asked.game.turn)]),
    "where are my men": lambda asked: asked.names(asked.men.men(asked.game.turn)),
    "how many rooks have I": lambda asked: str(asked.men.count(chess.ROOK, asked.game.turn)),
    "who attacks SQUARE": _attackers,
    "who wins on SQUARE": _exchange,
    "where can SQUARE go": _moves_of,
    "what are my moves": lambda asked: str(len(asked.game.pseudo_legal())),
    "am I in check": lambda asked: "yes" if asked.game.in_check() else "no",
}
"""The questions. "I" am the side to move; moves leave castling and the king's safety apart."""


def square_named(name: str) -> chess.Square:
    """``e4`` or ``E4``. Raises BoardError when it is no square."""
    if name.lower() not in chess.SQUARE_NAMES:
        raise BoardError(f"{name!r} is no square; expected a1 to h8")
    return chess.parse_square(name.lower())
