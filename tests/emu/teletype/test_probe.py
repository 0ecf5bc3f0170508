"""How much RAM is found on a board."""

from typing import Any, cast

from emu.bus import BOARD_SIZE
from emu.teletype.monitor import MonitorClient
from emu.teletype.probe import ram
from emu.teletype.serial_port import NotStored


class Board:
    """What a monitor does with single cells, where *kept* has the RAM."""

    def __init__(self, *kept: range, repeats: bool = False) -> None:
        self.kept, self.repeats = kept, repeats
        self.cells: dict[int, int] = {}

    def _home(self, address: int) -> int:
        own = any(address in span for span in self.kept)
        return address % BOARD_SIZE if self.repeats and not own else address

    def read(self, address: int, _length: int) -> bytes:
        return bytes((self.cells.get(self._home(address), 0x5A),))

    def write(self, address: int, data: bytes) -> None:
        self.write_unchecked(address, data)
        if self.read(address, 1) != data:
            raise NotStored(f"${address:04X}")

    def write_unchecked(self, address: int, data: bytes) -> None:
        if any(self._home(address) in span for span in self.kept):
            self.cells[self._home(address)] = data[0]


def found(*kept: range, **more: Any) -> tuple[list[range], bool]:
    board = Board(*kept, **more)
    spans = ram(cast(MonitorClient, board))
    assert set(board.cells.values()) <= {0x5A}
    return spans


def test_ram_is_found_to_a_kilobyte() -> None:
    own = range(0x0400)
    assert found(own, range(0x2000, 0x2800)) == ([own, range(0x2000, 0x2800)], False)
    assert found(own, range(0x2000, 0x5400)) == ([own, range(0x2000, 0x5400)], False)


def test_the_repeated_board_is_not_taken_for_ram() -> None:
    own, card = range(0x0400), range(0x2000, 0x2400)
    assert found(own, repeats=True) == ([own], True)
    assert found(own, card, repeats=True) == ([own, card], True)
