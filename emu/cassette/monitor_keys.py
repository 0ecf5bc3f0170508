"""The keys with which the monitor is made to read a tape, or to write one, as at the board."""

from emu.errors import TapeError
from emu.units import ADDRESS_SPACE, Address, Byte

DUMPT, LOADT = 0x1800, 0x1873
_STATUS, _START, _ID = 0x00F1, 0x17F5, 0x17F9


def loading() -> list[str]:
    """In the monitor, until LOADT waits for any record.

    The processor's status is made $00 first: in decimal mode no checksum is right.
    """
    return [*_into_memory(_STATUS, b"\0"), *_into_memory(_ID, b"\0"), *_go(LOADT)]


def saving(first: Address, last: Address, id: Byte) -> list[str]:
    """In the monitor, until DUMPT writes the bytes from *first* to *last*.

    Raises TapeError where the loader could not find them again.
    """
    if not 0 <= first <= last < ADDRESS_SPACE - 1:
        raise TapeError(f"from ${first:04X} to ${last:04X}; expected the lower address first")
    if not 0 < id < 0xFF:
        raise TapeError(f"a tape record's ID is $01-$FE, not ${id:02X}")
    span = first.to_bytes(2, "little") + (last + 1).to_bytes(2, "little")
    return [*_into_memory(_STATUS, b"\0"), *_into_memory(_START, span + bytes([id])), *_go(DUMPT)]


def _into_memory(address: Address, data: bytes) -> list[str]:
    keys = ["AD", *f"{address:04X}", "DA"]
    for number, byte in enumerate(data):
        keys += [*("+" * (number > 0)), *f"{byte:02X}"]
    return keys


def _go(address: Address) -> list[str]:
    return ["AD", *f"{address:04X}", "GO"]
