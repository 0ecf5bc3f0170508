"""The last place of a byte in a range of memory, as WebAssembly."""

from collections.abc import Sequence

from emu.turbo.wasm import (
    BITMASK_8,
    EQ_8,
    I32,
    NO_RESULT,
    SPLAT_8,
    Op,
    br_if,
    const,
    get,
    put,
    tee,
)

VECTOR = 16
"""Bytes that are compared at once; a window has two times as many."""
_WINDOW = 2 * VECTOR


def search(
    needle: bytes,
    start: bytes,
    stop: bytes,
    vectors: Sequence[bytes],
    byte: bytes,
    found: int,
    at: int,
) -> bytes:
    """What leaves the last place of *needle* from *start* to before *stop* in the local *found*, or
    -1: a window of bytes at once if the range fits in one, else byte by byte.

    *vectors* load the two halves of the window from *start* on, *byte* the byte at the place in the
    local *at*. There is at least one.
    """
    halves = [half + needle + SPLAT_8 + EQ_8 + BITMASK_8 for half in vectors]
    code = bytearray(stop + start + bytes((Op.SUB,)) + tee(at))
    code += const(_WINDOW) + bytes((Op.LE_S, Op.IF, *NO_RESULT))
    code += b"".join(halves) + const(VECTOR) + bytes((Op.SHL, Op.OR))
    # a range of 0 bytes does not occur, so the shift stays below the width
    code += const(_WINDOW) + get(at) + bytes((Op.SUB, Op.SHL)) + tee(at)
    code += bytes((Op.IF, *I32)) + stop + const(1) + bytes((Op.SUB,))
    code += get(at) + bytes((Op.CLZ, Op.SUB, Op.ELSE)) + const(-1)
    code += bytes((Op.END,)) + put(found)
    code.append(Op.ELSE)
    code += stop + put(at) + const(-1) + put(found)
    code += bytes((Op.BLOCK, *NO_RESULT, Op.LOOP, *NO_RESULT))
    code += get(at) + const(1) + bytes((Op.SUB,)) + tee(at) + start
    code += bytes((Op.LT_S,)) + br_if(1)
    code += byte + needle + bytes((Op.NE,)) + br_if(0)
    code += get(at) + put(found) + bytes((Op.END, Op.END, Op.END))
    return bytes(code)
