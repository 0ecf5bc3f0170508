"""A record on a KIM-1 cassette, and the characters it is written with.

KIM-1 User Manual (1976), appendix on the audio tape format::

    100 x SYN ($16)   *   ID   SAL SAH   data ...   /   CHKL CHKH   EOT EOT ($04)

Every byte between the marks is two ASCII hex digits. The checksum is the 16-bit sum of the two
bytes of the start address and the data, low byte first on the tape; the ID is not in it.
"""

from dataclasses import dataclass

from emu.errors import TapeError
from emu.units import ADDRESS_SPACE, Address

SYN = 0x16
BEGIN = ord("*")
END_OF_DATA = ord("/")
EOT = 0x04
SYNCS = 100
END_MARKS = 2
"""What the KIM-1 writes: SYN characters before a record, EOT characters after it."""


def checksum(start: Address, data: bytes) -> int:
    """The 16-bit sum of both bytes of the start address and of the data."""
    return ((start & 0xFF) + (start >> 8) + sum(data)) & 0xFFFF


@dataclass(frozen=True)
class TapeRecord:
    """What DUMPT saves: bytes, the address they belong at and the number to find them by.

    Raises TapeError for an ID outside $01-$FE, no data, or data that leaves $0000-$FFFF.
    """

    id: int
    start: Address
    data: bytes

    def __post_init__(self) -> None:
        if not 0 < self.id < 0xFF:
            raise TapeError(
                f"a tape record's ID is $01-$FE, not ${self.id:02X} "
                "($00 and $FF mean any record to the loader)"
            )
        if not self.data:
            raise TapeError(f"the tape record ${self.id:02X} has no data")
        if self.start < 0 or self.start + len(self.data) > ADDRESS_SPACE:
            raise TapeError(
                f"the tape record ${self.id:02X}: {len(self.data)} bytes at ${self.start:04X} "
                "leave $0000-$FFFF"
            )

    @property
    def checksum(self) -> int:
        """What stands on the tape after the data."""
        return checksum(self.start, self.data)

    def characters(self, syncs: int = SYNCS) -> bytes:
        """All characters of the record in the order of the tape, after ``syncs`` SYNs."""
        body = self.start.to_bytes(2, "little") + self.data
        text = f"*{self.id:02X}{body.hex()}/{self.checksum.to_bytes(2, 'little').hex()}".upper()
        return bytes([SYN] * syncs) + text.encode("ascii") + bytes([EOT] * END_MARKS)
