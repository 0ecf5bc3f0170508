"""Men put on squares: which byte of the piece table that is."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from emu.notation import Poke
from microchess.errors import MicroChessError
from microchess.program.memory_map import TABLE
from microchess.program.position import Position
from microchess.program.slots import TYPES
from microchess.program.squares import CAPTURED, from_chess, on_board
from microchess.program.table import HALF, KING, SIZE
from tui.session.snapshot import GameView


class PlacingError(MicroChessError):
    """There is no such man to put down, or a king in his place."""


def letter_of(game: GameView, man: int) -> str:
    """The letter of a *man* 0-31 of the table, as in a FEN."""
    color = game.computer if man < HALF else not game.computer
    return chess.Piece(TYPES[man % HALF], color).symbol()


def men_of(game: GameView, off: bool) -> Iterator[tuple[int, str]]:
    """The men of the table, with their letters, who stand on a square; *off*: those who do not."""
    for man, byte in enumerate(game.table):
        if on_board(byte) != off:
            yield man, letter_of(game, man)


def cleared() -> tuple[Poke, ...]:
    """What leaves nobody but the two kings on the board."""
    return tuple(Poke(TABLE + man, CAPTURED) for man in range(SIZE) if man % HALF != KING)


def all_men(computer: chess.Color) -> tuple[Poke, ...]:
    """The beginning of a game in which the program has that colour."""
    table = Position.from_board(chess.Board(), computer).table
    return tuple(Poke(TABLE + man, byte) for man, byte in enumerate(table))


def putting(
    game: GameView, source: chess.Square | str, target: chess.Square | None
) -> tuple[Poke, ...]:
    """What puts the man on the square *source*, or one off the board with the letter *source*, on
    *target* (None: off the board); nothing where nobody stands. Who stood on *target* goes off. A
    king's letter is that king.

    Raises PlacingError when no such man is off the board, or another one's place is a king's.
    """
    if isinstance(source, str):
        off = [man for man, letter in men_of(game, off=True) if letter == source]
        kings = [man for man, letter in men_of(game, off=False) if letter == source in ("K", "k")]
        man = next(iter(off + kings), None)
        if man is None:
            name = chess.piece_name(chess.Piece.from_symbol(source).piece_type)
            raise PlacingError(f"no {chess.COLOR_NAMES[source.isupper()]} {name} left")
    else:
        man = game.table.standing_on(from_chess(source, game.computer))
        if man is None:
            return ()
    if target is None:
        return (Poke(TABLE + man, CAPTURED),)
    byte = from_chess(target, game.computer)
    there = [one for one, at in enumerate(game.table) if at == byte and one != man]
    if any(one % HALF == KING for one in there):
        where = chess.square_name(target)
        raise PlacingError(f"a king stands on {where}: put him elsewhere first")
    return (*(Poke(TABLE + one, CAPTURED) for one in there), Poke(TABLE + man, byte))
