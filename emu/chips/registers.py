"""What a programmer sees of the 6502: its registers as one value."""

from __future__ import annotations

from typing import NamedTuple

from emu.units import Address, Byte

CARRY, ZERO, INTERRUPT, DECIMAL, OVERFLOW, NEGATIVE = 0x01, 0x02, 0x04, 0x08, 0x40, 0x80
ALWAYS_SET = 0x30
"""The bits of P that are no flags: B, seen only on the stack, and one that is not there."""


class Registers(NamedTuple):
    """The programmer's registers; ``p`` in the order NV-BDIZC, bits 4 and 5 always set."""

    pc: Address
    a: Byte
    x: Byte
    y: Byte
    sp: Byte
    p: Byte

    def __str__(self) -> str:
        bits = f"{self.p:08b}"
        flags = "".join(
            name if bit == "1" else "." for name, bit in zip("NV-BDIZC", bits, strict=True)
        )
        return (
            f"PC=${self.pc:04X} A=${self.a:02X} X=${self.x:02X} Y=${self.y:02X} "
            f"SP=${self.sp:02X} P=${self.p:02X} ({flags})"
        )
