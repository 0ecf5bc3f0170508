"""One instruction taken apart, by py65's own tables."""

from dataclasses import dataclass

from emu.chips.mpu import NMOS6502, is_documented
from emu.units import Address, Cycles

LENGTHS = {
    "imp": 1, "acc": 1, "imm": 2, "zpg": 2, "zpx": 2, "zpy": 2, "inx": 2, "iny": 2, "rel": 2,
    "abs": 3, "abx": 3, "aby": 3, "ind": 3,
}  # fmt: skip
BRANCHES = frozenset(("BCC", "BCS", "BEQ", "BNE", "BMI", "BPL", "BVC", "BVS"))


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction at ``address``; ``operand`` is the byte or word that follows the opcode.

    ``cycles`` without the extra cycle of a taken branch or a crossed page; ``page_penalty`` tells
    whether an indexed access pays one.
    """

    address: Address
    mnemonic: str
    mode: str
    operand: int
    cycles: Cycles
    page_penalty: bool

    @property
    def length(self) -> int:
        """In bytes, 1-3."""
        return LENGTHS[self.mode]

    @property
    def next(self) -> Address:
        """The address behind it."""
        return self.address + self.length & 0xFFFF

    @property
    def dropped(self) -> tuple[Address, ...]:
        """Where bytes may be read and thrown away, as far as it does not depend on registers."""
        if self.length == 1:
            return (self.next,)
        if self.mode == "rel":
            return (self.next, self.next & 0xFF00 | self.target & 0xFF)
        return ()

    @property
    def target(self) -> Address:
        """Where a branch goes when it is taken."""
        return self.next + (self.operand ^ 0x80) - 0x80 & 0xFFFF

    @property
    def taken_cycles(self) -> Cycles:
        """Cycles of a branch that is taken."""
        return self.cycles + (2 if (self.next ^ self.target) & 0xFF00 else 1)


def decode(code: bytes, address: Address) -> Instruction | None:
    """The instruction whose bytes *code* starts with; None if MOS did not document it.

    *code* may be short at the end of memory.
    """
    if not code or not is_documented(code[0]):
        return None
    opcode = code[0]
    mnemonic, mode = NMOS6502.disassemble[opcode]
    if len(code) < LENGTHS[mode]:
        return None
    operand = int.from_bytes(code[1 : LENGTHS[mode]], "little")
    cycles, extra = NMOS6502.cycletime[opcode], NMOS6502.extracycles[opcode]
    return Instruction(
        address, mnemonic, mode, operand, cycles, bool(extra) and mnemonic not in BRANCHES
    )
