"""The men in pixels, for boards large enough: 8 by 8, with a margin where there is more room."""

from __future__ import annotations

from functools import cache

_PICTURES = {
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
        ...##...
        ..####..
        .#.####.
        ####.###
        .##..###
        ....###.
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
        #..##..#
        ##.##.##
        ########
        .######.
        .######.
        ..####..
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


@cache
def sprite(letter: str, size: int) -> tuple[str, ...]:
    """*size* rows of *size* characters: ``#`` the man, ``.`` the square."""
    rows = _PICTURES[letter].split()
    grow = size - len(rows)
    before = grow // 2
    blank = "." * size
    middle = ["." * before + row + "." * (grow - before) for row in rows]
    return (*[blank] * before, *middle, *[blank] * (grow - before))
