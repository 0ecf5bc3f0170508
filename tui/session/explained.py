"""The thinking explained: a value taken apart, advice, and the game reviewed."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from microchess.analysis.advice import in_words
from microchess.errors import MicroChessError
from tui.session.review import advise, review
from tui.session.snapshot import GameView, Snapshot
from tui.session.thought_words import beside, taken_apart

Squares = tuple[chess.Square, chess.Square]
"""From which to which."""


@dataclass(frozen=True, kw_only=True)
class ValueTerm:
    """A term of a value: its name, its meaning, how it is counted, what it adds."""

    name: str
    meaning: str
    count: str
    adds: float


@dataclass(frozen=True, kw_only=True)
class TakenApart:
    """A candidate's value taken apart, beside that of the move chosen if it is another; ``title``
    is the sum, or the difference, and ``said`` a sentence on it.
    """

    index: int
    title: str
    said: str
    terms: tuple[ValueTerm, ...]


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


def explained(snapshot: Snapshot, index: int) -> TakenApart:
    """The value of the candidate *index*, term by term, or what makes it another than that of the
    move chosen; what adds nothing is left out.

    Raises MicroChessError where there is no such candidate.
    """
    thought = snapshot.thought
    if thought is None or index >= len(thought.candidates):
        raise MicroChessError(f"there is no candidate {index}")
    one, best = thought.candidates[index], beside(thought, index, snapshot.watching)
    title, exceptions, rows = taken_apart(thought, one, best)
    said = exceptions
    if best is not None and not exceptions:
        chosen = thought.name_of(best)
        said = [f"{chosen} was chosen: of equal values the one judged first."]
        if one.value != best.value:
            term, _, adds = min(rows, key=lambda row: row[2])
            most = f"{term.name}, {term.meaning.partition(';')[0]}, counts most: {-float(adds):g}"
            said = [f"{chosen} was chosen: {best.value - one.value} more; {most}."]
    return TakenApart(
        index=index,
        title=title,
        said="; ".join(said),
        terms=tuple(
            ValueTerm(
                name=term.name,
                meaning=term.meaning.partition(";")[0],
                count=_product(counted),
                adds=float(adds),
            )
            for term, counted, adds in rows
        ),
    )


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
    if not game.sans:
        raise MicroChessError("there are no moves to review yet")
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


def _product(counted: str) -> str:
    """``(4 - 2) × 0.75``, from what stands in columns."""
    number, times, weight = " ".join(counted.split()).partition(" × ")
    return f"({number}){times}{weight}" if " - " in number else f"{number}{times}{weight}"
