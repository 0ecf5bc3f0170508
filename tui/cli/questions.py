"""What can be asked of the game in a conversation; each question is answered in a line or two."""

import re
from collections.abc import Callable, Mapping

import chess

from microchess.errors import MicroChessError
from microchess.game import description
from microchess.game.game import Game
from microchess.program.squares import CAPTURED, on_board, reverse, to_chess
from microchess.program.table import HALF, MEN, SIZE, man_name

Question = Callable[[Game, str], str]
"""Answers about a game; the text is what stands behind the word that asks."""
_WHAT = re.compile(r"(?:stands |is )?on (?:rank |file |the )?([$\w]+)\??", re.IGNORECASE)


def _place(game: Game, name: str) -> str:
    return description.place(game.board, name, game.computer == chess.WHITE)


def _what(game: Game, text: str) -> str:
    asked = _WHAT.fullmatch(text)
    if asked is None:
        raise MicroChessError(f"what {text}? expected e.g. what stands on e4")
    return _place(game, asked[1])


def _men(game: Game, text: str) -> str:
    if text and text not in chess.COLOR_NAMES:
        raise MicroChessError(f"pieces {text}? expected pieces, pieces white or pieces black")
    sides = [chess.COLOR_NAMES.index(text) == 1] if text else [chess.WHITE, chess.BLACK]
    return "\n".join(description.men(game.board, side) for side in sides)


def _digits(game: Game, _: str) -> str:
    digits = game.bridge.digits
    text = " ".join(f"{byte:02X}" for byte in digits)
    man, *squares = digits
    if man >= SIZE or not all(map(on_board, squares)):
        return f"digits {text}"
    names = [chess.square_name(to_chess(one, game.computer == chess.WHITE)) for one in squares]
    return f"digits {text}: {man_name(man)}, {names[0]} to {names[1]}"


def _hint(game: Game, _: str) -> str:
    from microchess.analysis.advice import hint, in_words, threat

    if game.over or game.computers_turn:
        raise MicroChessError("a hint is for your move")
    now = game.bridge.table, game.bridge.level_bytes, game.board, game.computer
    return in_words(hint(*now), threat(*now))


def _table(game: Game, _: str) -> str:
    table = game.bridge.table
    rows = ["      " + "  ".join(f"{name:>3}" for name in MEN)]
    for half, whose in ((0, "$50"), (HALF, "$60")):
        cells = "  ".join(f" {table[half + man]:02X}" for man in range(HALF))
        rows.append(f"{whose}   {cells}")
    return "\n".join([*rows, f"{CAPTURED:02X} or {reverse(CAPTURED):02X}: captured"])


QUESTIONS: Mapping[str, Question] = {
    "on": _place,
    "what": _what,
    "pieces": _men,
    "last": lambda game, _: description.last_move(game.board),
    "digits": _digits,
    "hint": _hint,
    "table": _table,
    "fen": lambda game, _: game.board.fen(),
}
