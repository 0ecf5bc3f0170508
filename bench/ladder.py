"""The ladder of strength: players from a random mover to Stockfish, all against all.

``python -m bench.ladder`` plays what ladder.csv lacks (remove lines to play them anew), with
Debian's stockfish and fairy-stockfish. The scores are kept a line for each two: their names, games
won, drawn and lost by the first, and the pairs with 0, 1/2, 1, 1 1/2 and 2 points.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path

import chess

from bench.figures import Table
from bench.players import Engine, Player, any_move, diluted, microchess, one_ply
from microchess.match.rating import Score, elo_text, ratings
from microchess.match.starts import Start, default_starts

HERE = Path(__file__).parent
SCORES = HERE / "ladder.csv"
ANCHOR, ANCHOR_ELO = "Stockfish 1350", 1350
"""The least UCI_Elo of Debian's Stockfish 15; on its authors' word the scale of CCRL 40/4."""
LEVELS = ("super-blitz", "blitz", "normal")
MOST_MOVES = 200
"""Then a game is drawn."""


def _stockfish(limit: str = "depth 1") -> Player:
    return Engine("stockfish", limit, UCI_LimitStrength="true", UCI_Elo=ANCHOR_ELO)


STEPS: dict[str, Callable[[], Player]] = {
    "random": lambda: any_move,
    "one ply, 12 %": lambda: diluted(one_ply, 12),
    "one ply, 30 %": lambda: diluted(one_ply, 30),
    "one ply, 55 %": lambda: diluted(one_ply, 55),
    "one ply": lambda: one_ply,
    "Stockfish 1350, 74 %": lambda: diluted(_stockfish(), 74),
    "Fairy-Stockfish -4": lambda: Engine("fairy-stockfish", Skill__Level=-4),
    "Stockfish 1350, 85 %": lambda: diluted(_stockfish(), 85),
    "Fairy-Stockfish -3": lambda: Engine("fairy-stockfish", Skill__Level=-3),
    "Fairy-Stockfish -2": lambda: Engine("fairy-stockfish", Skill__Level=-2),
    "Stockfish 1350, 98 %": lambda: diluted(_stockfish(), 98),
    "Stockfish 1350, depth 1": _stockfish,
    ANCHOR: lambda: _stockfish("nodes 10000"),
}
"""The opponents, from the foot to the top; engines but the last play at depth 1."""
FORMULAS = {level: HERE / "formulas" / f"{level}.toml" for level in LEVELS}
DUELS = tuple((f"{level}, tuned", level) for level in LEVELS)
"""What other weights are worth."""
OURS = (*LEVELS, "normal, tuned")
DUELS_HEAD = ("match", "won", "drawn", "lost", "pairs", "Elo difference (95 %)")


@cache
def player(name: str) -> Player:
    """A step of the ladder, or a level of ours, with other weights perhaps."""
    level, _, tuned = name.partition(", ")
    if level not in LEVELS:
        return STEPS[name]()
    return microchess(level, FORMULAS[level] if tuned else None)


def matches() -> dict[tuple[str, str], int]:
    """Who meets whom, and the number of pairs: all meet all, ours and neighbours more often, other
    weights those of 1976 most often.
    """
    every = (*OURS, *reversed(STEPS))
    near = {*product(OURS, every), *pairwise(reversed(STEPS))}
    wanted = {names: 24 if names in near else 8 for names in combinations(every, 2)}
    return dict.fromkeys(DUELS, 200) | {
        names: pairs for names, pairs in wanted.items() if names[::-1] not in DUELS
    }


def starts(number: int) -> list[Start]:
    """The well-known openings, then the same again, each with two moves more by chance."""
    rng, found = random.Random(1976), default_starts()
    while len(found) < number:
        start = found[len(found) % 24]
        board = start.board()
        for _ in range(2):
            board.push(rng.choice(list(board.legal_moves)))
        new = replace(start, moves=tuple(board.move_stack))
        if new not in found and not board.is_game_over():
            found.append(new)
    return found[:number]


def play(one: str, two: str, first: int, pairs: int) -> Score:
    """The score of *one* against *two* in *pairs* pairs from opening *first* on."""
    random.seed(f"{one} {two} {first}")
    total = Score()
    for start in starts(first + pairs)[first:]:
        white, black = (
            _result(play_game(start.board(), player(name), player(other)))
            for name, other in ((one, two), (two, one))
        )
        total += white
        total += black.turned.paired(white)
    return total


def play_game(board: chess.Board, white: Player, black: Player) -> chess.Board:
    """The board at the end of a game that goes on from *board*."""
    while not _over(board):
        board.push((white if board.turn else black)(board))
    return board


def _over(board: chess.Board) -> bool:
    late = board.fullmove_number > MOST_MOVES or board.halfmove_clock >= 100
    return late or board.is_game_over() or board.is_repetition(3)


def _result(board: chess.Board) -> Score:
    if not board.is_checkmate():
        return Score(0, 1, 0)
    return Score(0, 0, 1) if board.turn else Score(1, 0, 0)


def read() -> dict[tuple[str, str], Score]:
    """The scores that are kept."""
    with SCORES.open(encoding="utf-8", newline="") as lines:
        return {
            (one, two): Score(int(won), int(drawn), int(lost), tuple(map(int, pairs)))
            for one, two, won, drawn, lost, *pairs in csv.reader(lines)
        }


def write(scores: dict[tuple[str, str], Score]) -> None:
    """Keep the scores."""
    with SCORES.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        for names, score in scores.items():
            lines.writerow((*names, score.won, score.drawn, score.lost, *score.pairs))


def play_all(slice: int = 4) -> None:
    """Play what is not kept yet, some pairs of every match and then some more."""
    scores = read()
    wanted = matches()
    while todo := [names for names in wanted if _pairs(scores, names) < wanted[names]]:
        for names in todo:
            done = _pairs(scores, names)
            new = play(*names, done, min(slice, wanted[names] - done))
            scores[names] = total = scores.get(names, Score()) + new
            write(scores)
            print(f"{' - '.join(names)}: {total.rate:.1%} of {total.games}", flush=True)


def _pairs(scores: dict[tuple[str, str], Score], names: tuple[str, str]) -> int:
    return sum(scores[names].pairs) if names in scores else 0


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


if __name__ == "__main__":
    play_all()
