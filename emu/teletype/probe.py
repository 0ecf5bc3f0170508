"""How much RAM a board has, found without harm: a cell in each kilobyte is changed and put back.

From $2000 on, 4 KB whose first kilobyte keeps nothing are taken for empty.
"""

from emu.bus import BOARD_SIZE, DECODED_EXPANSION
from emu.teletype.monitor import MonitorClient, Progress
from emu.teletype.serial_port import NotStored

_KILOBYTE, _PAGE, _WITHIN = 0x400, 0x1000, 0x200
_ON_BOARD = range(0x0000, 0x1400, _KILOBYTE)


def ram(client: MonitorClient, progress: Progress | None = None) -> tuple[list[range], bool]:
    """Stretches of RAM, to a kilobyte, and whether the board's 8 KB repeat from $2000 on instead.

    Raises SerialError.
    """
    above = range(BOARD_SIZE, DECODED_EXPANSION.stop & ~(_PAGE - 1), _KILOBYTE)
    places = [*_ON_BOARD, *above]
    found: list[range] = []
    empty = 0
    for number, start in enumerate(places):
        if progress:
            progress(number, len(places))
        if start < empty:
            continue
        if not _keeps(client, start + _WITHIN):
            empty = start + _PAGE if _begins(start) else 0
            continue
        if _begins(start) and _repeats(client, start + _WITHIN):
            return found, True
        first = found.pop().start if found and found[-1].stop == start else start
        found.append(range(first, start + _KILOBYTE))
    return found, False


def _begins(address: int) -> bool:
    """Whether 4 KB that are not the board's begin there."""
    return address >= BOARD_SIZE and address % _PAGE == 0


def _keeps(client: MonitorClient, address: int) -> bool:
    """Whether the cell keeps what is stored there; it holds its own byte again afterwards."""
    (own,) = client.read(address, 1)
    try:
        client.write(address, bytes((own ^ 0xFF,)))
        return True
    except NotStored:
        return False
    finally:
        client.write_unchecked(address, bytes((own,)))


def _repeats(client: MonitorClient, address: int) -> bool:
    """Whether the cell is one of the board's first 8 KB over again."""
    first = address % BOARD_SIZE
    (own,) = client.read(address, 1)
    if client.read(first, 1)[0] != own:
        return False
    try:
        client.write(address, bytes((own ^ 0xFF,)))
        return client.read(first, 1)[0] != own
    finally:
        client.write(address, bytes((own,)))


def has_ram(client: MonitorClient, wanted: range) -> bool:
    """Whether there is RAM of its own in every kilobyte of *wanted*."""
    cells = [k + _WITHIN for k in range(wanted.start, wanted.stop, _KILOBYTE)]
    return all(_keeps(client, at) and not _repeats(client, at) for at in cells)
