"""``microchess match``: games between levels, players and other engines."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

from emu.notation import counted
from microchess.game.record import today
from microchess.match.contestants import MatchError, contestant
from microchess.match.game import Adjudication
from microchess.match.rating import Score, Sprt, elo_text
from microchess.match.runner import Match, MatchPgn, Played
from microchess.match.runner import run as run_match
from microchess.match.starts import default_starts, load_starts
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
        help="stop once it is decided whether ONE is ELO1 rather than ELO0 stronger (5 %% errors)",
    )


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
    sprt = Sprt(*sorted(arguments.sprt)) if arguments.sprt else None
    if sprt and sprt.elo0 == sprt.elo1:
        raise MatchError("--sprt needs two different Elo differences")
    store = MatchPgn(Path(arguments.pgn), match)
    done = {n: result for n, result in store.done.items() if n <= match.games}
    score = sum((match.score(n, result) for n, result in done.items()), Score())
    todo = [n for n in range(1, match.games + 1) if n not in done]
    console = Console()
    if done:
        console.print(f"{counted(len(done), 'game')} of this match already in {store.path}")
    with ExitStack() as stack:
        stack.callback(store.close)
        live = None
        if console.is_terminal:
            live = stack.enter_context(Live(_table(match, score, sprt), console=console))

        def on_game(played: Played) -> bool:
            nonlocal score
            store.add(played)
            score += match.score(played.number, played.result)
            white, black = (one.name for one in match.pairing(played.number).players)
            line = f"{played.number}: {white} - {black} {played.result}, {played.termination}"
            console.print(line, highlight=False, markup=False, soft_wrap=True)
            if live is not None:
                live.update(_table(match, score, sprt))
            return not (sprt and sprt.verdict(score))

        if todo and not (sprt and sprt.verdict(score)):
            run_match(match, todo, min(arguments.jobs, len(todo)), on_game)
    if live is None:
        console.print(_table(match, score, sprt))
    return 0


def _table(match: Match, score: Score, sprt: Sprt | None) -> Table:
    table = Table(title=f"{score.games} of {match.games} games", title_justify="left")
    for heading in ("", "won", "drawn", "lost", "score", "Elo difference (95 %)"):
        table.add_column(heading, justify="left" if not heading else "right")
    other = Score(score.lost, score.drawn, score.won)
    for one, its in zip(match.contestants, (score, other), strict=True):
        rate = f"{its.rate:.1%}" if its.games else "-"
        row = (its.won, its.drawn, its.lost, f"{rate}", elo_text(its))
        table.add_row(one.name, *map(str, row))
    if sprt:
        verdict = sprt.verdict(score)
        text = f"SPRT {sprt.elo0:g}/{sprt.elo1:g}: {sprt.ratio(score):+.2f} (±{sprt.bound:.2f})"
        table.caption = f"{text}, {verdict} accepted" if verdict else text
    return table
