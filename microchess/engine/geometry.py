"""Where pieces can step: lines and steps from every byte, computed once for a direction table.

All bytes are those of the computer's frame, rank 0 being its own first rank. The opponent's pieces
move by the same directions negated, which is what turning the table round amounts to.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from microchess.program.squares import on_board

Lines = tuple[tuple[int, ...], ...]
"""Squares by line, nearest first."""

DIRECTIONS = bytes.fromhex("F0FF0110110FEFF1DFE1EEF2120E1F21")
"""The 16 directions at $90-$9F, numbered 1-16."""

KING_DIRECTIONS = range(8, 0, -1)
ROOK_DIRECTIONS = range(4, 0, -1)
BISHOP_DIRECTIONS = range(8, 4, -1)
KNIGHT_DIRECTIONS = range(16, 8, -1)
PAWN_CAPTURES = (6, 5)
PAWN_STEP = 4


@dataclass(frozen=True)
class Side:
    """What one side's pieces need, indexed by piece 0-15 and by byte.

    ``lines[man][byte]``: the squares a piece can reach, line by line in the program's order; empty
    for pawns. ``between[man][byte]``: by each of those squares, the squares that must be empty, for
    each line that leads there. ``captures[byte]`` and ``ahead[byte]``: a pawn's, ``ahead`` holding
    the step and, where it lands on the rank from which a second one is tried, that too;
    ``takers[byte]``: from where pawns capture there.
    """

    lines: tuple[tuple[Lines, ...], ...]
    between: tuple[tuple[Mapping[int, Lines], ...], ...]
    captures: tuple[tuple[int, ...], ...]
    ahead: tuple[tuple[int, ...], ...]
    takers: tuple[tuple[int, ...], ...]


def _line(byte: int, step: int) -> tuple[int, ...]:
    """The bytes from *byte* on, up to the first one beyond the edge, or *byte* again."""
    squares = [byte + step & 0xFF]
    while on_board(squares[-1]) and squares[-1] != byte:
        squares.append(squares[-1] + step & 0xFF)
    return tuple(squares)


def _between(lines: Lines) -> Mapping[int, Lines]:
    found: dict[int, Lines] = {}
    for line in lines:
        for place, square in enumerate(line):
            found[square] = (*found.get(square, ()), line[:place])
    return found


@cache
def side(directions: bytes, opponent: bool) -> Side:
    """The lines of the computer's pieces, or of the opponent's (as CMOVE does step by step)."""
    sign = -1 if opponent else 1

    def step(number: int) -> int:
        return sign * directions[number - 1]

    def line(byte: int, number: int, length: int) -> tuple[int, ...]:
        squares = _line(byte, step(number))[:length]
        return tuple(square for square in squares if on_board(square))

    def all_bytes(numbers: range, length: int) -> tuple[Lines, ...]:
        return tuple(
            tuple(filter(None, (line(byte, number, length) for number in numbers)))
            for byte in range(256)
        )

    king, queen = all_bytes(KING_DIRECTIONS, 1), all_bytes(KING_DIRECTIONS, 256)
    rook, bishop = all_bytes(ROOK_DIRECTIONS, 256), all_bytes(BISHOP_DIRECTIONS, 256)
    knight, nothing = all_bytes(KNIGHT_DIRECTIONS, 1), ((),) * 256
    second_rank = 5 if opponent else 2

    def ahead(byte: int) -> tuple[int, ...]:
        steps = line(byte, PAWN_STEP, 256)
        tried = 1
        while tried <= len(steps) and steps[tried - 1] >> 4 == second_rank:
            tried += 1
        return steps[:tried]

    kinds = {kind: tuple(map(_between, kind)) for kind in (king, queen, rook, bishop, knight)}
    men = king, queen, rook, rook, bishop, bishop, knight, knight
    return Side(
        (*men, *[nothing] * 8),
        tuple(map(kinds.__getitem__, men)),
        tuple(
            tuple(s for n in PAWN_CAPTURES if on_board(s := byte + step(n) & 0xFF))
            for byte in range(256)
        ),
        tuple(ahead(byte) for byte in range(256)),
        tuple(tuple(byte - step(n) & 0xFF for n in PAWN_CAPTURES) for byte in range(256)),
    )
