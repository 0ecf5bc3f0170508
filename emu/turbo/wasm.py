"""WebAssembly's binary format, as much of it as trees need (core specification 2.0, chapter 5)."""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache

I32, I64, NO_RESULT = b"\x7f", b"\x7e", b"\x40"
PAGE = 0x10000
_MAGIC = b"\0asm\1\0\0\0"
_FUNCTION_TYPE, _ALIGN_1 = b"\x60", b"\0"


class Op(IntEnum):
    """Instructions without operands of their own, and how blocks begin."""

    UNREACHABLE = 0x00
    BLOCK = 0x02
    LOOP = 0x03
    IF = 0x04
    ELSE = 0x05
    END = 0x0B
    SELECT = 0x1B
    EQZ = 0x45
    EQ = 0x46
    NE = 0x47
    LT_S = 0x48
    GT_S = 0x4A
    LE_S = 0x4C
    GE_S = 0x4E
    EQ_64 = 0x51
    GT_S_64 = 0x55
    CLZ = 0x67
    ADD = 0x6A
    SUB = 0x6B
    MUL = 0x6C
    DIV_S = 0x6D
    AND = 0x71
    OR = 0x72
    XOR = 0x73
    SHL = 0x74
    SHR_S = 0x75
    ADD_64 = 0x7C
    SUB_64 = 0x7D
    MUL_64 = 0x7E
    OR_64 = 0x84
    SHL_64 = 0x86
    SHR_S_64 = 0x87
    WRAP = 0xA7
    EXTEND_S = 0xAC
    EXTEND_U = 0xAD


class Access(IntEnum):
    """Loads and stores."""

    LOAD_32 = 0x28
    LOAD_64 = 0x29
    LOAD_8 = 0x2D
    LOAD_16 = 0x2F
    STORE_32 = 0x36
    STORE_64 = 0x37
    STORE_8 = 0x3A


GET_PLACE = b"\x23\0"
"""``global.get`` of a placed module's ``m.p``."""
COPY = b"\xfc\x0a\0\0"
"""``memory.copy``: target, source, length."""
SPLAT_8, EQ_8, BITMASK_8 = b"\xfd\x0f", b"\xfd\x23", b"\xfd\x64"


def unsigned(number: int) -> bytes:
    """LEB128."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def signed(number: int) -> bytes:
    """LEB128 of a number that may be negative."""
    out = bytearray()
    while not -0x40 <= number < 0x40:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number & 0x7F)
    return bytes(out)


@cache
def get(local: int) -> bytes:
    """``local.get``."""
    return b"\x20" + unsigned(local)


@cache
def put(local: int) -> bytes:
    """``local.set``."""
    return b"\x21" + unsigned(local)


@cache
def tee(local: int) -> bytes:
    """``local.tee``."""
    return b"\x22" + unsigned(local)


@cache
def const(number: int) -> bytes:
    """``i32.const``."""
    return b"\x41" + signed((number + 0x80000000 & 0xFFFFFFFF) - 0x80000000)


@cache
def const64(number: int) -> bytes:
    """``i64.const``."""
    return b"\x42" + signed(number)


def access(kind: Access, offset: int) -> bytes:
    """A load or a store, *offset* bytes from the address on the stack."""
    return kind.to_bytes(1, "little") + _ALIGN_1 + unsigned(offset)


def load_vector(offset: int) -> bytes:
    """``v128.load``."""
    return b"\xfd\0" + _ALIGN_1 + unsigned(offset)


def br(depth: int) -> bytes:
    """``br``."""
    return b"\x0c" + unsigned(depth)


def br_if(depth: int) -> bytes:
    """``br_if``."""
    return b"\x0d" + unsigned(depth)


def br_table(depths: Iterable[int], other: int) -> bytes:
    """``br_table``."""
    each = [unsigned(depth) for depth in depths]
    return b"\x0e" + unsigned(len(each)) + b"".join(each) + unsigned(other)


def module(name: str, wide: int, narrow: int, body: bytes, pages: int, placed: bool) -> bytes:
    """A module that imports a memory ``m.m`` and exports the function *name*, without parameters,
    which returns an i32; it has *wide* locals of 64 bits, then *narrow* ones of 32. One that is
    *placed* imports an i32 ``m.p`` as well.
    """
    memory = _name("m") + _name("m") + b"\x02\x00" + unsigned(pages)
    place = [_name("m") + _name("p") + b"\x03" + I32 + b"\0"] * placed
    code = unsigned(2) + unsigned(wide) + I64 + unsigned(narrow) + I32 + body
    sections = {
        1: _vector(_FUNCTION_TYPE + _vector() + _vector(I32)),
        2: _vector(memory, *place),
        3: _vector(unsigned(0)),
        7: _vector(_name(name) + b"\x00" + unsigned(0)),
        10: _vector(unsigned(len(code)) + code),
    }
    parts = (bytes((n,)) + unsigned(len(data)) + data for n, data in sections.items())
    return _MAGIC + b"".join(parts)


def _vector(*items: bytes) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    return unsigned(len(text)) + text.encode()
