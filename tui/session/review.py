"""A game gone through by the Python engine: what it would have played, move by move."""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess
import chess.pgn

from microchess.analysis.advice import Advice, hint, threat
from microchess.analysis.annotate import Annotator
from microchess.errors import MicroChessError
from microchess.game.answer import BOOK
from microchess.machine.solver import PythonSolver
from microchess.program.levels import Level
from tui.session.snapshot import GameView

_TOP = 2
_VALUE = re.compile(r"\$([0-9A-F]{2})")


@dataclass(frozen=True)
class Reviewed:
    """A half-move: what is said of it, and the value 0-255 of the move MicroChess prefers there."""

    comment: str
    value: int | None


def review(view: GameView) -> tuple[Reviewed, ...]:
    """One entry for each move of the game.

    Raises MicroChessError where there is none.
    """
    if not view.sans:
        since = "since the position was changed" if view.earlier else "yet"
        raise MicroChessError(f"there are no moves to review {since}")
    game = chess.pgn.Game()
    game.setup(chess.Board(view.start))
    game.add_line([chess.Move.from_uci(uci) for uci in view.moves])
    level = view.level or Level.NORMAL
    Annotator(PythonSolver(), level, _TOP, marks=False).annotate(game, chess.COLORS)
    nodes = zip(game.mainline(), view.sans, view.comments, strict=True)
    return tuple(_reviewed(node.comment, san, recorded) for node, san, recorded in nodes)


def _reviewed(comment: str, san: str, recorded: str) -> Reviewed:
    """*recorded* is what the record says of the move."""
    if recorded.split(",")[0] == BOOK:
        comment = comment.replace("MicroChess", "from its book; had it thought", 1)
        comment = comment.replace(f"; played {san}:", f"; {san}:", 1)
    found = _VALUE.search(comment)
    comment = comment.replace("MicroChess: ", "MicroChess prefers ", 1)
    comment = comment.replace(f"; played {san}: ", f"; {san} has ", 1)
    decimal = _VALUE.sub(lambda value: str(int(value[1], 16)), comment)
    return Reviewed(decimal, int(found[1], 16) if found else None)


def advise(view: GameView) -> tuple[Advice | None, Advice | None]:
    """A hint for the person to move, and what MicroChess threatens."""
    now = view.table, view.level_bytes, chess.Board(view.fen), view.computer
    return hint(*now), threat(*now)
