"""The keypad: a matrix of three rows and seven columns, and three keys outside it.

The 74145 pulls one row low at a time; a key down on that row pulls its column, a pin of port A of
the 6530-002, low::

             PA6  PA5  PA4  PA3  PA2  PA1  PA0
    row 0     0    1    2    3    4    5    6
    row 1     7    8    9    A    B    C    D
    row 2     E    F    AD   DA   +    GO   PC

RS (reset), ST (stop, the NMI) and the SST slide switch are wired to the processor's own lines.
`LAYOUT` has them as they lie on the board.
"""

from emu.errors import KeyNameError

MATRIX = (
    ("0", "1", "2", "3", "4", "5", "6"),
    ("7", "8", "9", "A", "B", "C", "D"),
    ("E", "F", "AD", "DA", "+", "GO", "PC"),
)
MATRIX_KEYS = tuple(key for row in MATRIX for key in row)
CONTROL_KEYS = ("RS", "ST")
KEYS = MATRIX_KEYS + CONTROL_KEYS
SST = "SST"
LAYOUT = (
    ("GO", "ST", "RS", SST),
    ("AD", "DA", "PC", "+"),
    ("C", "D", "E", "F"),
    ("8", "9", "A", "B"),
    ("4", "5", "6", "7"),
    ("0", "1", "2", "3"),
)
"""From the top left; the slide switch is in the corner."""

_PLACE = {
    key: (row, 1 << 6 - column)
    for row, keys in enumerate(MATRIX)
    for column, key in enumerate(keys)
}


def key_name(text: str) -> str:
    """The key's name as on the board, from any case.

    Raises KeyNameError, naming the keys there are.
    """
    name = text.strip().upper() if isinstance(text, str) else ""
    if name not in KEYS:
        raise KeyNameError(f"no key {text!r} on the KIM-1; its keys are {' '.join(KEYS)}")
    return name


class Keypad:
    """Which keys of the matrix are down."""

    def __init__(self) -> None:
        self.down: frozenset[str] = frozenset()

    def press(self, key: str) -> None:
        """Close the key's contact. Raises KeyNameError for a key outside the matrix."""
        if key not in _PLACE:
            raise KeyNameError(f"key {key} is not in the matrix; it cannot be held down")
        self.down |= {key}

    def release(self, key: str) -> None:
        self.down -= {key}

    def columns(self, row: int) -> int:
        """Levels of PA6-PA0 while *row* is selected: 0 where a key is down; bit 7 is set."""
        levels = 0xFF
        for key in self.down:
            key_row, bit = _PLACE[key]
            if key_row == row:
                levels &= ~bit
        return levels
