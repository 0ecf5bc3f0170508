"""The men in pixels.

Half a cell is a pixel on squares of four lines and more: 6 by 7, 8 by 8, on the largest 12 by 14.
On squares of two and three lines a quarter of a cell is one, twice as high as wide: 8 by 4 and 10
by 6.
"""

from __future__ import annotations

from functools import cache

_SMALL = {
    "P": """
        ......
        ..##..
        .####.
        ..##..
        ..##..
        .####.
        ######
        """,
    "R": """
        #.##.#
        ######
        .####.
        .####.
        .####.
        ######
        ######
        """,
    "N": """
        ..#.#.
        .#####
        ######
        #..###
        ..####
        .####.
        ######
        """,
    "B": """
        ..##..
        .##.#.
        .#.##.
        .####.
        ..##..
        .####.
        ######
        """,
    "Q": """
        #....#
        ##..##
        #.##.#
        .####.
        ..##..
        .####.
        ######
        """,
    "K": """
        ..##..
        .####.
        ..##..
        ######
        ######
        .####.
        ######
        """,
}
_LARGE = {
    "P": """
        ........
        ........
        ...##...
        ..####..
        ..####..
        ...##...
        ..####..
        .######.
        """,
    "R": """
        ........
        ##.##.##
        ########
        .######.
        ..####..
        ..####..
        .######.
        ########
        """,
    "N": """
        ...#.#..
        ..#####.
        .##.####
        ########
        ##..####
        ...####.
        ..#####.
        .######.
        """,
    "B": """
        ...##...
        ..####..
        ..##.#..
        ..#.##..
        ..####..
        ...##...
        ..####..
        .######.
        """,
    "Q": """
        #......#
        ##.##.##
        #.####.#
        .######.
        ..####..
        ...##...
        ..####..
        .######.
        """,
    "K": """
        ...##...
        ..####..
        ...##...
        ###..###
        ########
        .######.
        .######.
        .######.
        """,
}
_QUARTERS_2 = {
    "P": """
        ........
        ...##...
        ..####..
        .######.
        """,
    "R": """
        .#.##.#.
        .######.
        ..####..
        .######.
        """,
    "N": """
        ..###...
        .######.
        .#..###.
        ..#####.
        """,
    "B": """
        ...##...
        ..##.#..
        ..####..
        .######.
        """,
    "Q": """
        #..##..#
        ##.##.##
        .######.
        .######.
        """,
    "K": """
        ...##...
        .######.
        ..####..
        .######.
        """,
}
_QUARTERS_3 = {
    "P": """
        ..........
        ....##....
        ...####...
        ....##....
        ...####...
        ..######..
        """,
    "R": """
        ..........
        .##.##.##.
        .########.
        ..######..
        ..######..
        .########.
        """,
    "N": """
        ....#.#...
        ...#####..
        .########.
        .##..####.
        ....#####.
        ..#######.
        """,
    "B": """
        ....##....
        ...##.#...
        ...#.##...
        ...####...
        ....##....
        ..######..
        """,
    "Q": """
        #...##...#
        ##..##..##
        .##.##.##.
        .########.
        ..######..
        ..######..
        """,
    "K": """
        ....##....
        ..######..
        ....##....
        .########.
        .########.
        ..######..
        """,
}
_ROOM_FOR_LARGE, _ROOM_FOR_DOUBLE = 10, 14


def _double(rows: list[str]) -> list[str]:
    return ["".join(2 * pixel for pixel in row) for row in rows for _ in range(2)]


@cache
def sprite(letter: str, size: int) -> tuple[str, ...]:
    """*size* rows of *size* characters: ``#`` the man, ``.`` the square."""
    rows = (_LARGE if size >= _ROOM_FOR_LARGE else _SMALL)[letter].split()
    if size >= _ROOM_FOR_DOUBLE:
        rows = _double(_SMALL[letter].split())
    return _centred(rows, size, size)


@cache
def quarters(letter: str, width: int, height: int) -> tuple[str, ...]:
    """The same in quarters of cells: 2 * *height* rows of 2 * *width*, for 2 or 3 lines."""
    rows = (_QUARTERS_2 if height == 2 else _QUARTERS_3)[letter].split()
    return _centred(rows, 2 * width, 2 * height)


def _centred(rows: list[str], width: int, height: int) -> tuple[str, ...]:
    left = (width - len(rows[0])) // 2
    above = (height - len(rows) + 1) // 2
    blank = "." * width
    middle = [("." * left + row).ljust(width, ".") for row in rows]
    return (*[blank] * above, *middle, *[blank] * (height - above - len(rows)))
