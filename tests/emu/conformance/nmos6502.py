"""A second opinion on the NMOS 6502: one pure function from a state to the next.

Written from the chip's published documentation only:

* MOS Technology, *MCS6500 Microcomputer Family Programming Manual* (January 1976): what each
  instruction does to registers and flags, its addressing modes and operation codes (appendix B).
* MOS Technology, *MCS6500 Microcomputer Family Hardware Manual* (January 1976), appendix A: what
  the bus does in each cycle of each instruction, from which the cycle counts here are built.
* Bruce Clark, "Decimal Mode" (6502.org tutorials), appendix A: what an NMOS ADC and SBC leave in
  A, C, Z, N and V in decimal mode, operands that are not BCD included.

What programs cannot see in memory is left out: reads whose value the chip throws away, and the
unchanged value that read-modify-write instructions write back before the new one.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

N, V, B, D, I, Z, C = 0x80, 0x40, 0x10, 0x08, 0x04, 0x02, 0x01  # noqa: E741
BIT5 = 0x20
FLAGS: Final = N | V | D | I | Z | C  # the six flip-flops; B and bit 5 exist on the stack only

NMI_VECTOR, RESET_VECTOR, IRQ_VECTOR = 0xFFFA, 0xFFFC, 0xFFFE

Read = Callable[[int], int]
Writes = tuple[tuple[int, int], ...]
Register = Literal["a", "x", "y", "sp"]


class State(NamedTuple):
    """The registers; ``p`` holds the six real flags, its bits 4 and 5 are always 0."""

    a: int
    x: int
    y: int
    sp: int
    p: int
    pc: int


class Step(NamedTuple):
    """What one instruction or interrupt did: new registers, writes in order, clock cycles."""

    state: State
    writes: Writes
    cycles: int


TABLE = Path(__file__).parents[2] / "data" / "nmos6502_cycles.txt"
ROWS: Final = [
    line.split()
    for line in TABLE.read_text(encoding="ascii").splitlines()
    if line and not line.startswith("#")
]
"""Operation code, mnemonic, mode, bytes, cycles."""
OPCODES: Final[Mapping[int, tuple[str, str]]] = {
    int(code, 16): (mnemonic, mode) for code, mnemonic, mode, *_ in ROWS
}
LENGTHS: Final[Mapping[str, int]] = {mode: int(length) for _, _, mode, length, _ in ROWS}

# Cycles between the fetch of the opcode and the first access to the operand. Indexed modes with
# a 16-bit base take one more to correct the high byte: always before a write, else if it changed.
ADDRESS_CYCLES: Final[Mapping[str, int]] = {
    "imm": 0, "zp": 1, "zpx": 2, "zpy": 2, "abs": 2, "abx": 2, "aby": 2, "izx": 4, "izy": 3,
}  # fmt: skip

BRANCHES: Final[Mapping[str, tuple[int, bool]]] = {
    "BPL": (N, False), "BMI": (N, True), "BVC": (V, False), "BVS": (V, True),
    "BCC": (C, False), "BCS": (C, True), "BNE": (Z, False), "BEQ": (Z, True),
}  # fmt: skip
FLAG_CHANGES: Final[Mapping[str, tuple[int, bool]]] = {
    "CLC": (C, False), "SEC": (C, True), "CLI": (I, False), "SEI": (I, True),
    "CLD": (D, False), "SED": (D, True), "CLV": (V, False),
}  # fmt: skip
TRANSFERS: Final[Mapping[str, tuple[Register, Register, int]]] = {
    "TAX": ("a", "x", 0), "TXA": ("x", "a", 0), "TAY": ("a", "y", 0), "TYA": ("y", "a", 0),
    "TSX": ("sp", "x", 0),
    "INX": ("x", "x", 1), "DEX": ("x", "x", -1), "INY": ("y", "y", 1), "DEY": ("y", "y", -1),
}  # fmt: skip
STORES: Final[Mapping[str, Register]] = {"STA": "a", "STX": "x", "STY": "y"}
LOADS: Final[Mapping[str, Register]] = {"LDA": "a", "LDX": "x", "LDY": "y"}
COMPARES: Final[Mapping[str, Register]] = {"CMP": "a", "CPX": "x", "CPY": "y"}
SHIFTS: Final = frozenset({"ASL", "LSR", "ROL", "ROR", "INC", "DEC"})
INDEXES: Final[Mapping[str, Register]] = {
    "zpx": "x", "zpy": "y", "abx": "x", "aby": "y", "izx": "x", "izy": "y",
}  # fmt: skip


def signed(value: int, bits: int = 8) -> int:
    """The two's complement reading of an unsigned value."""
    return value - (1 << bits) if value >> (bits - 1) else value


def _with(p: int, mask: int, condition: bool) -> int:
    return p | mask if condition else p & ~mask


def _nz(p: int, value: int) -> int:
    return _with(_with(p, N, value >= 0x80), Z, value == 0)


def add(a: int, m: int, p: int) -> tuple[int, int]:
    """ADC: the new A and P."""
    carry = p & C
    total = a + m + carry
    if not p & D:
        p = _with(_nz(p, total & 0xFF), V, not -128 <= signed(a) + signed(m) + carry <= 127)
        return total & 0xFF, _with(p, C, total > 0xFF)
    # Decimal, NMOS: Z is that of the binary sum; N and V are taken after the low digit has been
    # adjusted but before the high one; at most 1 is carried out of a digit, however far over 9.
    low, high = (a & 15) + (m & 15) + carry, (a >> 4) + (m >> 4)
    half = signed(a >> 4, 4) + signed(m >> 4, 4)
    if low > 9:
        low, high, half = low + 6, high + 1, half + 1
    p = _with(p, Z, total & 0xFF == 0)
    p = _with(p, N, high & 8 != 0)
    p = _with(p, V, not -8 <= half <= 7)
    p = _with(p, C, high > 9)
    if high > 9:
        high += 6
    return (high & 15) << 4 | low & 15, p


def subtract(a: int, m: int, p: int) -> tuple[int, int]:
    """SBC: the new A and P; all flags are those of the binary difference, decimal or not."""
    borrow = 1 - (p & C)
    result, flags = add(a, m ^ 0xFF, p & ~D)
    if not p & D:
        return result, flags
    low, high = (a & 15) - (m & 15) - borrow, (a >> 4) - (m >> 4)
    if low < 0:
        low, high = low - 6, high - 1
    if high < 0:
        high -= 6
    return (high & 15) << 4 | low & 15, flags | D


def _accumulate(mnemonic: str, s: State, m: int) -> State:
    """The instructions that read an operand and write no memory."""
    if register := LOADS.get(mnemonic):
        return s._replace(**{register: m}, p=_nz(s.p, m))
    if register := COMPARES.get(mnemonic):
        value: int = getattr(s, register)
        return s._replace(p=_with(_nz(s.p, (value - m) & 0xFF), C, value >= m))
    if mnemonic == "BIT":
        return s._replace(p=_with(s.p & ~(N | V) | m & (N | V), Z, s.a & m == 0))
    if mnemonic == "ADC":
        a, p = add(s.a, m, s.p)
    elif mnemonic == "SBC":
        a, p = subtract(s.a, m, s.p)
    else:
        a = {"AND": s.a & m, "ORA": s.a | m, "EOR": s.a ^ m}[mnemonic]
        p = _nz(s.p, a)
    return s._replace(a=a, p=p)


def _modify(mnemonic: str, p: int, m: int) -> tuple[int, int]:
    """Shifts, rotations, INC and DEC: the new operand and P."""
    carry = p & C
    match mnemonic:
        case "INC" | "DEC":
            m = (m + (1 if mnemonic == "INC" else -1)) & 0xFF
        case "ASL" | "ROL":
            p = _with(p, C, m >= 0x80)
            m = m << 1 & 0xFF | (carry if mnemonic == "ROL" else 0)
        case _:
            p = _with(p, C, m & 1 == 1)
            m = m >> 1 | (carry << 7 if mnemonic == "ROR" else 0)
    return m, _nz(p, m)


def _effective(mode: str, s: State, read: Read) -> tuple[int, bool]:
    """The operand's address, and whether indexing changed its high byte."""
    at = (s.pc + 1) & 0xFFFF
    if mode == "imm":
        return at, False
    index: int = getattr(s, INDEXES[mode]) if mode in INDEXES else 0
    first = read(at)
    if mode in ("zp", "zpx", "zpy"):
        return (first + index) & 0xFF, False
    if mode == "izx":
        pointer = (first + index) & 0xFF
        return read(pointer) | read((pointer + 1) & 0xFF) << 8, False
    if mode == "izy":
        base = read(first) | read((first + 1) & 0xFF) << 8
    else:
        base = first | read((at + 1) & 0xFFFF) << 8
    address = (base + index) & 0xFFFF
    return address, address >> 8 != base >> 8


def _push(s: State, *values: int) -> tuple[State, Writes]:
    writes = tuple((0x100 | (s.sp - n) & 0xFF, value) for n, value in enumerate(values))
    return s._replace(sp=(s.sp - len(values)) & 0xFF), writes


def _pull(s: State, read: Read, count: int) -> tuple[State, list[int]]:
    values = [read(0x100 | (s.sp + n) & 0xFF) for n in range(1, count + 1)]
    return s._replace(sp=(s.sp + count) & 0xFF), values


def _through(vector: int, s: State, read: Read, returns_to: int, pushed_p: int) -> Step:
    s, writes = _push(s, returns_to >> 8, returns_to & 0xFF, pushed_p)
    target = read(vector) | read(vector + 1) << 8
    return Step(s._replace(pc=target, p=s.p | I), writes, 7)


def nmi(s: State, read: Read) -> Step:
    """A non-maskable interrupt, taken before the instruction at PC."""
    return _through(NMI_VECTOR, s, read, s.pc, s.p | BIT5)


def irq(s: State, read: Read) -> Step:
    """An interrupt request; with I set it has no effect."""
    return Step(s, (), 0) if s.p & I else _through(IRQ_VECTOR, s, read, s.pc, s.p | BIT5)


def _branch(mnemonic: str, s: State, read: Read) -> Step:
    flag, wanted = BRANCHES[mnemonic]
    following = (s.pc + 2) & 0xFFFF
    if (s.p & flag != 0) is not wanted:
        return Step(s._replace(pc=following), (), 2)
    target = (following + signed(read((s.pc + 1) & 0xFFFF))) & 0xFFFF
    return Step(s._replace(pc=target), (), 3 + (target >> 8 != following >> 8))


def _jump_or_stack(mnemonic: str, mode: str, s: State, read: Read) -> Step | None:
    """Jumps, subroutines, interrupts and the stack; None if the instruction is none of these."""
    following = s._replace(pc=(s.pc + LENGTHS[mode]) & 0xFFFF)
    match mnemonic:
        case "JMP":
            target, _ = _effective("abs", s, read)
            if mode == "abs":
                return Step(s._replace(pc=target), (), 3)
            # The pointer's low byte is incremented without carry into its high byte.
            high = target & 0xFF00 | (target + 1) & 0xFF
            return Step(s._replace(pc=read(target) | read(high) << 8), (), 5)
        case "JSR":
            # The high byte of the target is fetched last, after both pushes; the address pushed
            # is that of this very byte.
            low, last = read((s.pc + 1) & 0xFFFF), (s.pc + 2) & 0xFFFF
            s, writes = _push(s, last >> 8, last & 0xFF)
            high = dict(writes)[last] if last in dict(writes) else read(last)
            return Step(s._replace(pc=high << 8 | low), writes, 6)
        case "RTS":
            s, (low, high) = _pull(s, read, 2)
            return Step(s._replace(pc=((high << 8 | low) + 1) & 0xFFFF), (), 6)
        case "RTI":
            s, (p, low, high) = _pull(s, read, 3)
            return Step(s._replace(pc=high << 8 | low, p=p & FLAGS), (), 6)
        case "BRK":
            return _through(IRQ_VECTOR, s, read, (s.pc + 2) & 0xFFFF, s.p | BIT5 | B)
        case "PHA" | "PHP":
            s, writes = _push(following, s.a if mnemonic == "PHA" else s.p | BIT5 | B)
            return Step(s, writes, 3)
        case "PLA":
            s, (a,) = _pull(following, read, 1)
            return Step(s._replace(a=a, p=_nz(s.p, a)), (), 4)
        case "PLP":
            s, (p,) = _pull(following, read, 1)
            return Step(s._replace(p=p & FLAGS), (), 4)
    return None


def step(s: State, read: Read) -> Step:
    """Execute the documented instruction at PC; KeyError if the opcode is undocumented."""
    mnemonic, mode = OPCODES[read(s.pc)]
    if mode == "rel":
        return _branch(mnemonic, s, read)
    if done := _jump_or_stack(mnemonic, mode, s, read):
        return done
    after = s._replace(pc=(s.pc + LENGTHS[mode]) & 0xFFFF)

    if mode == "acc":
        a, p = _modify(mnemonic, s.p, s.a)
        return Step(after._replace(a=a, p=p), (), 2)
    if mode == "imp":
        if mnemonic in FLAG_CHANGES:
            after = after._replace(p=_with(s.p, *FLAG_CHANGES[mnemonic]))
        elif mnemonic == "TXS":
            after = after._replace(sp=s.x)
        elif mnemonic in TRANSFERS:
            source, target, change = TRANSFERS[mnemonic]
            value = (getattr(s, source) + change) & 0xFF
            after = after._replace(**{target: value}, p=_nz(s.p, value))
        return Step(after, (), 2)

    address, crossed = _effective(mode, s, read)
    writing = mnemonic in STORES or mnemonic in SHIFTS
    correction = mode in ("abx", "aby", "izy") and (crossed or writing)
    access = 3 if mnemonic in SHIFTS else 1
    cycles = 1 + ADDRESS_CYCLES[mode] + correction + access
    if mnemonic in STORES:
        return Step(after, ((address, getattr(s, STORES[mnemonic])),), cycles)
    if mnemonic in SHIFTS:
        value, p = _modify(mnemonic, s.p, read(address))
        return Step(after._replace(p=p), ((address, value),), cycles)
    return Step(_accumulate(mnemonic, after, read(address)), (), cycles)
