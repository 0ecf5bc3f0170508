"""How a position is given on the command line: the same for every command that takes one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from microchess.errors import MicroChessError
from microchess.machine.choose import choose
from microchess.machine.solver import PlayerSpec, is_board
from microchess.program.table import PieceTable
from tui.cli.arguments import Where, add_value

if TYPE_CHECKING:
    import chess

    from microchess.game.given import GivenPosition

_OF_PLAYER = "board"
HOW = """\
positions: --fen takes a FEN or startpos, with or without moves ("startpos moves e4 c5"). --fen
serial:PORT reads a real board, --fen board the board that plays. --table takes 64 hex digits.
"""


def add_position(where: Where, whose: str, required: bool = False) -> argparse._ActionsContainer:
    """``--fen`` and ``--table``, of which one can be given; *whose* says who is to move."""
    one = where.add_mutually_exclusive_group(required=required)
    add_value(one, "--fen FEN", f"the position, {whose}; or startpos")
    add_value(one, "--table 64HEX", "the position as the 32 bytes $50-$6F, its own pieces first")
    return one


def given_position(
    arguments: argparse.Namespace,
    spec: PlayerSpec | None,
    yours: chess.Color | None = None,
    to_reply: bool = False,
) -> GivenPosition | None:
    """The position of the options, None where they name none.

    With *to_reply* the program is to move; else the person is, who has *yours*, in a FEN perhaps
    the other colour. Of a table nobody knows whose is White's: the program has White, or not
    *yours*. Raises MicroChessError with what is wrong.
    """
    from microchess.game.given import GivenPosition  # python-chess takes its time to load

    computer = yours is None or not yours
    turn = computer if to_reply else not computer
    if arguments.table is not None:
        table = PieceTable.from_hex(arguments.table)
        return GivenPosition.of_table(table, computer, turn)
    if arguments.fen is None:
        return None
    if arguments.fen == _OF_PLAYER or is_board(arguments.fen):
        return GivenPosition.of_table(_on_board(arguments.fen, spec), computer, turn)
    given = GivenPosition.of_text(arguments.fen)
    if to_reply:
        return given
    return given.with_computer(not (given.board.turn if yours is None else yours))


def is_position(text: str) -> bool:
    """Whether ``--fen`` with *text* is a position; else it is a file, where one may be given."""
    first, *more = text.split() or [""]
    named = first in ("startpos", _OF_PLAYER) or is_board(text)
    return named or (bool(more) and first.count("/") == 7)


def position_of(text: str) -> GivenPosition:
    """The position of ``--fen`` with *text*, the program to move. Raises MicroChessError."""
    found = given_position(argparse.Namespace(fen=text, table=None), None, to_reply=True)
    assert found is not None
    return found


def _on_board(name: str, spec: PlayerSpec | None) -> PieceTable:
    if name != _OF_PLAYER:
        spec = choose(name)
    if spec is None or spec.port is None:
        raise MicroChessError(
            f"--fen {_OF_PLAYER} is for --player serial:PORT; or --fen serial:PORT"
        )
    from microchess.machine.serial_player import board_at

    return board_at(spec.port, spec.program).cells.table
