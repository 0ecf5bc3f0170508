"""Random programs for the lock-step tests: dense in what translation can get wrong."""

from itertools import accumulate
from random import Random

from emu.board import Board
from emu.bus import Expansion
from emu.chips.keypad import MATRIX_KEYS
from emu.chips.mpu import NMOS6502, is_documented
from emu.chips.registers import Registers
from emu.chips.waveform import Waveform
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


def random_program(rng: Random) -> bytes:
    """CODE_SIZE bytes of instructions for ``CODE``, ending in a jump to its start.

    Branches are short, jumps and calls go to instructions, operands lie where it is interesting:
    page ends, the stack, the code itself, the 6530s, ROM, nothing.
    """
    code = bytearray()
    starts: list[int] = []
    fixups: list[int] = []
    while len(code) < CODE_SIZE - 6:
        starts.append(CODE + len(code))
        kind = rng.random()
        if kind < 0.12:
            code += _search(rng) if kind < 0.06 else _wait(rng)
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


def _wait(rng: Random) -> bytes:
    """A loop until a register says so, often behind a timer that is started for it."""
    start = b""
    if rng.random() < 0.7:
        timer = rng.choice((0x1704, 0x1705, 0x170D, 0x1744, 0x1745, 0x1746))
        start = bytes((0xA9, rng.randrange(256), 0x8D)) + timer.to_bytes(2, "little")
    register = rng.choice((0x1706, 0x1707, 0x1707, 0x170F, 0x1747, 0x1747, 0x1740, 0x1742, 0x1702))
    loop = bytes((rng.choice((0x2C, 0x2C, 0xAD, 0xCD, 0x4D)),)) + register.to_bytes(2, "little")
    for _ in range(rng.choice((0, 0, 1, 2))):
        more = (b"\xea", b"\xa6\x10", b"\x29\x80", b"\x86\x11", b"\x48\x68", b"\xad\x42\x17")
        loop = rng.choice((loop + rng.choice(more), rng.choice(more) + loop))
    branch = rng.choice((0x10, 0x10, 0x30, 0xF0, 0xD0, 0x50))
    return start + loop + bytes((branch, 0xFE - len(loop)))


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
    board.tty_jumper = rng.random() < 0.5
    meddle(rng, board)


def meddle(rng: Random, board: Board) -> None:
    """Do what people do to a board: keys, characters, a tape."""
    match rng.randrange(4):
        case 0:
            board.keypad.down = frozenset(rng.sample(MATRIX_KEYS, rng.randrange(3)))
        case 1:
            board.terminal.set_line(rng.choice((110, 1200, 9600)))
            board.terminal.send(rng.randbytes(3), board.cycles)
        case 2:
            edges = accumulate(rng.randrange(1, 2_000) for _ in range(20))
            board.deck.play(Waveform(rng.randrange(2), tuple(edges), 50_000), board.cycles)
        case _:
            board.deck.record(board.cycles)
