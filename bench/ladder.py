"""The ladder of strength: the scores of players from a random mover to Stockfish, and what follows.

ladder.csv has a line for each two that met: their names, games won, drawn and lost by the first,
and the pairs with 0, 1/2, 1, 1 1/2 and 2 points.
"""

import csv
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from bench.figures import Table
from microchess.match.rating import Score, elo_text, ratings

SCORES = Path(__file__).parent / "ladder.csv"
ANCHOR, ANCHOR_ELO = "Stockfish 1350", 1350
"""The least UCI_Elo of Debian's Stockfish 15; on its authors' word the scale of CCRL 40/4."""
LEVELS = ("super-blitz", "blitz", "normal")
DUELS_HEAD = ("match", "won", "drawn", "lost", "pairs", "Elo difference (95 %)")


def tables() -> list[Table]:
    """Other weights against those of 1976, at each level; and all players, the strongest first."""
    with SCORES.open(encoding="utf-8", newline="") as lines:
        scores = {
            (one, two): Score(int(won), int(drawn), int(lost), tuple(map(int, pairs)))
            for one, two, won, drawn, lost, *pairs in csv.reader(lines)
        }
    head = ("player", "Elo (95 %)", "score against the next")
    duels = [_duel(level, scores) for level in LEVELS]
    return [Table(DUELS_HEAD, duels), Table(head, _ladder(scores))]


def _duel(level: str, scores: dict[tuple[str, str], Score]) -> tuple[str, ...]:
    names = f"{level}, tuned", level
    score = scores[names]
    counts = map(str, (score.won, score.drawn, score.lost, " ".join(map(str, score.pairs))))
    return " - ".join(names), *counts, elo_text(score)


def _ladder(scores: dict[tuple[str, str], Score]) -> Iterator[tuple[str, ...]]:
    """Each player with its score against the one below; of other weights those of normal."""
    apart = {f"{level}, tuned" for level in LEVELS[:2]}
    found = ratings(
        {names: one for names, one in scores.items() if apart.isdisjoint(names)}, ANCHOR, ANCHOR_ELO
    )
    scores = scores | {(two, one): score.turned for (one, two), score in scores.items()}
    for name, below in pairwise([*found, ""]):
        elo, low, high = found[name]
        rating = f"{elo:.0f}" if name == ANCHOR else f"{elo:.0f} ({low:.0f}-{high:.0f})"
        met = scores.get((name, below))
        yield name, rating, f"{met.rate:.0%} of {met.games}" if met else ""
