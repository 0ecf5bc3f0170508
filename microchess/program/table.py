"""The piece table: the 32 bytes at $50-$6F in which MicroChess keeps a whole game.

``$50-$5F`` are the squares of the computer's pieces, ``$60-$6F`` those of the opponent's, in this
order: K, Q, KR, QR, KB, QB, KN, QN, then the pawns KR QR KN QN KB QB Q K. What a byte stands for is
its address; a captured piece's byte lies off the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from microchess.errors import TableError
from microchess.program.fitting import as_text, exactly, whole
from microchess.program.html_table import html_table
from microchess.program.squares import CAPTURED, on_board, reverse, square_name

ADDRESS = 0x50
SIZE = 32
HALF = 16
_MEN = range(SIZE)

MEN = (
    "K", "Q", "KR", "QR", "KB", "QB", "KN", "QN",
    "KRP", "QRP", "KNP", "QNP", "KBP", "QBP", "QP", "KP",
)  # fmt: skip
_WORDS = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
KING, QUEEN, KING_ROOK, QUEEN_ROOK, KING_BISHOP, QUEEN_BISHOP, KING_KNIGHT, QUEEN_KNIGHT = range(8)
FIRST_PAWN = 8

INITIAL_TABLE = bytes.fromhex("0304000702050106101711161215141373747077727571766067616662656463")
"""The table of the initial position, the computer having White; at $70-$8F."""
POINTS_TABLE = bytes((11, 10, 6, 6, 4, 4, 4, 4, *[2] * 8))
"""What each piece 0-15 is worth; at $A0-$AF."""


@dataclass(frozen=True)
class PieceTable:
    """The 32 bytes at $50-$6F. Any bytes are allowed; ``problems`` lists what no position has."""

    data: bytes

    def __post_init__(self) -> None:
        if type(self.data) is not bytes:
            object.__setattr__(self, "data", exactly(SIZE, "piece table", self.data))
        if len(self.data) != SIZE:
            raise TableError(f"a piece table has {SIZE} bytes, not {len(self.data)}")

    @classmethod
    def from_hex(cls, text: str) -> PieceTable:
        """The table of 64 hexadecimal digits, spaces allowed.

        Raises TableError, naming what is wrong.
        """
        digits = "".join(as_text("table", text, "64 hex digits").split())
        try:
            data = bytes.fromhex(digits)
        except ValueError:
            wrong = next((c for c in digits if c not in "0123456789abcdefABCDEF"), None)
            what = f"{wrong!r} is no hex digit" if wrong else f"{len(digits)} hex digits"
            raise TableError(f"{what}; a piece table is 64 hex digits ($50-$6F)") from None
        return cls(data)

    @property
    def hex(self) -> str:
        """64 lower-case hexadecimal digits."""
        return self.data.hex()

    def __getitem__(self, man: int) -> int:
        return self.data[man]

    def __iter__(self) -> Iterator[int]:
        return iter(self.data)

    @property
    def living(self) -> dict[int, int]:
        """The square byte of each piece 0-31 on the board."""
        return {man: byte for man, byte in enumerate(self.data) if on_board(byte)}

    def standing_on(self, byte: int) -> int | None:
        """The piece with the highest number on *byte*, as the program finds it, or None.

        Raises CellError if *byte* is not 0-255.
        """
        man = self.data.rfind(whole("byte", byte))
        return man if man >= 0 else None

    def with_man(self, man: int, byte: int) -> PieceTable:
        """The table with piece 0-31 on *byte*. Raises CellError for another number."""
        man, byte = whole("man", man, _MEN), whole("byte", byte)
        return PieceTable(self.data[:man] + bytes([byte]) + self.data[man + 1 :])

    def reversed(self) -> PieceTable:
        """The table after key E: halves swapped, every byte $77 minus itself."""
        swapped = self.data[HALF:] + self.data[:HALF]
        return PieceTable(bytes(reverse(byte) for byte in swapped))

    def moved(self, man: int, to: int) -> PieceTable:
        """The table after piece 0-31 moves to *to*, as the program makes a move."""
        victim = self.standing_on(to)
        table = self if victim is None else self.with_man(victim, CAPTURED)
        return table.with_man(man, to)

    def problems(self, computer_white: bool | None = None) -> list[str]:
        """What no chess position has, such as two pieces on a square. Empty if the table is sound.

        With *computer_white* squares have their names as well.
        """
        found = []
        for byte, count in Counter(self.living.values()).items():
            if count > 1:
                men = [man_in_words(man) for man, at in self.living.items() if at == byte]
                where = f"${byte:02X}"
                if computer_white is not None:
                    where = f"{square_name(byte, computer_white)} ({where})"
                found.append(f"{count} pieces stand on {where}: {' and '.join(men)}")
        for king in (KING, HALF + KING):
            if not on_board(self.data[king]):
                found.append(f"the {man_in_words(king)} is not on the board")
        return found

    def _repr_html_(self) -> str:
        """The computer's pieces and the opponent's side by side: cell, byte and square; problems
        above. A square has two names: when the computer plays White, and when it plays Black.
        """
        caption = "Piece table; squares when the computer has White / Black"
        columns = ("cell", "byte", "square")
        sides = (f"{side} {column}" for side in ("computer's", "opponent's") for column in columns)
        rows = ((name, *self._cells(man), *self._cells(man + HALF)) for man, name in enumerate(MEN))
        return html_table("; ".join((caption, *self.problems())), ("man", *sides), rows)

    def _cells(self, man: int) -> tuple[str, str, str]:
        byte, square = self.data[man], "captured"
        if on_board(byte):
            square = " / ".join(square_name(byte, white) for white in (True, False))
        return f"${ADDRESS + man:02X}", f"{byte:02X}", square


def man_in_words(man: int) -> str:
    """``computer's queen's rook's pawn``: piece 0-31 with its side."""
    side = "computer" if man < HALF else "player"
    return "'s ".join([side, *(_WORDS[letter] for letter in MEN[man % HALF])])


def man_name(man: int) -> str:
    """A piece's name, ``KP`` (the computer's) or ``opponent's KP``; ``nobody`` beyond 31."""
    if man < HALF:
        return MEN[man]
    return f"opponent's {MEN[man - HALF]}" if man < SIZE else "nobody"
