"""``microchess match``: games between levels, players and other engines; tournaments."""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from emu.notation import NotationError, counted, parse_number, shortened
from emu.plain import plain_line
from microchess.game.record import today
from microchess.match.adjudication import MARGIN, Adjudication
from microchess.match.contestants import MatchError, contestants
from microchess.match.match_pgn import MatchPgn
from microchess.match.rating import ENOUGH, comparable, elo_text, ratings
from microchess.match.runner import games
from microchess.match.schedule import Match
from microchess.match.sprt import Sprt
from microchess.match.starts import default_starts, load_starts
from microchess.match.tally import Tally
from tui.cli.arguments import add_flag, add_value, checked, count, decimal, number, whole
from tui.cli.options import INTERRUPTED, LEVELS, add_jobs
from tui.cli.progress import progress
from tui.cli.rules import excludes, needs, refuses

_WIDE = 10_000
"""Columns of what is no terminal."""
HELP = """\
Play a match, or a tournament of several. Each opening is played with both colours.

contestants: LEVEL[:PLAYER][,OPTION=VALUE...], or COMMAND[,OPTION=VALUE...] of a UCI engine
  LEVEL is super-blitz, blitz or normal. PLAYER is rom, original, python, literal or serial:PORT.
  Options are those of UCI; also movetime (ms), nodes and depth, which limit a move, tc, which
  limits a game, and name, the name in the PGN.

examples:
  microchess match normal super-blitz --games 20
  microchess match blitz:python blitz:python,Arbiter=strict --games 40 --jobs 2
  microchess match normal stockfish,UCI_LimitStrength=true,UCI_Elo=1350,movetime=50 --pgn games.pgn
  microchess match normal blitz --games 500 --sprt 0 50
  microchess match normal blitz super-blitz stockfish,nodes=100 --gauntlet --resign 4/900
  microchess match normal:python "gnuchess -u" --tc 40/60+0.5 --draw 40/8/20

The same command with the same --pgn continues where it was stopped. A file of openings is a .pgn,
or has a line of SAN moves or a FEN for each. Without one, 24 well-known openings are played.
MicroChess keeps its own book closed, unless you set OwnBook=true.
"""
_MOST, _MOST_ELO = 1_000_000, 10_000


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", metavar="ONE", help="the contestant whose score is shown")
    parser.add_argument(
        "others", metavar="TWO", nargs="+", help="its opponents; they also play each other"
    )
    add_value(parser, "--games N", "games between each two contestants", whole(1, _MOST), 20)
    add_flag(parser, "--gauntlet", "let only ONE play the others")
    add_value(parser, "--openings FILE", "the openings")
    add_value(parser, "--pgn FILE", "the file for the games", default="match.pgn")
    add_jobs(parser, "games at a time")
    time = parser.add_mutually_exclusive_group()
    add_value(
        time,
        "--tc [MOVES/]SECONDS[+SECONDS]",
        "time control for contestants without a limit of their own",
    )
    add_value(
        time,
        "--movetime MS",
        "time for a move, for the same contestants",
        count,
    )
    add_value(
        parser,
        "--margin MS",
        "milliseconds by which a move may be late",
        number,
        MARGIN,
    )
    add_value(parser, "--max-moves N", "end a game as a draw after so many moves", number, 200)
    add_value(
        parser,
        "--resign TIMES/CP",
        "end a game when another engine has scored it at CP or more, won or lost, TIMES running",
        _numbers("4/900"),
    )
    add_value(
        parser,
        "--draw MOVE/TIMES/CP",
        "end a game as a draw when others score it at CP or less, TIMES running, from MOVE on",
        _numbers("40/8/20"),
    )
    parser.add_argument(
        "--sprt",
        type=decimal(-_MOST_ELO, _MOST_ELO, f"Elo points, up to {_MOST_ELO}"),
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop when it is decided whether ONE is ELO1 or ELO0 points stronger than TWO",
    )
    risk = "risk to accept {} wrongly (default: 0.05)"
    probability = decimal(1e-9, 0.5, "a probability up to 0.5")
    add_value(parser, "--alpha RISK", risk.format("ELO1"), probability)
    add_value(parser, "--beta RISK", risk.format("ELO0"), probability)
    needs(parser, "--alpha --beta", "--sprt")
    excludes(parser, "--scheduler", "--jobs")
    refuses(
        parser, "--resign --draw", _only_microchess, "without another engine: it claims nothing"
    )
    refuses(parser, "--margin", _without_movetime, "without a movetime")
    refuses(parser, "--gauntlet", lambda its: len(its.others) == 1, "between two")
    refuses(parser, "--sprt", lambda its: len(its.others) > 1, "between more than two")


def _without_movetime(arguments: argparse.Namespace) -> bool:
    names = (arguments.one, *arguments.others)
    return arguments.movetime is None and not any("movetime=" in name for name in names)


def _only_microchess(arguments: argparse.Namespace) -> bool:
    names = (arguments.one, *arguments.others)
    return all(name.partition(",")[0].partition(":")[0].strip().lower() in LEVELS for name in names)


def _tell(why: str) -> None:
    print(plain_line(why), file=sys.stderr)


def run(arguments: argparse.Namespace) -> int:
    """Play the games that are still to be played."""
    given = arguments
    starts = load_starts(given.openings, _tell) if given.openings else default_starts()
    limits = [f"{key}={value}" for key in ("tc", "movetime") if (value := getattr(given, key))]
    match = Match(
        contestants((given.one, *given.others), limits),
        tuple(starts),
        given.games,
        Adjudication(given.max_moves, given.resign, given.draw, given.margin),
        today(),
        given.gauntlet,
    )
    if (given.jobs > 1 or given.scheduler) and any(one.on_board for one in match.contestants):
        raise MatchError("a board plays one game at a time; leave --jobs and --dask out")
    sprt = _sprt(given)
    store = MatchPgn(Path(given.pgn), match)
    tally = Tally(match, store.done.values())
    todo = [n for n in match.numbers if n not in store.done]
    out = Console(highlight=False, soft_wrap=True)
    out.print(f"the games go to {store.path}", markup=False)
    if tally.games:
        out.print(f"{counted(tally.games, 'game')} of this match already in it")

    def decided() -> bool:
        return bool(sprt and sprt.verdict(tally.score.pairs))

    with closing(store), progress(len(match.numbers)) as show:
        show(tally.games + tally.copies, _standing(tally))

        stopped = False
        try:
            if todo and not decided():
                with closing(games(match, todo, given.jobs, given.scheduler)) as results:
                    for played in results:
                        store.add(played)
                        tally.add(played)
                        white, black = (one.name for one in match.pairing(played.number).players)
                        ended = f"{played.result}, {played.termination}"
                        out.print(f"{played.number}: {white} - {black} {ended}", markup=False)
                        show(tally.games + tally.copies, _standing(tally))
                        if decided():
                            break
        except KeyboardInterrupt:
            stopped = True
    _print(_table(tally))
    for line in _notes(tally, sprt):
        out.print(line)
    if stopped:
        print("stopped: the same command goes on from here", file=sys.stderr)
    return INTERRUPTED if stopped else 0


def _print(table: Table) -> None:
    """Whole names where it does not go to a terminal, which has but so many columns."""
    Console(width=None if sys.stdout.isatty() else _WIDE).print(table)


def _numbers(example: str) -> Callable[[str], tuple[int, ...]]:
    """As many numbers as in *example*, for argparse."""

    def read(text: str) -> tuple[int, ...]:
        found, expected = text.split("/"), f"numbers, 1 or more, as in {example}"
        if len(found) != len(example.split("/")):
            raise NotationError(f"{shortened(text)}; expected {expected}")
        return tuple(parse_number(one, 1, _MOST, expected) for one in found)

    return checked(read)


def _sprt(arguments: argparse.Namespace) -> Sprt | None:
    risks = {name: getattr(arguments, name) for name in ("alpha", "beta")}
    given = {name: value for name, value in risks.items() if value is not None}
    if arguments.sprt is None:
        return None
    try:
        return Sprt(*arguments.sprt, **given)
    except ValueError as error:
        raise MatchError(f"--sprt: {error}") from None


def _standing(tally: Tally) -> str:
    score = tally.total(0)
    return f"{tally.match.contestants[0].name}: {score.points:g} of {score.games}"


def _table(tally: Tally) -> Table:
    """The cross table: of two, and of several with their ratings, the first one's being 0."""
    match, several = tally.match, len(tally.match.contestants) > 2
    title = f"{tally.games} of {len(match.wanted)} games"
    table = Table(title=title, title_justify="left")
    places = range(len(match.contestants))
    names = [one.name for one in match.contestants]
    headings = ["won", "drawn", "lost", "score", "Elo difference (95 %)"]
    if several:
        headings = ["+ = -", "score", "rating (95 %)", *(f"{place + 1}" for place in places)]
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    rated = _ratings(tally) if several else {}
    for place in sorted(
        places, key=lambda place: -rated.get(names[place], (-math.inf,))[0] if rated else 0
    ):
        its = tally.total(place)
        counts = [str(its.won), str(its.drawn), str(its.lost)]
        rate = f"{its.rate:.1%}" if its.games else "-"
        if several:
            met = [tally.against(place, other) for other in places]
            its_rating = rated.get(names[place])
            rating = "{:+.0f} ({:+.0f} to {:+.0f})".format(*its_rating) if its_rating else "-"
            points = (f"{one.points:g}/{one.games}" if one and one.games else "" for one in met)
            name = escape(f"{place + 1} {names[place]}")
            table.add_row(name, " ".join(counts), rate, rating, *points)
        else:
            table.add_row(escape(names[place]), *counts, rate, elo_text(its))
    return table


def _ratings(tally: Tally) -> dict[str, tuple[float, float, float]]:
    """Of those who can be rated together, the first of them being 0; none yet of few pairs."""
    scores = tally.by_name
    together = comparable({names: score.pairs for names, score in scores.items() if score.games})
    scores = {names: score for names, score in scores.items() if together.issuperset(names)}
    if not scores or any(sum(score.pairs) < ENOUGH for score in scores.values()):
        return {}
    names = [one.name for one in tally.match.contestants]
    return ratings(scores, next(name for name in names if name in together))


def _unrated(tally: Tally) -> Iterator[str]:
    """Why some have no rating, or nobody has."""
    rated, names = _ratings(tally), [one.name for one in tally.match.contestants]
    if not rated:
        yield (
            f"no ratings: they need {ENOUGH} pairs of every two that meet, who have taken points "
            "of each other"
        )
    elif missing := [name for name in names if name not in rated]:
        yield (
            f"no rating of {', '.join(missing)}: too good or too bad for the others, all games "
            f"won or lost; {next(iter(n for n in names if n in rated))} is +0"
        )


def _notes(tally: Tally, sprt: Sprt | None) -> Iterator[str]:
    """What else the games say, and what they do not."""
    for names, score in tally.by_name.items():
        if not score.games:
            continue
        counts = " ".join(map(str, score.pairs))
        line = f"pairs with 0, 1/2, 1, 1 1/2, 2 points: {counts}; draws {score.draw_ratio:.1%}"
        if found := score.estimate:
            line += f"; normalised Elo {found.normalised:+.0f}; superior {found.superiority:.1%}"
        yield line if len(tally.scores) == 1 else f"{' - '.join(names)}: {line}"
    if len(tally.scores) > 1:
        yield from _unrated(tally)
    if sprt and tally.games:
        pairs = tally.score.pairs
        (low, high), verdict = sprt.bounds, sprt.verdict(pairs)
        line = f"SPRT {sprt.elo0:g}/{sprt.elo1:g}: LLR {sprt.llr(pairs):+.2f}"
        yield f"{line} ({low:+.2f} to {high:+.2f}){f', {verdict} accepted' if verdict else ''}"
    if tally.left_out:
        yield (
            f"{counted(tally.games, 'different game')}; {tally.left_out} more would be copies and "
            "count for nothing: more games need more openings (--openings FILE)"
        )
