"""How strong is it? Matches of the levels against Stockfish at a stated Elo, and each other.

``python -m bench.strength`` prints the table from the games in bench/games; ``--play`` plays them
first (what is there already is kept; remove a file to play it anew).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from bench.figures import parser, report
from microchess.match.contestants import Contestant, contestant
from microchess.match.rating import Score, elo_text
from microchess.match.runner import Match, MatchPgn
from microchess.match.starts import default_starts
from microchess.match.tally import Tally

GAMES = Path(__file__).parent / "games"
ANCHOR = 1350
"""The least UCI_Elo of Debian's Stockfish 15; on its authors' word the scale of CCRL 40/4."""
STOCKFISH = f"stockfish,UCI_LimitStrength=true,UCI_Elo={ANCHOR},movetime=20,name=Stockfish {ANCHOR}"
MATCHES = (
    ("normal-stockfish", "normal", STOCKFISH, 200),
    ("blitz-stockfish", "blitz", STOCKFISH, 150),
    ("super-blitz-stockfish", "super-blitz", STOCKFISH, 100),
    ("normal-blitz", "normal", "blitz", 100),
    ("blitz-super-blitz", "blitz", "super-blitz", 100),
)


def _named(text: str) -> Contestant:
    """A contestant, if only by name: Stockfish need not be there to count its games."""
    if text == STOCKFISH:
        return Contestant(f"Stockfish {ANCHOR}", ())
    return contestant(text)


def score_of(name: str, one: str, two: str, games: int) -> Score:
    """The score of *one* in the games that are in the repository."""
    match = Match((_named(one), _named(two)), tuple(default_starts()), games)
    store = MatchPgn(GAMES / f"{name}.pgn", match)
    store.close()
    return Tally(match, store.done.values()).score


def row(one: str, two: str, score: Score) -> str:
    """A line of the table."""
    says = elo_text(score)
    if two == STOCKFISH and (found := score.estimate):
        middle, low, high = (ANCHOR + difference for difference in found.elo)
        says = f"{middle:.0f} ({low:.0f} to {high:.0f})"
    other = f"Stockfish {ANCHOR}" if two == STOCKFISH else two
    return (
        f"| {one} - {other} | {score.won} | {score.drawn} | {score.lost} | {score.rate:.1%} "
        f"| {says} |"
    )


def table() -> Iterator[str]:
    """Two tables, from the games: against Stockfish, and between levels."""
    for what, anchored in (("Elo of the level", True), ("Elo difference", False)):
        yield f"| match | won | drawn | lost | score | {what} (95 %) |"
        yield "|" + " --- |" * 6
        for name, one, two, games in MATCHES:
            if (two == STOCKFISH) == anchored:
                yield row(one, two, score_of(name, one, two, games))


def main() -> int:
    """Play, print, or check."""
    options = parser(__doc__)
    options.add_argument("--play", action="store_true")
    arguments = options.parse_args()
    if arguments.play:
        from tui.cli.main import main as microchess

        GAMES.mkdir(exist_ok=True)
        for name, one, two, games in MATCHES:
            path = str(GAMES / f"{name}.pgn")
            rules = ["--games", str(games), "--jobs", "2", "--plain", "--pgn", path]
            if code := microchess(["match", one, two, *rules]):
                return code
    return report(table(), arguments.check)


if __name__ == "__main__":
    sys.exit(main())
