"""One question, asked of a memory that is watched: the answer, and every cell read for it.

What a memory is good at is which question it is an index for.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.exchange import exchange
from microchess.boards.recorder import CellAccess, CellRecorder, Watched
from microchess.boards.registry import Exhibit
from microchess.errors import BoardError, TableError
from microchess.program.squares import read_square, to_chess


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
    square = square_named(match[1]) if match.groups() else chess.A1
    before = game.men.raw()
    recorder.clear()
    text = QUESTIONS[form](game, board, square)
    accesses = tuple(recorder.accesses)
    game.men.load_raw(before)
    return QuestionAnswer(question, text, accesses)


def _man(board: chess.Board, square: chess.Square) -> chess.Piece:
    """Who stands there, the memory not asked. Raises BoardError when nobody does."""
    if man := board.piece_at(square):
        return man
    raise BoardError(f"no piece stands on {chess.square_name(square)}")


def _names(game: BoardGame, numbers: Iterable[int]) -> str:
    return ", ".join(map(game.men.numbering.name, numbers))


def _on(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    del board
    man = game.men.at(game.men.numbering.of[square])
    return f"a {chess.COLOR_NAMES[man.color]} {chess.piece_name(man.kind)}" if man else "nobody"


def _attackers(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    """Of the other colour than who stands there; of both, the own first, if nobody does."""
    there = board.color_at(square)
    colors = [game.turn, not game.turn] if there is None else [not there]
    return "; ".join(_attacking(game, square, color) for color in colors)


def _defenders(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    return _attacking(game, square, _man(board, square).color)


def _attacking(game: BoardGame, square: chess.Square, color: chess.Color) -> str:
    found = list(game.men.attackers(game.men.numbering.of[square], color))
    return f"{chess.COLOR_NAMES[color]}: {_names(game, found) or 'nobody'}"


def _exchange(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    """Captures on an occupied square by the other side, the least valuable piece first."""
    _man(board, square)
    found = exchange(game.men, square, game.turn)
    if found is None:
        return "nothing captures"
    captures = " ".join(
        f"{chess.piece_symbol(one.kind).upper()}{chess.square_name(one.source)}"
        for one in found.captures
    )
    return f"{found.value:+d} by {captures}"


def _moves_of(game: BoardGame, board: chess.Board, square: chess.Square) -> str:
    color = _man(board, square).color
    found = game.men.moves_of(game.men.numbering.of[square], color, None)
    return _names(game, dict.fromkeys(move.target for move in found)) or "none"


QUESTIONS: dict[str, Callable[[BoardGame, chess.Board, chess.Square], str]] = {
    "what is on SQUARE": _on,
    "where is my king": lambda game, *_: _names(game, [game.men.king(game.turn)]),
    "where are my pieces": lambda game, *_: _names(game, game.men.men(game.turn)),
    "how many rooks have I": lambda game, *_: str(game.men.count(chess.ROOK, game.turn)),
    "who attacks SQUARE": _attackers,
    "who defends SQUARE": _defenders,
    "who wins on SQUARE": _exchange,
    "where can SQUARE go": _moves_of,
    "what are my moves": lambda game, *_: str(len(game.pseudo_legal())),
    "am I in check": lambda game, *_: "yes" if game.in_check() else "no",
}
"""The questions, to a memory, the position as python-chess has it, and the square asked about. "I"
am the side to move; moves leave castling and the king's safety apart.
"""


def square_named(name: str) -> chess.Square:
    """A square as `read_square` reads it, digits as MicroChess has them when it plays White. Raises
    BoardError when it is none.
    """
    try:
        return to_chess(read_square(name, computer_white=True), computer_white=True)
    except TableError as error:
        raise BoardError(str(error)) from None
