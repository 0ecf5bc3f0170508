"""A whole match: who plays whom from where, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product

import chess.pgn

from microchess.game.pgn import written
from microchess.match.adjudication import Adjudication
from microchess.match.contestants import Contestant
from microchess.match.game import Pairing
from microchess.match.rating import Score
from microchess.match.starts import Start

COLUMNS = 80
"""Of a line, as the PGN standard has it."""
RESULTS = {"1-0": (1, 0, 0), "1/2-1/2": (0, 1, 0), "0-1": (0, 0, 1)}
"""What games won, drawn and lost by White they are."""


@dataclass(frozen=True)
class Match:
    """*games* games of every two contestants who meet, each opening with both colours before the
    next: a pair. All meet all, with ``gauntlet`` the first all others.
    """

    contestants: tuple[Contestant, ...]
    starts: tuple[Start, ...]
    games: int
    rules: Adjudication = field(default_factory=Adjudication)
    date: str = "????.??.??"
    gauntlet: bool = False

    @cached_property
    def couples(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, by place among the contestants; each in turn plays a pair of games."""
        every = combinations(range(len(self.contestants)), 2)
        return tuple(two for two in every if not (self.gauntlet and two[0]))

    def couple(self, number: int) -> tuple[int, int]:
        """Whose game *number* is."""
        return self.couples[(number - 1) // 2 % len(self.couples)]

    def pairing(self, number: int) -> Pairing:
        """Game *number*, from 1; the first of the two has White in the odd ones."""
        one, two = (self.contestants[place] for place in self.couple(number))
        start = self.starts[(number - 1) // 2 // len(self.couples) % len(self.starts)]
        return Pairing(number, (one, two) if number % 2 else (two, one), start, self.rules)

    @cached_property
    def wanted(self) -> list[int]:
        places = product(range(self.games), range(len(self.couples)))
        return sorted(2 * (k // 2 * len(self.couples) + c) + k % 2 + 1 for k, c in places)

    @cached_property
    def numbers(self) -> list[int]:
        """The games to play. Where both always play the same, each opening is played once."""
        first: dict[object, int] = {}
        for number in self.wanted:
            pairing = self.pairing(number)
            repeats = all(one.repeats_itself for one in pairing.players)
            start = replace(pairing.start, name="")
            game = (self.couple(number), number % 2, start) if repeats else number
            first.setdefault(game, number)
        return list(first.values())

    def score(self, number: int, result: str) -> Score:
        """What a game alone brought to the first of its couple."""
        won, drawn, lost = RESULTS[result]
        return Score(won, drawn, lost) if number % 2 else Score(lost, drawn, won)


@dataclass(frozen=True)
class Played:
    """A finished game. ``termination`` is how it ended, in words; ``moves`` are all from its first
    position on, by which copies are known.
    """

    number: int
    result: str
    termination: str
    pgn: str
    moves: str

    @classmethod
    def of(cls, game: chess.pgn.Game) -> Played:
        """Game number ``Round`` of a match."""
        headers = game.headers
        details = headers.get("TerminationDetails") or headers.get("Termination", "")
        number, result = int(headers["Round"]), headers["Result"]
        return cls(number, result, details, written(game, COLUMNS), cls.moves_of(game))

    @staticmethod
    def moves_of(game: chess.pgn.Game) -> str:
        return " ".join([game.board().fen(), *(move.uci() for move in game.mainline_moves())])
