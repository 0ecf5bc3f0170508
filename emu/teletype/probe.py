"""How much RAM a board has, found without harm: a cell in each kilobyte is changed and put back."""

from __future__ import annotations

from emu.bus import BOARD_SIZE, DECODED_EXPANSION
from emu.teletype.monitor import MonitorClient, Progress
from emu.teletype.serial_port import NotStored

_KILOBYTE, _PAGE, _WITHIN = 0x400, 0x1000, 0x200
_ON_BOARD = range(0x0000, 0x1400, _KILOBYTE)


def ram(client: MonitorClient, progress: Progress | None = None) -> tuple[list[range], bool]:
    """Stretches of RAM below $1400, to a kilobyte, and from $2000 on, to 4 KB; and whether the
    board's 8 KB repeat there instead.

    Raises SerialError.
    """
    places = [range(k, k + _KILOBYTE) for k in _ON_BOARD]
    above = range(BOARD_SIZE, DECODED_EXPANSION.stop & ~(_PAGE - 1), _PAGE)
    places += [range(k, k + _PAGE) for k in above]
    found: list[range] = []
    for number, place in enumerate(places):
        if progress:
            progress(number, len(places))
        cell = place.start + _WITHIN
        if not _keeps(client, cell):
            continue
        if place.start >= BOARD_SIZE and _repeats(client, cell):
            return found, True
        if found and found[-1].stop == place.start:
            found[-1] = range(found[-1].start, place.stop)
        else:
            found.append(place)
    return found, False


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
