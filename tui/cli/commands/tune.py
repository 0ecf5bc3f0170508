"""``microchess tune``: other weights for the value, from the moves of games."""

import argparse
import sys

from emu.files import reading
from emu.notation import counted
from emu.plain import plain_line
from microchess.analysis.choices import ChoiceReader, GameChoices
from microchess.analysis.tune import Agreement, see_lab, tune
from microchess.batches import run as run_batch
from microchess.errors import MicroChessError
from microchess.game.pgn_split import split
from tui.cli.arguments import add_value, whole
from tui.cli.options import add_jobs, add_level, read_input
from tui.cli.outfile import add_force, settle
from tui.cli.progress import progress
from tui.cli.rules import excludes

HELP = """\
Find the weights of the value with which the program most often chooses the moves of games. Some
games are held out to test the result. Use the weights with --formula, or UCI option Formula.

examples:
  microchess tune games.pgn --out best.toml
  microchess tune games.pgn --whose stockfish --level super-blitz --jobs 2 --out best.toml
  microchess match normal:python normal:python,Formula=best.toml --games 48

The same games, options and seed give the same weights. This needs numpy and scipy
(pip install '.[lab]').

exit codes: 0 done, 1 failed, 2 wrong usage, 130 Ctrl-C
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pgn", metavar="FILE", help="the games; - for standard input")
    parser.add_argument("--out", metavar="FILE", required=True, help="the weights (a TOML file)")
    add_value(parser, "--whose TEXT", "use only moves of players with TEXT in their names", str, "")
    add_level(parser)
    seeded = "seed that chooses the fifth of the games that is held out (default: 0)"
    add_value(parser, "--seed N", seeded, whole(0), 0)
    add_jobs(parser)
    add_force(parser)
    excludes(parser, "--scheduler", "--jobs")


def run(arguments: argparse.Namespace) -> int:
    given = arguments
    see_lab()
    texts = list(split(read_input(given.pgn, reading.MOST_GAMES)))
    out = settle(given.out, given.force, [given.pgn])
    games: list[GameChoices] = []
    with progress(len(texts), "games") as show:
        reader = ChoiceReader(given.level, given.whose)
        for one in run_batch(reader, texts, given.jobs, given.scheduler):
            games.append(one)
            show(len(games), "games")
    games.sort(key=lambda one: one.number)
    for one in games:
        if one.faults:
            print(plain_line(f"{given.pgn}: {one.faults}"), file=sys.stderr)
    try:
        tuned = tune(games, given.seed)
    except MicroChessError as error:
        raise MicroChessError(f"{given.pgn}: {error}") from None
    moves, used = sum(one.moves for one in games), sum(bool(one.choices) for one in games)
    out.write(tuned.formula.to_toml())
    chosen = tuned.made_of.moves + tuned.held_out.moves
    print(f"{counted(used, 'game')}, {counted(moves, 'move')}; weights decide about {chosen:,}")
    _tell("the games learnt from", tuned.made_of)
    _tell(f"{counted(tuned.games_held_out, 'game')} held out", tuned.held_out)
    return 0


def _tell(what: str, found: Agreement) -> None:
    print(
        f"{what}: {counted(found.moves, 'move')}; chosen by these weights {found.tuned:.1%}, by "
        f"those of 1976 {found.in_1976:.1%}, by chance {found.by_chance:.1%}"
    )
