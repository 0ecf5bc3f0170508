"""The ladder of strength: players from a random mover to Stockfish, all against all.

``python -m bench.ladder`` plays what ladder.csv lacks (remove lines to play them anew), ``python -m
bench.ladder tune`` makes the other weights in bench/formulas; both need Debian's stockfish and
fairy-stockfish. The scores are kept a line for each two: their names, games won, drawn and lost by
the first, and the pairs with 0, 1/2, 1, 1 1/2 and 2 points.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path

import chess
import chess.pgn

from bench.players import Engine, Player, any_move, diluted, microchess, one_ply
from microchess.analysis.choices import ChoiceReader
from microchess.analysis.tune import tune
from microchess.game.pgn_split import split
from microchess.match.rating import Score
from microchess.match.starts import Start, default_starts
from microchess.program.levels import Level

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


def tune_all(openings: int = 150) -> None:
    """Weights for every level, from the moves of Stockfish in games against ``blitz``."""
    strong, ours = Engine("stockfish", "nodes 3000"), microchess("blitz")
    texts = []
    for start in starts(openings):
        for white, black in ((strong, ours), (ours, strong)):
            game = chess.pgn.Game.from_board(play_game(start.board(), white, black))
            game.headers["White" if white is strong else "Black"] = "Strong"
            texts.append(f"{game}\n\n")
    for level, path in FORMULAS.items():
        reader = ChoiceReader(Level.named(level), "strong")
        tuned = tune([reader(one) for one in split("".join(texts))])
        path.write_text(tuned.formula.to_toml(), encoding="utf-8")
        print(level, tuned.made_of, tuned.held_out, sep="\n  ")


if __name__ == "__main__":
    tune_all() if sys.argv[1:] == ["tune"] else play_all()
