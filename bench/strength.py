"""How strong is it? A ladder of players, all against all, and what other weights are worth.

``python -m bench.strength`` prints the tables from the scores in bench/ladder.csv; ``--play`` plays
first what is not there (remove lines, or the file, to play it anew), ``--tune`` makes the other
weights in bench/formulas. It needs Debian's stockfish and fairy-stockfish.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations, pairwise

import chess.pgn

from bench.figures import parser, report
from bench.ladder import (
    ANCHOR,
    ANCHOR_ELO,
    DUELS,
    FORMULAS,
    OURS,
    STEPS,
    play_all,
    play_game,
    read,
    starts,
)
from bench.players import Engine, MicroChess
from emu.files import writing
from microchess.analysis.choices import ChoiceReader
from microchess.analysis.tune import tune
from microchess.game.pgn_split import split
from microchess.match.rating import Score, elo_text, ratings
from microchess.program.levels import Level


def duels(scores: dict[tuple[str, str], Score]) -> Iterator[str]:
    """Other weights against those of 1976, at each level."""
    yield "| match | won | drawn | lost | pairs | Elo difference (95 %) |"
    yield "|" + " --- |" * 6
    for one, two in DUELS:
        score = scores[one, two]
        counts = f"{score.won} | {score.drawn} | {score.lost} | {' '.join(map(str, score.pairs))}"
        yield f"| {one} - {two} | {counts} | {elo_text(score)} |"


def ladder(scores: dict[tuple[str, str], Score]) -> Iterator[str]:
    """All players, the strongest first, each with its score against the one below."""
    scores = scores | {(two, one): score.turned for (one, two), score in scores.items()}
    meetings = combinations((*OURS, *STEPS), 2)
    once = {names: scores[names] for names in meetings if names in scores}
    found = ratings(once, ANCHOR, ANCHOR_ELO)
    yield "| player | Elo (95 %) | score against the next |"
    yield "|" + " --- |" * 3
    for name, below in pairwise([*found, ""]):
        elo, low, high = found[name]
        rating = f"{elo:.0f}" if name == ANCHOR else f"{elo:.0f} ({low:.0f}-{high:.0f})"
        met = scores.get((name, below))
        yield f"| {name} | {rating} | {f'{met.rate:.0%} of {met.games}' if met else ''} |"


def make_formulas(openings: int = 150) -> None:
    """Weights for every level, from the moves of Stockfish in games against ``blitz``."""
    strong, ours = Engine("stockfish", "nodes 3000"), MicroChess("blitz")
    texts = []
    for start in starts(openings):
        for white, black in ((strong, ours), (ours, strong)):
            game = chess.pgn.Game.from_board(play_game(start.board(), white, black))
            game.headers["White" if white is strong else "Black"] = "Strong"
            texts.append(f"{game}\n\n")
    for level, path in FORMULAS.items():
        reader = ChoiceReader(Level.named(level), "strong")
        tuned = tune([reader(one) for one in split("".join(texts))])
        writing.write_text(path, tuned.formula.to_toml())
        print(level, tuned.made_of, tuned.held_out, sep="\n  ")


def main() -> int:
    """Play, print, or check."""
    options = parser(__doc__)
    options.add_argument("--play", action="store_true")
    options.add_argument("--tune", action="store_true")
    arguments = options.parse_args()
    if arguments.tune:
        make_formulas()
    if arguments.play:
        play_all()
    scores = read()
    return report((*duels(scores), *ladder(scores)), arguments.check)


if __name__ == "__main__":
    sys.exit(main())
