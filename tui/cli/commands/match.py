"""``microchess match``: games between levels, players and other engines."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

from emu.notation import counted
from microchess.game.record import today
from microchess.match.contestants import MatchError, contestant
from microchess.match.game import Adjudication
from microchess.match.rating import Sprt, elo_text
from microchess.match.runner import Match, MatchPgn, Played
from microchess.match.runner import run as run_match
from microchess.match.starts import default_starts, load_starts
from microchess.match.tally import Tally
from tui.cli.arguments import add_flag, add_value, count, number

HELP = """\
Play a match; both colours of every opening, the games as PGN.

contestants: LEVEL[:PLAYER][,OPTION=VALUE...] or the command of a UCI engine, options behind it;
  levels super-blitz, blitz, normal; players rom, original, python (without one: original once it
  was added with microchess image add, else rom);
  movetime (ms), nodes and depth limit a move, name is the name in the PGN

examples:
  microchess match normal super-blitz --games 20
  microchess match blitz:python blitz:python,Arbiter=strict --games 40 --jobs 2
  microchess match normal stockfish,UCI_LimitStrength=true,UCI_Elo=1320,movetime=50 --pgn games.pgn
  microchess match normal blitz --games 500 --sprt 0 50

The same command with the same --pgn goes on where it was stopped. openings are a .pgn, or lines of
SAN moves or FENs; without --openings twenty-four well-known ones. MicroChess leaves its own book
closed, unless OwnBook=true is said.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("one", metavar="ONE", help="the contestant whose score is shown")
    parser.add_argument("two", metavar="TWO", help="the other one")
    add_value(parser, "--games N", "in all", count, 20)
    add_value(parser, "--openings FILE", "where the games start")
    add_value(parser, "--pgn FILE", "the games", default="match.pgn")
    add_value(parser, "--jobs N", "games at a time", count, 1)
    add_value(parser, "--max-moves N", "then drawn", number, 200)
    add_value(
        parser,
        "--decided CP",
        "decided when the other engine has claimed that much, won or lost, four times running",
        number,
    )
    add_flag(parser, "--plain", "no comments in the PGN but interventions")
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop once it is decided whether ONE is ELO1 rather than ELO0 stronger",
    )
    risk = "risk to accept {} wrongly (default: 0.05)"
    add_value(parser, "--alpha RISK", risk.format("ELO1"), float)
    add_value(parser, "--beta RISK", risk.format("ELO0"), float)


def run(arguments: argparse.Namespace) -> int:
    """Play the games that are still to be played."""
    starts = load_starts(arguments.openings) if arguments.openings else default_starts()
    match = Match(
        (contestant(arguments.one), contestant(arguments.two)),
        tuple(starts),
        arguments.games,
        Adjudication(arguments.max_moves, arguments.decided, arguments.plain),
        today(),
    )
    sprt = _sprt(arguments)
    store = MatchPgn(Path(arguments.pgn), match)
    tally = Tally(match, (one for n, one in store.done.items() if n <= match.games))
    todo = [n for n in match.numbers if n not in store.done]
    console = Console()
    if tally.score.games:
        console.print(f"{counted(tally.score.games, 'game')} of this match already in {store.path}")
    with ExitStack() as stack:
        stack.callback(store.close)
        live = None
        if console.is_terminal:
            live = stack.enter_context(Live(_table(tally), console=console))

        def on_game(played: Played) -> bool:
            store.add(played)
            tally.add(played)
            white, black = (one.name for one in match.pairing(played.number).players)
            line = f"{played.number}: {white} - {black} {played.result}, {played.termination}"
            console.print(line, highlight=False, markup=False, soft_wrap=True)
            if live is not None:
                live.update(_table(tally))
            return not (sprt and sprt.verdict(tally.score.pairs))

        if todo and not (sprt and sprt.verdict(tally.score.pairs)):
            run_match(match, todo, min(arguments.jobs, len(todo)), on_game)
    if live is None:
        console.print(_table(tally))
    for line in _notes(tally, sprt):
        console.print(line, highlight=False, soft_wrap=True)
    return 0


def _sprt(arguments: argparse.Namespace) -> Sprt | None:
    risks = {name: getattr(arguments, name) for name in ("alpha", "beta")}
    given = {name: value for name, value in risks.items() if value is not None}
    if arguments.sprt is None:
        if given:
            raise MatchError(f"--{next(iter(given))} is for --sprt, which is not given")
        return None
    try:
        return Sprt(*arguments.sprt, **given)
    except ValueError as error:
        raise MatchError(f"--sprt: {error}") from None


def _table(tally: Tally) -> Table:
    score, match = tally.score, tally.match
    table = Table(title=f"{score.games} of {match.games} games", title_justify="left")
    for heading in ("", "won", "drawn", "lost", "score", "Elo difference (95 %)"):
        table.add_column(heading, justify="left" if not heading else "right")
    for one, its in zip(match.contestants, (score, score.turned), strict=True):
        rate = f"{its.rate:.1%}" if its.games else "-"
        row = (its.won, its.drawn, its.lost, f"{rate}", elo_text(its))
        table.add_row(one.name, *map(str, row))
    return table


def _notes(tally: Tally, sprt: Sprt | None) -> Iterator[str]:
    """What else the games say, and what they do not."""
    score = tally.score
    if not score.games:
        return
    counts = " ".join(map(str, score.pairs))
    line = f"pairs with 0, 1/2, 1, 1 1/2, 2 points: {counts}; draws {score.draw_ratio:.1%}"
    if found := score.estimate:
        line += f"; normalised Elo {found.normalised:+.0f}; superior {found.superiority:.1%}"
    yield line
    if sprt:
        (low, high), verdict = sprt.bounds, sprt.verdict(score.pairs)
        line = f"SPRT {sprt.elo0:g}/{sprt.elo1:g}: LLR {sprt.llr(score.pairs):+.2f}"
        yield f"{line} ({low:+.2f} to {high:+.2f}){f', {verdict} accepted' if verdict else ''}"
    if tally.left_out:
        yield (
            f"{counted(score.games, 'different game')}; {tally.left_out} more would be copies and "
            "count for nothing: more games need more openings (--openings FILE)"
        )
