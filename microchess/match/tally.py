"""What the games of a match say together: each different one once, in pairs."""

from collections.abc import Iterable

from microchess.match.rating import Score
from microchess.match.schedule import Match, Played


class Tally:
    """The scores of those who meet, game by game; of each two the first one's.

    A game with the moves of an earlier one of the same two, their colours alike, is a copy and
    carries nothing. A pair counts when both its games do.
    """

    def __init__(self, match: Match, games: Iterable[Played] = ()) -> None:
        self.match = match
        self.scores = dict.fromkeys(match.couples, Score())
        self.copies = 0
        self._wanted, self._numbers = set(match.wanted), set(match.numbers)
        self._seen: set[tuple[object, ...]] = set()
        self._waiting: dict[int, Score] = {}
        for played in games:
            self.add(played)

    def add(self, played: Played) -> None:
        """Count a game of those wanted, unless it is a copy."""
        number = played.number
        if number not in self._wanted:
            return
        couple = self.match.couple(number)
        game = couple, number % 2, played.moves
        if game in self._seen:
            self.copies += number in self._numbers
            return
        self._seen.add(game)
        one = self.match.score(number, played.result)
        other = self._waiting.pop((number - 1) // 2, None)
        if other is None:
            self._waiting[(number - 1) // 2] = one
        self.scores[couple] += one if other is None else one.paired(other)

    @property
    def score(self) -> Score:
        """The score of the first against the second."""
        return self.scores[0, 1]

    @property
    def games(self) -> int:
        return sum(score.games for score in self.scores.values())

    @property
    def by_name(self) -> dict[tuple[str, str], Score]:
        """The scores by the names of the two."""
        names = [one.name for one in self.match.contestants]
        return {(names[one], names[two]): score for (one, two), score in self.scores.items()}

    def against(self, one: int, two: int) -> Score | None:
        """The score of contestant *one*, by place, against *two*; None where they do not meet."""
        turned = self.scores.get((two, one))
        return turned.turned if turned is not None else self.scores.get((one, two))

    def total(self, one: int) -> Score:
        """The score of contestant *one* against all."""
        against = (self.against(one, two) for two in range(len(self.match.contestants)))
        return sum((score for score in against if score is not None), Score())

    @property
    def left_out(self) -> int:
        """Games wanted that are, or would be, copies."""
        return self.copies + len(self._wanted) - len(self._numbers)
