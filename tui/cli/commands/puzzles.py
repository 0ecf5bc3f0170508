"""``microchess puzzles``: positions of its own games in which it has just blundered."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import chess.pgn

from emu.files import reading
from emu.plain import plain_line
from microchess.errors import MicroChessError
from microchess.game.pgn import read_games
from microchess.match.contestants import MatchError, contestant
from microchess.match.engine import Engine
from microchess.puzzles.make import candidates, chosen, confirmed, in_position
from microchess.puzzles.puzzle import Puzzle, puzzles
from tui.cli.arguments import add_value, count
from tui.cli.options import read_input
from tui.cli.position import HOW, add_position, given_position
from tui.cli.progress import progress
from tui.cli.rules import needs

HELP = f"""\
List positions from MicroChess's own games in which it has just allowed a mate in one or two, or
lost its queen. Without FILE, the set that comes with the program; with games, new ones as EPD.

examples:
  microchess puzzles
  microchess play --puzzle 7
  microchess puzzles bench/games/normal-blitz.pgn --number 10 > mine.epd

The games must name a player such as "MicroChess blitz (rom)". The Python engine must play the
blunder, a search over all moves finds the solutions, and a UCI engine must agree.

{HOW}"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="FILE", help="search these games (PGN)")
    add_position(parser, "MicroChess to move: look for a blunder in its reply")
    add_value(parser, "--number N", "find at most N", count, 100)
    add_value(
        parser,
        "--engine COMMAND",
        "the UCI engine and its limit",
        str,
        "stockfish,nodes=50000",
    )
    needs(parser, "--number --engine", "FILE --fen --table")


def run(arguments: argparse.Namespace) -> int:
    given = given_position(arguments, None, to_reply=True)
    if not arguments.games and given is None:
        for one in puzzles():
            print(one)
        return 0
    rival = contestant(arguments.engine)
    if not rival.limits:
        raise MicroChessError(f"{rival.name} has no limit; add ,nodes=50000")
    files = " ".join(Path(path).name for path in arguments.games)
    if given is not None:
        files = f"{files} {given.board.fen()}".strip()
    games, found = [one for path in arguments.games for one in _games(path)], list[Puzzle]()
    with progress(len(games)) as show:
        for done, (game, source) in enumerate(games, 1):
            found += candidates(game, source)
            show(done, f"{len(found)} blunders")
    if given is not None:
        found += in_position(given.board, given.position, given.board.fen())
    if not found:
        raise MicroChessError(f'no blunder in {files}; expected games (PGN) of "MicroChess normal"')
    engine = Engine(rival)
    with asyncio.Runner() as loop:

        def analyse(board: chess.Board) -> chess.engine.InfoDict:
            return loop.run(engine.analyse(board))

        try:
            loop.run(engine.start())
            limit = ", ".join(f"{number:,} {name}" for name, number in rival.limits)
            print(f"# found in {files} by microchess puzzles; {engine.title} agrees ({limit})")
            for one in chosen(found, arguments.number, lambda it: confirmed(it, analyse)):
                print(one.epd(), flush=True)
        except MatchError as error:
            raise MicroChessError(f"{error}; expected a UCI engine") from None
        finally:
            loop.run(engine.end())
    return 0


def _games(path: str) -> Iterator[tuple[chess.pgn.Game, str]]:
    """The good ones of a file, and what they are called; the others are told."""
    for entry in read_games(read_input(path, reading.MOST_GAMES)):
        if entry.faults:
            left = "" if entry.whole else "; left out"
            print(plain_line(f"{path}: {entry.faults_in_words}{left}"), file=sys.stderr)
        if entry.whole:
            yield entry.game, f"{Path(path).name} {entry.number}"
