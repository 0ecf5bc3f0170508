"""A plain 6502 interpreter in C, to measure against: written out opcode by opcode, built, called.

One indirect jump an instruction (computed goto), flags kept as what they come from, flat memory,
no decimal mode, no I/O. It wants gcc or clang.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from emu.chips.mpu import NMOS6502, is_documented
from emu.chips.registers import Registers
from emu.turbo.decode import BRANCHES

ADDRESSES = {
    "imm": "pc++",
    "zpg": "m[pc++]",
    "zpx": "(uint8_t)(m[pc++] + x)",
    "zpy": "(uint8_t)(m[pc++] + y)",
    "abs": "(pc += 2, WORD(pc - 2))",
    "abx": "(pc += 2, PAGED(WORD(pc - 2), x))",
    "aby": "(pc += 2, PAGED(WORD(pc - 2), y))",
    "inx": "(w = m[pc++] + x, POINTER(w))",
    "iny": "(w = m[pc++], PAGED(POINTER(w), y))",
}
ADD = "u = a + t + c; v = (a ^ u) & (t ^ u); c = u >> 8; a = NZ(u);"
READS = {
    "LDA": "a = NZ(m[at]);", "LDX": "x = NZ(m[at]);", "LDY": "y = NZ(m[at]);",
    "AND": "a = NZ(a & m[at]);", "ORA": "a = NZ(a | m[at]);", "EOR": "a = NZ(a ^ m[at]);",
    "ADC": f"t = m[at]; {ADD}", "SBC": f"t = m[at] ^ 0xFF; {ADD}",
    "CMP": "t = m[at]; c = a >= t; NZ(a - t);", "CPX": "t = m[at]; c = x >= t; NZ(x - t);",
    "CPY": "t = m[at]; c = y >= t; NZ(y - t);",
    "BIT": "n = m[at]; z = a & n; v = n << 1;",
}  # fmt: skip
WRITES = {"STA": "m[at] = a;", "STX": "m[at] = x;", "STY": "m[at] = y;"}
MODIFIES = {
    "ASL": "c = u >> 7; u <<= 1;", "LSR": "c = u & 1; u >>= 1;",
    "ROL": "t = c; c = u >> 7; u = u << 1 | t;", "ROR": "t = c; c = u & 1; u = u >> 1 | t << 7;",
    "INC": "u++;", "DEC": "u--;",
}  # fmt: skip
IMPLIED = {
    "TAX": "x = NZ(a);", "TXA": "a = NZ(x);", "TAY": "y = NZ(a);", "TYA": "a = NZ(y);",
    "TSX": "x = NZ(s);", "TXS": "s = x;", "INX": "x = NZ(x + 1);", "INY": "y = NZ(y + 1);",
    "DEX": "x = NZ(x - 1);", "DEY": "y = NZ(y - 1);", "CLC": "c = 0;", "SEC": "c = 1;",
    "CLI": "i = 0;", "SEI": "i = 4;", "CLV": "v = 0;", "CLD": "", "NOP": "",
    "PHA": "PUSH(a);", "PLA": "a = NZ(PULL);", "PHP": "PUSH(STATUS);",
    "PLP": "t = PULL; SET_STATUS(t);",
    "RTS": "t = PULL; pc = (t | PULL << 8) + 1;",
}  # fmt: skip
CONDITIONS = {
    "BCC": "!c", "BCS": "c", "BEQ": "!z", "BNE": "z", "BMI": "n & 0x80", "BPL": "!(n & 0x80)",
    "BVS": "v & 0x80", "BVC": "!(v & 0x80)",
}  # fmt: skip
SOURCE = """\
#include <stdint.h>
struct state {{ uint64_t cycles, instructions; int32_t pc, a, x, y, s, p; }};
#define WORD(at) (m[(uint16_t)(at)] | m[(uint16_t)((at) + 1)] << 8)
#define POINTER(at) (m[(uint8_t)(at)] | m[(uint8_t)((at) + 1)] << 8)
#define PAGED(base, index) (t = (base), crossed = ((t & 0xFF) + (index)) >> 8, (uint16_t)(t + (index)))
#define NZ(value) (n = z = (uint8_t)(value))
#define PUSH(byte) (m[0x100 + s--] = (byte))
#define PULL m[0x100 + ++s]
#define STATUS (c | (z ? 0 : 2) | i | 0x30 | (v & 0x80) >> 1 | (n & 0x80))
#define SET_STATUS(b) c = (b) & 1, z = ~(b) & 2, i = (b) & 4, v = (b) << 1, n = (b)
#define NEXT(cost) cycles += cost; count++; if (pc == stop) goto out; goto *jump[m[pc++]]
int interpret(uint8_t *m, struct state *r, int stop)
{{
    static void *const jump[256] = {{ {labels} }};
    uint16_t pc = r->pc;
    uint8_t a = r->a, x = r->x, y = r->y, s = r->s, c, z, i, n;
    uint32_t v, t, u, w, at, crossed;
    uint64_t cycles = r->cycles, count = r->instructions;
    SET_STATUS(r->p);
    goto *jump[m[pc++]];
unknown:
    r->pc = pc - 1;
    return -1;
{bodies}
out:
    r->pc = pc; r->a = a; r->x = x; r->y = y; r->s = s; r->p = STATUS;
    r->cycles = cycles; r->instructions = count;
    return 0;
}}
"""  # noqa: E501


def body(opcode: int) -> str | None:
    """What one opcode does; None for those that stop the interpreter."""
    if not is_documented(opcode):
        return None
    mnemonic, mode = NMOS6502.disassemble[opcode]
    cycles = NMOS6502.cycletime[opcode]
    paged = NMOS6502.extracycles[opcode] and mnemonic not in BRANCHES
    cost = f"{cycles} + crossed" if paged else f"{cycles}"
    if mnemonic in CONDITIONS:
        jump = "u = pc; pc += (int8_t)t; cycles += 1 + ((u ^ pc) >> 8 != 0);"
        work = f"t = m[pc++]; if ({CONDITIONS[mnemonic]}) {{ {jump} }}"
    elif mnemonic == "JMP":
        low_wraps = "u = WORD(pc); pc = m[u] | m[(u & 0xFF00) | ((u + 1) & 0xFF)] << 8;"
        work = "pc = WORD(pc);" if mode == "abs" else low_wraps
    elif mnemonic == "JSR":
        work = "u = pc + 1; t = m[pc]; PUSH(u >> 8); PUSH(u); pc = t | m[(uint16_t)u] << 8;"
    elif mnemonic in IMPLIED:
        work = IMPLIED[mnemonic]
    elif mode == "acc":
        work = f"u = a; {MODIFIES[mnemonic]} a = NZ(u);"
    elif mnemonic in MODIFIES:
        work = f"at = {ADDRESSES[mode]}; u = m[at]; {MODIFIES[mnemonic]} m[at] = NZ(u);"
    elif mnemonic in READS or mnemonic in WRITES:
        work = f"at = {ADDRESSES[mode]}; {(READS | WRITES)[mnemonic]}"
    else:
        return None
    return f"op{opcode:02X}: {work} NEXT({cost});"


def source() -> str:
    """The whole program."""
    bodies = {opcode: text for opcode in range(256) if (text := body(opcode))}
    labels = ", ".join(f"&&op{op:02X}" if op in bodies else "&&unknown" for op in range(256))
    return SOURCE.format(labels=labels, bodies="\n".join(bodies.values()))


class CState(ctypes.Structure):
    """Registers and counters, as the C program has them."""

    _fields_ = (
        *((name, ctypes.c_uint64) for name in ("cycles", "instructions")),
        *((name, ctypes.c_int32) for name in ("pc", "a", "x", "y", "s", "p")),
    )


class CInterpreter:
    """The interpreter, built; OSError without a compiler."""

    def __init__(self) -> None:
        compiler = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise OSError("no C compiler: neither gcc nor clang is installed")
        self._folder = tempfile.TemporaryDirectory(prefix="kim1-bench-")
        code, library = (Path(self._folder.name, f"interpreter{end}") for end in (".c", ".so"))
        code.write_text(source())
        subprocess.run([compiler, "-O2", "-w", "-shared", "-fPIC", "-o", library, code], check=True)
        self._interpret = ctypes.CDLL(str(library)).interpret

    def run(self, memory: bytearray, registers: Registers, stop: int) -> tuple[Registers, int, int]:
        """Run 64 KB of *memory* to *stop*: registers, cycles, instructions.

        Raises ValueError at an instruction it does not know.
        """
        r = registers
        state = CState(0, 0, r.pc, r.a, r.x, r.y, r.sp, r.p)
        flat = (ctypes.c_char * len(memory)).from_buffer(memory)
        if self._interpret(flat, ctypes.byref(state), stop):
            raise ValueError(f"the C interpreter does not know the opcode at ${state.pc:04X}")
        after = Registers(state.pc, state.a, state.x, state.y, state.s, state.p)
        return after, state.cycles, state.instructions
