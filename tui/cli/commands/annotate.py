"""``microchess annotate``: what MicroChess would have played, as comments in a PGN."""

from __future__ import annotations

import argparse
import sys

import chess
import chess.pgn

from emu.files import reading
from emu.notation import counted
from emu.plain import plain_line
from microchess.analysis.annotate import annotate
from microchess.errors import MicroChessError, PgnError
from microchess.game.pgn import read_games
from tui.cli.arguments import add_choice, add_value, number
from tui.cli.options import (
    SOLVERS,
    UNDECIDED,
    add_budget,
    add_level,
    add_player,
    open_input,
    player_spec,
)
from tui.cli.outfile import add_force, settle

HELP = """\
For every move of its side: MicroChess's own choice, values, candidates.

examples:
  microchess annotate game.pgn
  microchess annotate game.pgn --side white --level blitz --top 5 --out annotated.pgn
  microchess annotate - --player python < game.pgn

exit codes: 0 all commented, 1 a game had to be left out, 2 wrong usage, 3 --budget did not suffice
for a move (its comment says so), 130 Ctrl-C
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("pgn", metavar="FILE", help="the games; - for standard input")
    add_choice(
        parser,
        "--side",
        ("white", "black", "both"),
        "whose moves (default: those of the player named MicroChess, else both)",
    )
    add_value(parser, "--top N", "candidates a move", number, 3)
    add_value(parser, "--out FILE", "where the games go (default: the terminal)")
    add_level(parser)
    add_player(parser, SOLVERS)
    add_budget(parser)
    add_force(parser)


def run(arguments: argparse.Namespace) -> int:
    """Comment all good games, then write them."""
    games, left_out = _read(arguments.pgn)
    out = settle(arguments.out, arguments.force) if arguments.out else None
    spec = player_spec(arguments, tell=True)
    solver = spec.solver(arguments.budget)
    undecided = 0
    for game in games:
        sides = _sides(arguments.side, game)
        undecided += annotate(game, solver, arguments.level, sides, arguments.top).undecided
        game.headers["Annotator"] = f"MicroChess ({solver.title}, {arguments.level.title})"
    text = "\n\n".join(map(str, games)) + "\n"
    if out:
        out.write(text)
    else:
        print(text, end="")
    if undecided:
        print(f"{counted(undecided, 'move')} undecided; --budget can give more", file=sys.stderr)
    return 1 if left_out else UNDECIDED if undecided else 0


def _read(path: str) -> tuple[list[chess.pgn.Game], bool]:
    """The good games, and whether there were others. What cannot be read is told."""
    games: list[chess.pgn.Game] = []
    faults: list[str] = []
    left_out = False
    with open_input(path, reading.MOST_GAMES) as stream:
        try:
            for entry in read_games(stream):
                if entry.whole:
                    games.append(entry.game)
                if entry.faults:
                    left = "" if entry.whole else "; the game is left out"
                    faults.append(entry.faults_in_words + left)
                left_out |= not entry.whole
        except PgnError as error:
            faults.append(f"{error}; the rest is left out")
            left_out = True
    if not any(game.next() for game in games):
        raise MicroChessError(f"{path}: {faults[0] if faults else 'no game with a move in it'}")
    for fault in faults:
        print(plain_line(f"{path}: {fault}"), file=sys.stderr)
    return games, left_out


def _sides(wanted: str | None, game: chess.pgn.Game) -> list[chess.Color]:
    """White and Black, as the option has it, else as the headers tell."""
    if wanted is None:
        named = [
            color
            for color, header in ((chess.WHITE, "White"), (chess.BLACK, "Black"))
            if "microchess" in game.headers.get(header, "").lower()
        ]
        return named or [chess.WHITE, chess.BLACK]
    return [c for c in (chess.WHITE, chess.BLACK) if wanted in ("both", chess.COLOR_NAMES[c])]
