"""``microchess annotate``: what MicroChess would have played, as comments in a PGN."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from emu.files import reading
from emu.notation import counted
from emu.plain import plain_line
from microchess.analysis.annotate_file import AnnotatedText, Annotation, annotate_games
from microchess.errors import MicroChessError
from microchess.game.pgn_file import PgnFile
from microchess.game.pgn_split import GameText, split
from tui.cli import options
from tui.cli.arguments import add_choice, add_value, number
from tui.cli.outfile import add_force, refuse_input, settle
from tui.cli.progress import progress
from tui.cli.rules import excludes, needs

HELP = """\
Comment games with what MicroChess would have played. Each move gets the best candidates as a
comment, its value as [%eval], a glyph if it is much worse than the best, and MicroChess's choice as
a variation.

examples:
  microchess annotate game.pgn
  microchess annotate games.pgn --side white --level blitz --top 5 --jobs 2 -o annotated.pgn
  microchess annotate - --player python < game.pgn

The output grows game by game, and the same command continues where it was stopped. With --force the
games go to NAME.part, which replaces the old file at the end.

exit codes: 0 done, 1 a game was left out, 2 wrong usage, 3 a move exceeded --budget (its comment
says so), 130 Ctrl-C
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pgn", metavar="FILE", help="the games; - for standard input")
    add_choice(
        parser,
        "--side",
        ("white", "black", "both"),
        "whose moves to comment (default: those of a player named MicroChess, else both)",
    )
    add_value(parser, "--top N", "candidates for each move", number, 3)
    help = "the file for the games (default: the terminal)"
    parser.add_argument("-o", "--out", metavar="FILE", help=help)
    options.add_level(parser)
    options.add_player(parser, options.SOLVERS)
    options.add_jobs(parser)
    options.add_budget(parser)
    add_force(parser)
    needs(parser, "--force", "--out")
    excludes(parser, "--scheduler", "--jobs")
    options.budget_rule(parser)


def run(arguments: argparse.Namespace) -> int:
    given = arguments
    games = list(split(options.read_input(given.pgn, reading.MOST_GAMES)))
    spec = options.player_spec(given, tell=True)
    how = Annotation(spec, given.level, given.side, given.top, given.budget)
    try:
        with _output(how, games, given) as (done, write), progress(len(games)) as show:
            first = len(done) + 1
            rest = annotate_games(how, games, first, given.jobs, given.scheduler)
            return _write(chain(done, rest), write, given.pgn, show)
    except KeyboardInterrupt:
        if given.out:
            print("\nstopped: the same command goes on from here", file=sys.stderr)
        return options.INTERRUPTED


@contextmanager
def _output(
    how: Annotation, games: list[GameText], arguments: argparse.Namespace
) -> Iterator[tuple[list[AnnotatedText], Callable[[str], object]]]:
    """What is in the output already, and what writes games behind it."""
    if not arguments.out:
        yield [], lambda text: print(text, end="", flush=True)
        return
    out = Path(arguments.out)
    refuse_input(out, [arguments.pgn])
    file = PgnFile(out, sync_every=64)
    try:
        done = how.done(games, file.texts) if file.texts else None
        if done is None:
            settle(out, arguments.force)
            done = []
            if out.is_file():
                file.begin_anew()
                done = how.done(games, file.texts) if file.texts else []
        if done is None:
            raise MicroChessError(f"{file.grows_in} is of another run; remove it or rename it")
        file.keep(sum(one.whole for one in done))
        yield done, file.add
        file.finish()
    finally:
        file.close()


def _write(
    results: Iterable[AnnotatedText],
    write: Callable[[str], object],
    name: str,
    show: Callable[[int, str], None],
) -> int:
    """Write the games and tell their faults, both from the first on that has a move."""
    held: list[AnnotatedText] = []
    faults, undecided, left_out, any_moves = "", 0, 0, False
    for one in results:
        held.append(one)
        undecided += one.undecided
        left_out += not one.whole
        faults = faults or one.faults
        any_moves |= one.whole and one.has_moves
        if any_moves:
            for each in held:
                if each.faults:
                    left = "" if each.whole else "; the game is left out"
                    print(plain_line(f"{name}: {each.faults}{left}"), file=sys.stderr)
            if text := "".join(each.text for each in held):
                write(text)
            held.clear()
        show(one.number, f"{counted(left_out, 'game')} left out" if left_out else "")
    if not any_moves:
        raise MicroChessError(f"{name}: {faults or 'no game with a move in it'}")
    if undecided:
        print(f"{counted(undecided, 'move')} undecided; --budget can give more", file=sys.stderr)
    return 1 if left_out else options.UNDECIDED if undecided else 0
