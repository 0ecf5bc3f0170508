"""The men in pixels.

Half a cell is a pixel on squares of four lines and more: 6 by 7, 8 by 8, on the largest 12 by 14.
On squares of three lines a quarter of a cell is one, twice as high as wide: 10 by 5.
"""

from functools import cache

_MEN = "PRNBQK"
"""The men of a sheet, from left to right."""
_SMALL = """
    ...... #.##.# ..#.#. ..##.. #....# ..##..
    ..##.. ###### .##### .##.#. ##..## .####.
    .####. .####. ###### .#.##. #.##.# ..##..
    ..##.. .####. #..### .####. .####. ######
    ..##.. .####. ..#### ..##.. ..##.. ######
    .####. ###### .####. .####. .####. .####.
    ###### ###### ###### ###### ###### ######
"""
_LARGE = """
    ........ ........ ...#.#.. ...##... #......# ...##...
    ........ ##.##.## ..#####. ..####.. ##.##.## ..####..
    ...##... ######## .##.#### ..##.#.. #.####.# ...##...
    ..####.. .######. ######## ..#.##.. .######. ###..###
    ..####.. ..####.. ##..#### ..####.. ..####.. ########
    ...##... ..####.. ...####. ...##... ...##... .######.
    ..####.. .######. ..#####. ..####.. ..####.. .######.
    .######. ######## .######. .######. .######. .######.
"""
_QUARTERS = """
    .......... .##.##.##. .....#.#.. ....##.... #...##...# ....##....
    ....##.... .########. ...######. ...####... ##.####.## ..######..
    ...####... ..######.. .########. ..##..##.. .########. ....##....
    ....##.... ..######.. .##.#####. ...####... ..######.. .########.
    ..######.. .########. ..#######. .########. ..######.. ..######..
"""
_ROOM_FOR_LARGE, _ROOM_FOR_DOUBLE = 10, 14


def _man(sheet: str, letter: str) -> list[str]:
    """The rows of one man of a sheet."""
    return sheet.split()[_MEN.index(letter) :: len(_MEN)]


@cache
def sprite(letter: str, size: int) -> tuple[str, ...]:
    """*size* rows of *size* characters: ``#`` the man, ``.`` the square."""
    rows = _man(_SMALL if size < _ROOM_FOR_LARGE or size >= _ROOM_FOR_DOUBLE else _LARGE, letter)
    if size >= _ROOM_FOR_DOUBLE:
        rows = ["".join(2 * pixel for pixel in row) for row in rows for _ in range(2)]
    return _centred(rows[: size - 1], size, size)


@cache
def quarters(letter: str, width: int, height: int) -> tuple[str, ...]:
    """The same in quarters of cells: 2 * *height* rows of 2 * *width*."""
    return _centred(_man(_QUARTERS, letter), 2 * width, 2 * height)


def _centred(rows: list[str], width: int, height: int) -> tuple[str, ...]:
    """*rows* in the middle, with at least an empty one above."""
    left = (width - len(rows[0])) // 2
    above = (height - len(rows) + 1) // 2
    blank = "." * width
    middle = [("." * left + row).ljust(width, ".") for row in rows]
    return (*[blank] * above, *middle, *[blank] * (height - above - len(rows)))
