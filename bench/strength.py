"""The ladder of players, all against all, and what other weights are worth, by the scores kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from bench.figures import Table
from bench.ladder import ANCHOR, ANCHOR_ELO, DUELS, OURS, STEPS, read
from microchess.match.rating import Score, elo_text, ratings

DUELS_HEAD = ("match", "won", "drawn", "lost", "pairs", "Elo difference (95 %)")


def tables() -> list[Table]:
    """Other weights against those of 1976, at each level; and all players, the strongest first."""
    scores = read()
    head = ("player", "Elo (95 %)", "score against the next")
    return [Table(DUELS_HEAD, duels(scores)), Table(head, ladder(scores))]


def duels(scores: dict[tuple[str, str], Score]) -> Iterator[tuple[str, ...]]:
    """Other weights against those of 1976."""
    for one, two in DUELS:
        score = scores[one, two]
        counts = map(str, (score.won, score.drawn, score.lost))
        yield f"{one} - {two}", *counts, " ".join(map(str, score.pairs)), elo_text(score)


def ladder(scores: dict[tuple[str, str], Score]) -> Iterator[tuple[str, ...]]:
    """Each player with its score against the one below."""
    scores = scores | {(two, one): score.turned for (one, two), score in scores.items()}
    meetings = combinations((*OURS, *STEPS), 2)
    once = {names: scores[names] for names in meetings if names in scores}
    found = ratings(once, ANCHOR, ANCHOR_ELO)
    for name, below in pairwise([*found, ""]):
        elo, low, high = found[name]
        rating = f"{elo:.0f}" if name == ANCHOR else f"{elo:.0f} ({low:.0f}-{high:.0f})"
        met = scores.get((name, below))
        yield name, rating, f"{met.rate:.0%} of {met.games}" if met else ""
