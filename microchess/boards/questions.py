"""One question, asked of a memory that is watched: the answer, and every cell read for it.

What a memory is good at is which question it is an index for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.exchange import exchange
from microchess.boards.recorder import CellAccess, CellRecorder
from microchess.boards.registry import Exhibit
from microchess.errors import BoardError


@dataclass(frozen=True)
class QuestionAnswer:
    """What was asked, what a memory said, and the cells it touched, in order."""

    question: str
    text: str
    accesses: tuple[CellAccess, ...]

    @property
    def reads(self) -> int:
        """Cells read; one read twice counts twice."""
        return sum(not access.written for access in self.accesses)

    @property
    def writes(self) -> int:
        """Cells written: to be asked, one memory has to be turned round first."""
        return len(self.accesses) - self.reads


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
    answer, square = _parse(question)
    before = game.men.raw()
    recorder.clear()
    text = answer(game, board, square)
    accesses = tuple(recorder.log)
    game.men.load_raw(before)
    return QuestionAnswer(question, text, accesses)


Answering = Callable[[BoardGame, chess.Board, chess.Square], str]


def _on(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    del board
    man = game.men.at(game.men.numbering.of[square])
    if man is None:
        return "nobody"
    return f"a {chess.COLOR_NAMES[man.color]} {chess.piece_name(man.kind)}"


def _king(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    del board, square
    return game.men.numbering.name(game.men.king(game.turn))


def _men(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    del board, square
    name = game.men.numbering.name
    return ", ".join(name(number) for number in game.men.men(game.turn))


def _rooks(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    del board, square
    return str(game.men.count(chess.ROOK, game.turn))


def _attackers(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    """Of the other colour than who stands there; of the side to move if nobody does."""
    there = board.color_at(square)
    color = game.turn if there is None else not there
    numbers = list(game.men.attackers(game.men.numbering.of[square], color))
    names = ", ".join(game.men.numbering.name(number) for number in numbers) or "nobody"
    return f"{chess.COLOR_NAMES[color]}: {names}"


def _exchange(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    """Captures on an occupied square by the other side, the least valuable man first."""
    if board.color_at(square) is None:
        raise BoardError(f"nobody stands on {chess.square_name(square)}")
    found = exchange(game.men, square, game.turn)
    if found is None:
        return "nobody captures"
    captures = " ".join(
        f"{chess.piece_symbol(one.kind).upper()}{chess.square_name(one.source)}"
        for one in found.captures
    )
    return f"{found.value:+d} by {captures}"


def _moves_of(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    if board.color_at(square) is None:
        raise BoardError(f"nobody stands on {chess.square_name(square)}")
    men = game.men
    found = men.moves_of(men.numbering.of[square], bool(board.color_at(square)), None)
    return ", ".join(dict.fromkeys(men.numbering.name(move.target) for move in found)) or "none"


def _moves(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    del board, square
    return str(len(game.pseudo_legal()))


def _check(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    del board, square
    return "yes" if game.in_check() else "no"


QUESTIONS: dict[str, Answering] = {
    "what is on SQUARE": _on,
    "where is my king": _king,
    "where are my men": _men,
    "how many rooks have I": _rooks,
    "who attacks SQUARE": _attackers,
    "who wins on SQUARE": _exchange,
    "where can SQUARE go": _moves_of,
    "what are my moves": _moves,
    "am I in check": _check,
}
"""The questions. "I" am the side to move; moves leave castling and the king's safety apart."""


def _parse(question: str) -> tuple[Answering, chess.Square]:
    words = " ".join(question.lower().rstrip("? ").split())
    for form, answer in QUESTIONS.items():
        pattern = re.escape(form.lower()).replace("square", r"(\S+)")
        if match := re.fullmatch(pattern, words):
            return answer, _square(match[1]) if match.groups() else chess.A1
    raise BoardError(f"no question {question!r}; ask: {', '.join(QUESTIONS)}")


def _square(name: str) -> chess.Square:
    if name not in chess.SQUARE_NAMES:
        raise BoardError(f"{name!r} is no square; expected a1 to h8")
    return chess.parse_square(name)
