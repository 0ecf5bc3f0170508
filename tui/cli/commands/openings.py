"""``microchess openings``: the manual's books, and books of one's own."""

import argparse
import sys
from pathlib import Path

import chess

from emu.files import reading
from emu.files.formats.hexdump import write as write_hex_dump
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Segment
from emu.plain import plain_line
from microchess.errors import OpeningError
from microchess.game.pgn import read_games
from microchess.program import memory_map
from microchess.program.book import compile_book, keypad_script, line
from microchess.program.openings import OPENINGS, named
from tui.cli.arguments import add_choice, add_value
from tui.cli.outfile import add_force, settle
from tui.cli.rules import needs

_FORMS = ("bytes", "ptp", "keys")
HELP = """\
List the opening books of the manual, print one, or make one from the first game of a PGN file.

A book is 28 bytes at $C0-$DB: up to nine answers for one line from the initial position. It castles
with the king's move only; you move the rook, as the manual says.

examples:
  microchess openings                              the manual's ten, with their misprints
  microchess openings ruy-lopez --side black
  microchess openings my-line.pgn --side white --as ptp --out book.ptp
  microchess keys $(microchess openings french --side white --as keys) C PC
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="?", metavar="NAME|FILE.pgn", help="the book")
    add_choice(parser, "--side", chess.COLOR_NAMES, "the colour of MicroChess", "white")
    parser.add_argument(
        "--as",
        dest="form",
        choices=_FORMS,
        default="bytes",
        help="hex dump, paper tape, or the keys that enter it (default: bytes)",
    )
    add_value(parser, "--out FILE", "write to FILE, not to the terminal")
    add_force(parser)
    needs(parser, "--side --as --out --force", "NAME|FILE.pgn")
    needs(parser, "--force", "--out")


def run(arguments: argparse.Namespace) -> int:
    if arguments.source is None:
        _list()
        return 0
    computer = arguments.side == "white"
    path = Path(arguments.source)
    if path.suffix.lower() == ".pgn" or path.is_file():
        book, name = compile_book(_mainline(path), computer), path.stem
    else:
        opening = named(arguments.source, computer)
        book, name = opening.book, opening.key
        for slip in opening.slips:
            print(slip, file=sys.stderr)
    out = settle(arguments.out, arguments.force, [path]) if arguments.out else None
    written = text(book, name, arguments.form)
    if out:
        out.write(written)
    else:
        print(written, end="")
    return 0


def text(book: bytes, name: str, form: str) -> str:
    """A book as a hex dump, as MOS paper tape, or as the keys that enter it."""
    if form == "keys":
        return keypad_script(book) + "\n"
    program = Program(name, (Segment(memory_map.BOOK, book),), "book")
    return write_paper_tape(program) if form == "ptp" else write_hex_dump(program)


def _list() -> None:
    for opening in OPENINGS:
        print(f"{opening.key} --side {chess.COLOR_NAMES[opening.computer]}")
        print(f"  {chess.Board().variation_san(line(opening))}")
        for slip in opening.slips:
            print(f"  {slip}")


def _mainline(path: Path) -> list[chess.Move]:
    entry = next(read_games(reading.read_text(path, reading.MOST_GAMES)), None)
    if entry is not None and not entry.whole:
        raise OpeningError(f"{path}: {entry.faults_in_words}")
    if entry is not None and entry.faults:
        print(plain_line(f"{path}: {entry.faults_in_words}"), file=sys.stderr)
    if entry is None or entry.game.next() is None:
        raise OpeningError(f"{path}: no game with a move in it")
    game = entry.game
    if game.board().fen() != chess.STARTING_FEN:
        raise OpeningError(f"{path} starts from a set-up position; books know the initial one only")
    return list(game.mainline_moves())
