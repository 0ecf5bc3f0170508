"""The opening book: 28 bytes at $C0-$DB, read downwards in groups of three.

A group is the to-square the display shows (the opponent's move, or $CC after key C), then piece and
to-square of the computer's answer; $99, which no square equals, ends the book. The manual prints
ten books, five openings for each colour. The opponent's piece is not stored, and castling shows the
rook's square, which is entered last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from microchess.errors import OpeningError
from microchess.program.memory_map import BOOK, OMOVE

WHITE, BLACK = True, False
"""The colours as python-chess has them, which this module does without."""
SIZE = 28
END = 0x99
GROUP = 3
CLEARED = 0xCC
"""What the display shows after key C: the expected square of a White book's first group."""


def group_at(read: Callable[[int], int], pointer: int) -> tuple[int, int, int]:
    """The group that the opening *pointer* leads to: square expected, piece and to-square; *read*
    gives a byte of page zero.
    """
    expected, man, to = (read(OMOVE + pointer - place & 0xFF) for place in range(GROUP))
    return expected, man, to


class Slip(NamedTuple):
    """A misprint in a book: the byte printed at ``address``, the one ``meant``, and why."""

    address: int
    printed: int
    meant: int
    why: str

    def __str__(self) -> str:
        return (
            f"${self.address:02X} is printed {self.printed:02X}, meant {self.meant:02X}: {self.why}"
        )


class Opening(NamedTuple):
    """One of the manual's books.

    ``moves`` is the game it tells, in SAN; ``printed`` the 28 bytes as they stand in the manual,
    ``slips`` what is wrong in them.
    """

    name: str
    computer: bool
    moves: str
    printed: bytes
    slips: tuple[Slip, ...] = ()

    @property
    def book(self) -> bytes:
        """The 28 bytes for $C0-$DB, slips put right."""
        data = bytearray(self.printed)
        for slip in self.slips:
            data[slip.address - BOOK] = slip.meant
        return bytes(data)

    @property
    def key(self) -> str:
        """Its name on the command line: ``ruy-lopez``."""
        return self.name.lower().replace("'", "").replace(" ", "-")


def _opening(name: str, computer: bool, moves: str, downwards: str, *slips: Slip) -> Opening:
    return Opening(name, computer, moves, bytes(reversed(bytes.fromhex(downwards))), slips)


# As the manual prints them, from $DB down to $C0: square expected, man and to-square of the answer.
OPENINGS = (
    _opening(
        "French Defence",
        WHITE,
        "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 Bxe7 Qxe7 Qd2 O-O f4 c5 Nf3",
        "CC 0F33  53 0E43  44 0725  52 0541  63 0F43  64 0563  63 0114  72 0C32  45 0622  99",
        Slip(0xD6, 0x43, 0x34, "P-Q4; no piece of the computer can go to $43"),
    ),
    _opening(
        "French Defence",
        BLACK,
        "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 Bxe7 Qxe7 Qd2 O-O f4 c5 Nf3 Nc6",
        "44 0F24  43 0E33  52 0625  36 0414  34 0613  14 0414  63 0006  45 0D32  55 0722  99",
        Slip(0xCB, 0x04, 0x01, "the bishop has just been taken on e7; the queen takes back"),
    ),
    _opening(
        "Giuoco Piano",
        WHITE,
        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Nxc3 bxc3",
        "CC 0F33  43 0622  55 0435  45 0D25  52 0E34  34 0D34  36 0725  33 0001  25 0B25  99",
    ),
    _opening(
        "Giuoco Piano",
        BLACK,
        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Nxc3 bxc3 Bxc3",
        "44 0F34  55 0722  42 0432  52 0625  43 0F43  43 0441  52 0644  75 0652  52 0452  99",
    ),
    _opening(
        "Ruy Lopez",
        WHITE,
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Be7 Qe2 Nd6 Bxc6 bxc6 dxe5 Nb7 Nc3",
        "CC 0F33  43 0622  55 0446  52 0001  33 0E34  63 0113  54 0455  55 0E43  66 0725  99",
    ),
    _opening(
        "Ruy Lopez",
        BLACK,
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Be7 Qe2 Nd6 Bxc6 bxc6 dxe5 Nb7 Nc3 O-O",
        "44 0F34  55 0722  31 0625  75 0644  43 0414  64 0623  22 0B22  34 0611  52 0006  99",
    ),
    _opening(
        "Queen's Indian",
        WHITE,
        "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7 O-O O-O Nc3 Ne4 Qc2 Nxc3 Qxc3",
        "CC 0E34  52 0D35  53 0622  56 0A21  66 0411  63 0001  72 0725  33 0115  25 0125  99",
    ),
    _opening(
        "Queen's Indian",
        BLACK,
        "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7 O-O O-O Nc3 Ne4 Qc2 Nxc3 Qxc3 f5",
        "43 0625  42 0F24  55 0B21  56 0511  66 0414  75 0606  52 0644  62 0652  52 0C35  99",
        Slip(0xCB, 0x06, 0x00, "the king castles; the knight is wanted on f6 a move later"),
    ),
    _opening(
        "Four Knights",
        WHITE,
        "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O d3 d6 Bg5 Bxc3 bxc3 Qe7 Re1",
        "CC 0F33  43 0622  55 0725  52 0446  36 0001  72 0E24  54 0541  25 0B25  63 0203  99",
    ),
    _opening(
        "Four Knights",
        BLACK,
        "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O d3 d6 Bg5 Bxc3 bxc3 Qe7 Re1 Nd8",
        "44 0F34  55 0722  52 0625  31 0441  75 0006  53 0E23  36 0452  52 0114  74 0703  99",
    ),
)
DEFAULT = next(one for one in OPENINGS if one.key == "giuoco-piano" and one.computer)
"""The book the program comes with."""


def named(name: str, computer: bool) -> Opening:
    """The opening of that name for a computer of that colour; a few letters are enough.

    Raises OpeningError, naming the openings there are.
    """
    wanted = name.strip().lower().replace("'", "").replace(" ", "-")
    found = [one for one in OPENINGS if one.key.startswith(wanted) and one.computer == computer]
    if not wanted or len(found) != 1:
        keys = ", ".join(dict.fromkeys(one.key for one in OPENINGS))
        raise OpeningError(f"no opening {name!r}; the openings are {keys}")
    return found[0]
