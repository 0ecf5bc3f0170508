"""Advice."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from microchess.analysis.advice import in_words
from microchess.errors import MicroChessError
from tui.session.review import advise
from tui.session.snapshot import GameView

Squares = tuple[chess.Square, chess.Square]
"""From which to which."""


@dataclass(frozen=True, kw_only=True)
class Advised:
    """A hint and a threat, and both in words."""

    text: str
    hint: Squares | None
    threat: Squares | None


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
