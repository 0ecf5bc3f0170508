"""What the games of a match say together: each different one once, in pairs."""

from __future__ import annotations

from collections.abc import Iterable

from microchess.match.rating import Score
from microchess.match.runner import Match, Played


class Tally:
    """The first contestant's score, game by game.

    A game with the moves and colours of an earlier one is a copy and carries nothing. A pair counts
    when both its games do.
    """

    def __init__(self, match: Match, games: Iterable[Played] = ()) -> None:
        self.match = match
        self.score = Score()
        self.copies = 0
        self._numbers = set(match.numbers)
        self._seen: set[tuple[bool, str]] = set()
        self._waiting: dict[int, Score] = {}
        for played in games:
            self.add(played)

    def add(self, played: Played) -> None:
        """Count a game, unless it is a copy."""
        number = played.number
        game = bool(number % 2), played.moves
        if game in self._seen:
            self.copies += number in self._numbers
            return
        self._seen.add(game)
        one = self.match.score(number, played.result)
        other = self._waiting.pop((number - 1) // 2, None)
        if other is None:
            self._waiting[(number - 1) // 2] = one
        self.score += one if other is None else one.paired(other)

    @property
    def left_out(self) -> int:
        """Games wanted that are, or would be, copies."""
        return self.copies + self.match.games - len(self._numbers)
