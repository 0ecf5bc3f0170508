"""``microchess solve``: how fast can it be beaten?"""

import argparse
import json
import sys
from itertools import islice
from pathlib import Path

import chess

from emu.notation import counted
from microchess.machine.manifest import program_hash
from microchess.program.openings import OPENINGS, named
from microchess.solve.lines import lines, number_of_lines, prove, san
from microchess.solve.search import SearchProgress, ShortestSearch, Solved
from microchess.solve.states import End, Quest
from microchess.solve.store import SolveTable
from tui.cli.arguments import add_choice, add_flag, add_value, count, whole
from tui.cli.options import INTERRUPTED, SOLVERS, add_jobs, add_level, add_player, player_spec
from tui.cli.position import HOW, add_position, given_position
from tui.cli.progress import progress
from tui.cli.rules import alone, excludes

NONE = 3
PLAYED = 10_000
"""Lines that are played again at most."""
_TITLES = {
    End.MATE: "mate",
    End.STALEMATE: "stalemate",
    End.RESIGNS: "resignation",
    End.ILLEGAL: "illegal move of the program",
}
KINDS = tuple(end.value for end in _TITLES)
HELP = f"""\
Find the shortest games against MicroChess that end as you ask, and prove that none is shorter. The
search covers all your moves. Each line found, up to {PLAYED:,}, is played again on the emulated
machine.

{HOW}
--find: mate (of the program), stalemate (you leave it without a move), resigns (it resigns),
  illegal (it makes an illegal move)
openings: {", ".join(dict.fromkeys(one.key for one in OPENINGS))}; without one the book is closed

examples:
  microchess solve --level super-blitz --jobs 2 --keep white.db
  microchess solve --fen "k7/8/2K5/8/8/8/8/7Q w - - 0 1" --moves 2
  microchess solve --side black --opening giuoco-piano --find illegal --moves 4

With --keep the search is saved in a file. The same command continues it, and another --find or
--moves reuses it.

exit codes: 0 found, 1 failed, 2 wrong usage, 3 there is none in --moves, 130 Ctrl-C
"""


def add(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "you or the program to move (default: startpos)")
    add_choice(
        parser,
        "--side",
        ("white", "black"),
        "your side (default: White; with --fen the side to move, with --table Black)",
    )
    add_choice(parser, "--find", KINDS, "how the game ends", End.MATE.value)
    add_value(parser, "--moves N", "search games of up to N moves of yours", count, 5)
    add_value(parser, "--opening NAME", "the opening book that MicroChess uses")
    add_level(parser)
    add_player(parser, SOLVERS)
    how = parser.add_argument_group("running")
    add_jobs(how)
    add_value(how, "--keep FILE", "save the search in FILE, or continue it", Path)
    add_value(how, "--memory MB", "megabytes of the search in memory", whole(1, 1 << 20), 256)
    add_value(how, "--show N", "number of lines to print", count, 20)
    add_flag(how, "--json", "print JSON")
    alone(parser, "--fen --table --opening")
    excludes(parser, "--json", "--show")
    excludes(parser, "--scheduler", "--jobs")


def run(arguments: argparse.Namespace) -> int:
    task = _task(arguments)
    try:
        with (
            SolveTable(arguments.keep, _settings(task), arguments.memory) as store,
            progress(0) as show,
        ):

            def told(at: SearchProgress) -> None:
                what = "moves after" if at.growing else "replies to"
                show(at.done, f"{what} move {at.layer}", at.size)

            solver = ShortestSearch(task, store, arguments.jobs, arguments.scheduler)
            solved = solver.solve(End(arguments.find), arguments.moves, told)
            found = []
            for line in islice(lines(store, solved), PLAYED):
                prove(task, line, solved.end)
                found.append(san(task, line))
            number = number_of_lines(store, solved)
    except KeyboardInterrupt:
        if arguments.keep is not None:
            print(f"stopped; the same command goes on with {arguments.keep}", file=sys.stderr)
        return INTERRUPTED
    tell = _tell_json if arguments.json else _tell
    tell(task, solved, sorted(found), number, arguments)
    return 0 if solved.moves is not None else NONE


def _task(arguments: argparse.Namespace) -> Quest:
    spec = player_spec(arguments)
    yours = None if arguments.side is None else arguments.side == "white"
    given = given_position(arguments, spec, yours)
    board = chess.Board() if given is None else given.board
    user = yours is None or yours
    if given is not None:
        user = not given.position.computer
    opening = None
    if arguments.opening is not None:
        opening = named(arguments.opening, not user)
    table = None if given is None else given.position.table
    return Quest(board.fen(), not user, arguments.level, spec, opening, table)


def _settings(task: Quest) -> dict[str, str]:
    program = task.spec.program
    image = "" if program is None else program_hash(program)
    return {
        "position": task.fen,
        **({} if task.table is None else {"table": task.table.hex}),
        "computer": chess.COLOR_NAMES[task.computer],
        "level": task.level.title,
        "player": f"{task.spec.name} {image}".strip(),
        "opening": "closed" if task.opening is None else task.opening.key,
    }


def _tell(
    _: Quest, solved: Solved, found: list[str], number: int, arguments: argparse.Namespace
) -> None:
    of = ", ".join(f"{replies:,} to move {layer}" for layer, replies in solved.replies.items())
    searched = f"replies asked for: {of or 'none'}"
    what = _TITLES[solved.end]
    if solved.moves is None:
        print(f"no {what} in {counted(solved.searched, 'move')}; {searched}")
        return
    print(f"{what} at move {solved.moves}, none sooner: {counted(number, 'line')}; {searched}")
    for line in found[: arguments.show]:
        print(f"  {line}")
    if number > arguments.show:
        print(f"  ... {number - arguments.show:,} more (--show)")
    played = "each" if number == len(found) else f"the first {len(found):,}"
    print(f"{played} was played again on the keypad of the emulated machine")


def _tell_json(
    task: Quest, solved: Solved, found: list[str], number: int, _: argparse.Namespace
) -> None:
    fields = {
        **_settings(task),
        "find": solved.end.value,
        "moves": solved.moves,
        "searched": solved.searched,
        "replies": {str(layer): replies for layer, replies in solved.replies.items()},
        "lines": found,
        "number": number,
    }
    print(json.dumps(fields))
