"""``microchess play``: a game on the full screen, or line by line."""

import argparse
import sys
from dataclasses import dataclass, replace

import chess

from microchess.game.game import Game
from microchess.game.given import GivenPosition
from microchess.machine.solver import PlayerSpec
from microchess.program.book import line
from microchess.program.levels import Level
from microchess.program.openings import OPENINGS, Opening, named
from microchess.program.table import PieceTable
from microchess.puzzles.puzzle import puzzle
from tui.cli.arguments import add_choice, add_flag, add_value
from tui.cli.conversation import Conversation
from tui.cli.options import add_level, add_player, player_spec
from tui.cli.position import HOW, add_position, given_position
from tui.cli.rules import alone, excludes
from tui.screen.start import is_terminal, open_interface
from tui.session.new_game import NewGame

HELP = f"""\
Play chess against the program in the KIM-1.

In a terminal the full screen opens. With --lines, or through a pipe, you type line by line. If a
move is refused, the reason is printed and the game goes on.

moves: e4, Nf3, O-O, e8=Q (SAN), e2e4 (UCI), or 6343 (the digits of 1976)

{HOW}
openings: {", ".join(dict.fromkeys(one.key for one in OPENINGS))}

examples:
  microchess play                                  you have White
  microchess play --side white --level blitz
  microchess play --opening ruy-lopez --side white
  microchess play --fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
  microchess play --puzzle 7                       beat it after a blunder
  microchess play --player serial:/dev/ttyUSB0     on a real board; add --fen board to continue
  microchess play --lines                          line by line
  microchess play --spoken                         for a screen reader; type help
  printf 'e5\\nNc6\\npgn\\n' | microchess play
"""


def add(parser: argparse.ArgumentParser) -> None:
    add_flag(parser, "--lines", "play line by line, without the full screen")
    add_flag(parser, "--spoken", "play line by line in words, for a screen reader")
    add_flag(parser, "--no-save", "neither save the session nor resume one")
    add_flag(parser, "--unicode", "with --lines: draw pieces instead of letters")
    add_flag(parser, "--ascii", "use only ASCII characters on the full screen")
    add_game_options(parser, boards=True)
    excludes(parser, "--spoken", "--lines --unicode --ascii --no-save")
    excludes(parser, "--lines", "--ascii --no-save")
    alone(parser, "--ascii --unicode")


def add_game_options(parser: argparse.ArgumentParser, boards: bool = False) -> None:
    """What kind of game, seen how, against whom; *boards*: also against real ones."""
    add_choice(
        parser,
        "--side",
        chess.COLOR_NAMES,
        "your side (default: white; with --fen the side to move)",
    )
    add_position(parser, "you to move")
    add_value(parser, "--puzzle N", "start from a puzzle; microchess puzzles lists them")
    add_value(parser, "--opening NAME", "the opening book that MicroChess uses")
    add_flag(
        parser,
        "--steady-book",
        "stay in the book after an unexpected reply while its next move is sound",
    )
    add_level(parser)
    add_player(parser, boards=boards)
    excludes(parser, "--puzzle", "--side --fen --table --opening --level")
    alone(parser, "--fen --table --opening")


@dataclass(frozen=True)
class Beginning:
    """Against whom, from where, with which colour."""

    spec: PlayerSpec
    mine: chess.Color
    position: GivenPosition | None
    opening: Opening | None
    level: Level
    note: str = ""
    asked: bool = False
    """Whether it is another game than one begins with unasked."""

    def setup(self, steady: bool) -> NewGame:
        """The game; *steady*: as for `NewGame`."""
        fen = self.board.fen() if self.board else None
        game = NewGame(not self.mine, self.level, self.opening, fen, steady=steady, about=self.note)
        return replace(game, table=self.table)

    @property
    def board(self) -> chess.Board | None:
        """The position on a board, None: the initial one."""
        return None if self.position is None else self.position.board

    @property
    def table(self) -> PieceTable | None:
        """The position in the piece table."""
        return None if self.position is None else self.position.position.table


def beginning(arguments: argparse.Namespace) -> Beginning:
    """What the options of :func:`add_game_options` stand for.

    Raises MicroChessError or OSError, and says what is wrong with them.
    """
    spec = player_spec(arguments)
    if arguments.puzzle is not None:
        one = puzzle(arguments.puzzle)
        its = GivenPosition.of_text(one.board.fen()).with_computer(not one.board.turn)
        return Beginning(spec, one.board.turn, its, None, one.level, str(one), True)
    yours = None if arguments.side is None else arguments.side == "white"
    position = given_position(arguments, spec, yours)
    mine = chess.WHITE if yours is None else yours
    if position is not None:
        mine = not position.position.computer
    opening = named(arguments.opening, not mine) if arguments.opening is not None else None
    asked = bool(position or opening or arguments.side)
    return Beginning(spec, mine, position, opening, arguments.level, "", asked)


def run(arguments: argparse.Namespace) -> int:
    start = beginning(arguments)
    spec, mine, board, opening = start.spec, start.mine, start.board, start.opening
    level, said = start.level, (start.note,) if start.note else ()
    slips = tuple(f"{opening.name}: {slip}" for slip in opening.slips) if opening else ()
    if not (arguments.lines or arguments.spoken) and is_terminal():
        return open_interface(
            spec,
            start.setup(arguments.steady_book),
            ascii_only=arguments.ascii,
            keep=not arguments.no_save,
            asked=start.asked,
            notes=(*said, *_faults(board), *slips),
        )

    player, steady = spec.player(), arguments.steady_book
    assert player is not None

    def new_game() -> Game:
        return Game(
            player, not mine, level, opening, board, spec.monitor, steady=steady, table=start.table
        )

    session = Conversation(new_game, arguments.unicode, drawn=not arguments.spoken)
    for note in (*spec.notes, *said, *_faults(board)):
        print(note)
    if opening:
        print(f"book: {opening.name}: {chess.Board().variation_san(line(opening))}")
        for slip in opening.slips:
            print(f"  {slip}")
    return session.run(sys.stdin)


def _faults(board: chess.Board | None) -> list[str]:
    """What keeps a position from being a legal one; empty when it is."""
    if board is None or board.is_valid():
        return []
    status = board.status()
    names = [(one.name or "").replace("_", " ").lower() for one in chess.Status if one & status]
    return [f"beware, no legal chess position: {', '.join(names)}"]
