"""``microchess perft``: count the leaves of the move tree, in any memory."""

import argparse
import sys

from microchess.boards.hashing import CountTable
from microchess.boards.perft import divide, perft
from microchess.boards.registry import EXHIBITS, Exhibit, exhibit
from microchess.errors import BoardError
from microchess.program.position import read_fen
from tui.cli.arguments import add_flag, add_value, whole

_DEFAULT = "gnuchess"
_MOST = 1024
DEEPEST = 100
HELP = """\
Count the ways to play DEPTH half-moves. Every move is made and taken back in the memory of one of
the boards that microchess boards lists.

examples:
  microchess perft 4
  microchess perft --board loop --divide 3
  microchess perft --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 4
  microchess perft --hash 16 5                count no position twice
  microchess perft --board microchess 3       by the rules MicroChess knows
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("depth", type=whole(0, DEEPEST), metavar="DEPTH", help="half-moves")
    add_value(parser, "--board NAME", "the board representation", default=_DEFAULT)
    parser.add_argument("--fen", default="startpos", help="a position (default: startpos)")
    table = "keep counts in a table of so many megabytes; only for boards with a hash key"
    add_value(parser, "--hash MB", table, whole(1, _MOST))
    add_flag(parser, "--divide", "print the count for each first move")


def run(arguments: argparse.Namespace) -> int:
    chosen = exhibit(arguments.board)
    game = chosen.game(read_fen(arguments.fen))
    if limits := chosen.rules.limits():
        print(f"{chosen.title}: {', '.join(map(str, limits))}", file=sys.stderr)
    table = None if arguments.hash is None else _table(arguments.hash, chosen)
    if not arguments.divide:
        print(f"{perft(game, arguments.depth, table):,}")
        return 0
    if arguments.depth == 0:
        raise BoardError("depth 0 has no first move to divide by; expected 1 or more")
    split = divide(game, arguments.depth, table)
    for move, nodes in sorted(split.items(), key=lambda item: item[0].uci()):
        print(f"{move.uci():<5} {nodes:>12,}")
    print(f"{len(split)} moves {sum(split.values()):,} leaves")
    return 0


def _table(megabytes: int, chosen: Exhibit) -> CountTable:
    if chosen.memory().key is None:
        keyed = ", ".join(one.key for one in EXHIBITS if one.memory().key)
        raise BoardError(f"{chosen.key} keeps no key for --hash; these do: {keyed}")
    return CountTable(megabytes)
