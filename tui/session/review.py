"""Advice, and a game gone through by the Python engine: what it would have played, move by move."""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess
import chess.pgn

from microchess.analysis.advice import hint, in_words, threat
from microchess.analysis.annotate import Annotator
from microchess.errors import MicroChessError
from microchess.game.answer import BOOK
from microchess.machine.solver import PythonSolver
from microchess.program.levels import Level
from tui.session.snapshot import GameView

_TOP = 2
_VALUE = re.compile(r"\$([0-9A-F]{2})")
Squares = tuple[chess.Square, chess.Square]
"""From which to which."""


@dataclass(frozen=True, kw_only=True)
class Advised:
    """A hint and a threat, and both in words."""

    text: str
    hint: Squares | None
    threat: Squares | None


@dataclass(frozen=True, kw_only=True)
class ReviewedMove:
    """A move, what is said of it, and the value 0-255 of the one MicroChess prefers there."""

    name: str
    comment: str
    value: int | None


def advised(game: GameView) -> Advised:
    """A hint for the person to move, and what MicroChess threatens.

    Raises MicroChessError where the person has none to make.
    """
    if not game.players_turn:
        raise MicroChessError("the game is over" if game.over else "a hint is for your move")
    now = game.table, game.level_bytes, chess.Board(game.fen), game.computer
    good, bad = hint(*now), threat(*now)
    return Advised(
        text=in_words(good, bad),
        hint=good.squares if good else None,
        threat=bad.squares if bad else None,
    )


def reviewed(view: GameView) -> tuple[ReviewedMove, ...]:
    """What the Python engine would have played, move by move.

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
    return tuple(
        _reviewed(node, san, recorded)
        for node, san, recorded in zip(game.mainline(), view.sans, view.comments, strict=True)
    )


def _reviewed(node: chess.pgn.ChildNode, san: str, recorded: str) -> ReviewedMove:
    """*recorded* is what the record says of the move."""
    comment, ply = node.comment, node.ply() - 1
    if recorded.split(",")[0] == BOOK:
        comment = comment.replace("MicroChess", "from its book; had it thought", 1)
        comment = comment.replace(f"; played {san}:", f"; {san}:", 1)
    found = _VALUE.search(comment)
    comment = comment.replace("MicroChess: ", "MicroChess prefers ", 1)
    comment = comment.replace(f"; played {san}: ", f"; {san} has ", 1)
    return ReviewedMove(
        name=f"{ply // 2 + 1}.{'..' * (ply % 2)} {san}",
        comment=_VALUE.sub(lambda value: str(int(value[1], 16)), comment),
        value=int(found[1], 16) if found else None,
    )
