"""Where the program keeps what: the one memory map of MicroChess, and the names of its cells.

    $0000  code or free          $00B0  PIECE, SQUARE, STATE ...   $00F9  the six digits
    $0050  the computer's men    $00C0  opening book               $0100  stacks
    $0060  the player's men      $00DC  book pointer               $018B  level byte TURN
    $0070  initial table         $00DD  counters                   $02F2  level byte CHECK
    $0090  directions            $00F3  last key
    $00A0  points

The addresses and names are those of the program's manual (1976).
"""

from collections.abc import Mapping

from microchess.program.table import ADDRESS, HALF, MEN

TABLE = ADDRESS
INITIAL = 0x70
DIRECTIONS = 0x90
POINTS = 0xA0
PIECE, SQUARE, STATE = 0xB0, 0xB1, 0xB5
BOOK = 0xC0
OMOVE = 0xDC
"""The offset of the book's next group from here; positive once the book is closed."""
BOOK_CLOSED = 0x00
COUNTERS = 0xDD
DIGITS = 0xF9
"""Three bytes, the rightmost two digits first."""
SHOWN_TO, SHOWN_FROM, SHOWN_MAN = 0xF9, 0xFA, 0xFB
TURN, CHECK = 0x018B, 0x02F2
"""The level bytes."""

SCANDS, GETKEY = 0x1F1F, 0x1F6A
"""The services of the KIM-1's monitor that the program calls."""
NO_KEY, KEY_PC = 0x15, 0x14

COUNTER_NAMES = (
    "WCAP0",
    "BCAP2", "WCAP2", "BCAP1", "WCAP1", "BCAP0",
    "BMOB", "BMAXC", "BCC", "BMAXP",
    "XMOB", "XMAXC", "XCC", "XMAXP",
    "WMOB", "WMAXC", "WCC", "WMAXP",
    "PMOB", "PMAXC", "PCC", "PMAXP",
)  # fmt: skip
"""The bytes $DD-$F2 at the moment a candidate is judged; X... is the group of state 4."""

NAMES: Mapping[int, str] = {
    **{TABLE + man: f"c.{name}" for man, name in enumerate(MEN)},
    **{TABLE + HALF + man: f"p.{name}" for man, name in enumerate(MEN)},
    PIECE: "PIECE",
    SQUARE: "SQUARE",
    0xB4: "INCHEK",
    STATE: "STATE",
    0xB6: "MOVEN",
    BOOK: "OPNING",
    OMOVE: "OMOVE",
    **{COUNTERS + index: name for index, name in enumerate(COUNTER_NAMES)},
    0xF3: "OLDKY",
    DIGITS: "DIS3",
    DIGITS + 1: "DIS2",
    DIGITS + 2: "DIS1",
    CHECK: "CHECK",
    TURN: "TURN",
}
"""Cells by address; ``c.`` are the computer's pieces, ``p.`` the player's."""

AREAS: tuple[tuple[int, str], ...] = (
    (0x00, "code or free"),
    (TABLE, "piece table: the computer's pieces"),
    (TABLE + HALF, "piece table: the player's pieces"),
    (INITIAL, "initial table"),
    (DIRECTIONS, "directions"),
    (POINTS, "points"),
    (PIECE, "work cells"),
    (BOOK, "opening book"),
    (OMOVE, "counters"),
    (0xF3, "last key, display, monitor"),
    (0x100, "stacks"),
    (0x200, "program RAM"),
    (0x1700, "6530 registers"),
    (0x1780, "6530 RAM"),
    (0x1800, "monitor ROM"),
    (0x2000, "expansion"),
)


def area_of(address: int) -> str:
    """What lies around an address."""
    return next(title for start, title in reversed(AREAS) if address >= start)
