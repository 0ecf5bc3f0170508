"""Random programs for the lock-step tests: dense in what translation can get wrong."""

from __future__ import annotations

from random import Random

from emu.board import Board
from emu.bus import Expansion
from emu.chips.mpu import NMOS6502, is_documented
from emu.chips.registers import Registers
from emu.turbo.decode import BRANCHES, LENGTHS

CODE = 0x0200
CODE_SIZE = 0x0180
EXPANSIONS = (Expansion(0x0400, 0x0400), Expansion(0x2000, 0x0200, writable=False))
TIMERS_WITH_INTERRUPT = range(0x170C, 0x1710)
_RARE = {
    "JAM": 0.001,
    "BRK": 0.02,
    "SED": 0.02,
    "RTI": 0.1,
    "PLP": 0.4,
    "TXS": 0.3,
    "JMP": 0.5,
    "RTS": 0.7,
}
_UNDOCUMENTED = 0.3
_WEIGHTS = [
    _RARE.get(NMOS6502.disassemble[op][0], 1.0 if is_documented(op) else _UNDOCUMENTED)
    for op in range(256)
]


def random_program(rng: Random, size: int = CODE_SIZE) -> bytes:
    """*size* bytes of instructions for ``CODE``, ending in a jump to its start.

    Branches are short, jumps and calls go to instructions, operands lie where it is interesting:
    page ends, the stack, the code itself, the 6530s, ROM, nothing.
    """
    code = bytearray()
    starts: list[int] = []
    fixups: list[int] = []
    while len(code) < size - 6:
        starts.append(CODE + len(code))
        if rng.random() < 0.06:
            code += _search(rng)
            continue
        opcode = rng.choices(range(256), _WEIGHTS)[0]
        mnemonic, mode = NMOS6502.disassemble[opcode]
        code.append(opcode)
        if mnemonic in BRANCHES:
            code.append(rng.randrange(0, 12) if rng.random() < 0.75 else rng.randrange(0xE8, 0x100))
        elif LENGTHS[mode] == 2:
            code.append(rng.choice((0, 1, 0x50, 0x6F, 0xFE, 0xFF, rng.randrange(256))))
        elif mnemonic in ("JMP", "JSR") and mode == "abs":
            fixups.append(len(code))
            code += b"\0\0"
        elif LENGTHS[mode] == 3:
            code += _address(rng).to_bytes(2, "little")
    for at in fixups:
        code[at : at + 2] = rng.choice(starts).to_bytes(2, "little")
    return bytes(code) + b"\x4c" + CODE.to_bytes(2, "little")


def _search(rng: Random) -> bytes:
    """One of the loops that are translated as a whole, or nearly one."""
    compare = rng.choice((b"\xd5\x50", b"\xd5\xe8", b"\xdd\x20\x05", b"\xdd\xf0\x03"))
    decrement, out = b"\xca", rng.choice((b"\x30", b"\xf0"))
    if rng.random() < 0.3:
        compare, decrement = rng.choice((b"\xd9\x00\x00", b"\xd9\x30\x02")), b"\x88"
    length = len(compare) + 5
    if rng.random() < 0.5:
        back = b"\x10" if out == b"\x30" else b"\xd0"
        loop = compare + b"\xf0\x03" + decrement + back + bytes((256 - length,))
    else:
        skip, back = bytes((len(compare) + 2,)), bytes((256 - length,))
        loop = decrement + out + skip + compare + b"\xd0" + back
    index = rng.choice((0, 1, 2, 0x1F, 0x7F, 0x80, 0x81, 0xFF, rng.randrange(256)))
    load = b"\xa2" if decrement == b"\xca" else b"\xa0"
    return load + bytes((index,)) + loop


def _address(rng: Random) -> int:
    low = rng.choice((0, 1, 0x7F, 0xF0, 0xFF, rng.randrange(256)))
    page = rng.choice((0x00, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x07, 0x17, 0x20, 0x21, 0xFF))
    if rng.random() < 0.15:
        return rng.randrange(0x1700, 0x1800)
    return page << 8 | low


def random_board(rng: Random, board: Board, program: bytes) -> None:
    """Fill *board* with random memory and registers, *program* at ``CODE``."""
    data = bytearray(rng.randbytes(len(board.bus.contents)))
    if rng.random() < 0.5:
        data[:0x100] = bytes(rng.choice((0, 1, 2, 0x80, 0xFF, 0xCC)) for _ in range(0x100))
    board.bus.contents = bytes(data)
    board.bus.program(CODE, program)
    for vector in (0xFFFA, 0xFFFC, 0xFFFE):
        board.bus.program(vector, CODE.to_bytes(2, "little"))
    a, x, y = rng.randbytes(3)
    sp = rng.choice((0, 1, 2, 0xFF, 0xFE, rng.randrange(256)))
    board.cpu.registers = Registers(CODE, a, x, y, sp, rng.randrange(256) & ~0x08)
