"""How strong is it? Matches of the levels against Stockfish at a stated Elo, and each other.

``python -m bench.strength`` prints the table from the games in bench/games; ``--play`` plays them
first (what is there already is kept; remove a file to play it anew).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from microchess.match.contestants import Contestant, contestant
from microchess.match.rating import Score, elo
from microchess.match.runner import Match, MatchPgn
from microchess.match.starts import default_starts

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
    return sum((match.score(n, result) for n, result in store.done.items()), Score())


def row(one: str, two: str, score: Score) -> str:
    """A line of the table."""
    low, high = (elo(rate) for rate in score.interval())
    middle = elo(score.rate)
    if two == STOCKFISH:
        says = f"{ANCHOR + middle:.0f} ({ANCHOR + low:.0f} to {ANCHOR + high:.0f})"
    else:
        says = f"{middle:+.0f} ({low:+.0f} to {high:+.0f})"
    other = f"Stockfish {ANCHOR}" if two == STOCKFISH else two
    return (
        f"| {one} - {other} | {score.won} | {score.drawn} | {score.lost} | {score.rate:.1%} "
        f"| {says} |"
    )


def table() -> str:
    """Two tables, from the games: against Stockfish, and between levels."""
    rows = [(two, row(one, two, score_of(name, one, two, n))) for name, one, two, n in MATCHES]
    return "\n\n".join(
        "\n".join(
            [
                f"| match | won | drawn | lost | score | {what} (95 %) |",
                "|" + " --- |" * 6,
                *(line for two, line in rows if (two == STOCKFISH) == anchored),
            ]
        )
        for what, anchored in (("Elo of the level", True), ("Elo difference", False))
    )


def main() -> int:
    """Play, print, or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--check", type=Path, metavar="FILE", help="fail unless FILE has the table")
    arguments = parser.parse_args()
    if arguments.play:
        from tui.cli.main import main as microchess

        GAMES.mkdir(exist_ok=True)
        for name, one, two, games in MATCHES:
            path = str(GAMES / f"{name}.pgn")
            options = ["--games", str(games), "--jobs", arguments.jobs, "--plain", "--pgn", path]
            if code := microchess(["match", one, two, *options]):
                return code
    print(table())
    if arguments.check and table() not in arguments.check.read_text(encoding="utf-8"):
        print(f"{arguments.check} does not show these results", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
