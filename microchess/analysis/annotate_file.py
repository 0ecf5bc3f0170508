"""All games of a file annotated: in their order, on several processes, gone on with where another
run was stopped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import chess
import chess.pgn

from microchess.analysis.annotate import Annotator
from microchess.batches import run
from microchess.game.outcome import machine_name
from microchess.game.pgn import PgnEntry, read_game, written
from microchess.game.pgn_split import GameText
from microchess.game.pgn_tokens import TokenKind, tokens
from microchess.machine.solver import PlayerSpec
from microchess.program.levels import Level
from microchess.spares import Spares

_OURS = "MicroChess ("
"""How the header Annotator begins; that of somebody else stays."""
_UNDECIDED = re.compile(r"MicroChess: no\sreply\safter\s[\d,]+\scycles")


@dataclass(frozen=True)
class Annotation:
    """How games are annotated. ``side`` is ``white``, ``black`` or ``both``; None: the sides of
    the player named MicroChess, else both.
    """

    spec: PlayerSpec
    level: Level
    side: str | None
    top: int
    budget: int

    def annotate(self, text: GameText) -> AnnotatedText:
        entry = read_game(text)
        if not entry.whole:
            return _told(entry)
        with _annotators.taken(self.spec, self.level, self.top, self.budget) as annotator:
            done = annotator.annotate(entry.game, self._sides(entry.game))
            game = self._titled(entry.game, annotator)
        return replace(_told(entry), text=f"{written(game)}\n\n", undecided=done.undecided)

    def done(self, games: Sequence[GameText], there: Sequence[str]) -> list[AnnotatedText] | None:
        """What became of the first of *games* whose annotations are *there*, without their texts;
        the last one there may be cut short, then it is not done. None when *there* is of others.
        """
        found: list[AnnotatedText] = []
        left = list(there)
        for text in games:
            if not left:
                break
            entry = read_game(text)
            if not entry.whole:
                found.append(_told(entry))
                continue
            old = left.pop(0)
            if not left:
                again = self.annotate(text).text
                if old != again:
                    return found if again.startswith(old) else None
            first = takewhile(lambda token: token.kind is TokenKind.TAG, tokens(old))
            with _annotators.taken(self.spec, self.level, self.top, self.budget) as annotator:
                wanted = dict(self._titled(entry.game, annotator).headers)
            if {one.name: one.text for one in first} != wanted:
                return None
            found.append(replace(_told(entry), undecided=len(_UNDECIDED.findall(old))))
        return None if left else found

    def _sides(self, game: chess.pgn.Game) -> list[chess.Color]:
        if self.side is None:
            named = [
                color
                for color, header in ((chess.WHITE, "White"), (chess.BLACK, "Black"))
                if "microchess" in game.headers.get(header, "").lower()
            ]
            return named or [chess.WHITE, chess.BLACK]
        return [
            c for c in (chess.WHITE, chess.BLACK) if self.side in ("both", chess.COLOR_NAMES[c])
        ]

    def _titled(self, game: chess.pgn.Game, annotator: Annotator) -> chess.pgn.Game:
        other = game.headers.get("Annotator", "").strip("? ")
        if not other or other.startswith(_OURS):
            title = annotator.solver.title
            game.headers["Annotator"] = machine_name(title, self.level.title)
        return game


@dataclass(frozen=True)
class AnnotatedText:
    """What became of a game: its text, empty when it had to be left out (not ``whole``), what is
    at fault, whether it has a move, and how many are undecided.
    """

    number: int
    text: str = ""
    faults: str = ""
    whole: bool = False
    has_moves: bool = False
    undecided: int = 0


def annotate_games(
    how: Annotation, games: Sequence[GameText], first: int, jobs: int, scheduler: str | None
) -> Iterator[AnnotatedText]:
    """The games from number *first* on, in their order, see `microchess.batches.run`."""
    early: dict[int, AnnotatedText] = {}
    for one in run(how.annotate, games[first - 1 :], jobs, scheduler):
        early[one.number] = one
        while first in early:
            yield early.pop(first)
            first += 1


def _annotator(spec: PlayerSpec, level: Level, top: int, budget: int) -> Annotator:
    """A new one; it remembers positions."""
    return Annotator(spec.solver(budget), level, top)


_annotators = Spares(_annotator)


def _told(entry: PgnEntry) -> AnnotatedText:
    faults = entry.faults_in_words if entry.faults else ""
    has_moves = bool(entry.game.variations)
    return AnnotatedText(entry.number, "", faults, entry.whole, has_moves)
