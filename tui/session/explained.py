"""Advice, and the game reviewed."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from microchess.analysis.advice import in_words
from microchess.errors import MicroChessError
from tui.session.review import advise, review
from tui.session.snapshot import GameView

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
    """A move, and what is said of it."""

    name: str
    comment: str


@dataclass(frozen=True, kw_only=True)
class GameReview:
    """The moves of the game as the Python engine sees them."""

    moves: tuple[ReviewedMove, ...]


def advised(game: GameView) -> Advised:
    """A hint for the person to move, and what MicroChess threatens."""
    if game.over or not game.players_turn:
        raise MicroChessError("a hint is for the side you move, when it is its turn")
    hint, threat = advise(game)
    return Advised(
        text=in_words(hint, threat),
        hint=hint.squares if hint else None,
        threat=threat.squares if threat else None,
    )


def reviewed(game: GameView) -> GameReview:
    """What the Python engine would have played, move by move.

    Raises MicroChessError where there is none.
    """
    plies = range(game.first_ply, game.first_ply + len(game.sans))
    names = (
        f"{ply // 2 + 1}.{'..' * (ply % 2)} {san}"
        for ply, san in zip(plies, game.sans, strict=True)
    )
    return GameReview(
        moves=tuple(
            ReviewedMove(name=name, comment=one.comment)
            for name, one in zip(names, review(game), strict=True)
        ),
    )
