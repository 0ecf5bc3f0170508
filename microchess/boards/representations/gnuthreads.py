"""GNU Chess 4's two tables of threads, ``[8 types][64 from][64 at]``.

*nextpos* is where to look next if a square is empty, *nextdir* if it is not. The directions are
walked in the order of the program's own table, in steps on a board of 10 x 12 with a1 = 21; those
that lead off the board at once come last. An entry that no thread passes holds the origin.
"""

from collections.abc import Iterator, Sequence

import chess

from microchess.boards.geometry import A8, SLIDERS, line
from microchess.boards.view import BankPanel, Cell, CellState

BLACK_PAWN = 7
_ROOK = (1, 10, -1, -10)
_BISHOP = (9, 11, -9, -11)
_DIRECTIONS = {
    chess.PAWN: (10, 9, 11),
    chess.KNIGHT: (8, -8, 12, -12, 19, -19, 21, -21),
    chess.BISHOP: _BISHOP,
    chess.ROOK: _ROOK,
    chess.QUEEN: _ROOK + _BISHOP,
    chess.KING: _ROOK + _BISHOP,
    BLACK_PAWN: (-10, -9, -11),
}
"""By type; a pawn's step first, then his captures."""

Thread = bytes
"""The next square for each square at."""


def _ways(kind: int, square: chess.Square) -> list[tuple[chess.Square, ...]]:
    far = 7 if kind in SLIDERS else 1
    steps = ((step, round(step / 10)) for step in _DIRECTIONS[kind])
    return [line(square, step - 10 * ranks, ranks, far) for step, ranks in steps]


def _of_piece(kind: int, square: chess.Square) -> tuple[Thread, Thread]:
    ways = [way for way in _ways(kind, square) if way]
    nextpos, nextdir = bytearray([square] * 64), bytearray([square] * 64)
    nextpos[square] = nextdir[square] = ways[0][0]
    for place, way in enumerate(ways):
        turn_to = ways[place + 1][0] if place + 1 < len(ways) else square
        for at, following in zip(way, [*way[1:], turn_to], strict=True):
            nextpos[at], nextdir[at] = following, turn_to
    return bytes(nextpos), bytes(nextdir)


def _of_pawn(kind: int, square: chess.Square) -> tuple[Thread, Thread]:
    """Steps and captures; from the first and last rank too, where kings are asked about."""
    ahead, *captures = _ways(kind, square)
    first = chess.square_rank(square) == (1 if kind == chess.PAWN else 6)
    steps = [*ahead, 2 * ahead[0] - square] if first else ahead
    return _ring(square, steps), _ring(square, [target for way in captures for target in way])


def _ring(square: chess.Square, squares: Sequence[chess.Square]) -> Thread:
    ring, at = bytearray([square] * 64), square
    for following in squares:
        ring[at] = at = following
    return bytes(ring)


_THREADS: list[list[tuple[Thread, Thread]]] = [[]]
for _kind in range(1, 8):
    _build = _of_pawn if _kind in (chess.PAWN, BLACK_PAWN) else _of_piece
    _THREADS.append([_build(_kind, _square) for _square in chess.SQUARES])
NEXTPOS = tuple(tuple(nextpos for nextpos, _ in of_type) for of_type in _THREADS)
NEXTDIR = tuple(tuple(nextdir for _, nextdir in of_type) for of_type in _THREADS)
"""By type and origin."""


def followed(thread: Thread, square: chess.Square) -> Iterator[int]:
    """The squares of a thread until it is back."""
    at = thread[square]
    while at != square:
        yield at
        at = thread[at]


def thread_panels(kind: int, square: chess.Square) -> tuple[BankPanel, ...]:
    """The two threads of a piece, from square to square until they are back; on a board, how they
    go over one that is empty.
    """
    panels = []
    for name, thread, note in (
        ("nextpos", NEXTPOS[kind][square], "where to look next if a square is empty"),
        ("nextdir", NEXTDIR[kind][square], "where to look next if it is not"),
    ):
        order = {at: str(place) for place, at in enumerate(followed(thread, square), 1)}
        links = ((at, thread[at]) for at in (square, *order))
        cells = (
            Cell(name, at, chess.square_name(at), to, chess.square_name(to), to, CellState.CONSTANT)
            for at, to in links
        )
        panels.append(BankPanel(name, 8, tuple(cells), note))
        order[square] = "o"
        name = f"{name} on the board"
        cells = (
            Cell(name, at, chess.square_name(at), at, order.get(at, "."), at,
                 CellState.CONSTANT if at in order else CellState.EMPTY)
            for at in A8.of
        )  # fmt: skip
        panels.append(BankPanel(name, 8, tuple(cells)))
    return tuple(panels)
