"""Other weights for Janus: 6502 code that values a move by a `Formula`, poked behind its own."""

import rom
from microchess.engine.formula import Chain, Formula, FormulaError
from microchess.machine.player import JANUS_ROM
from microchess.program.memory_map import COUNTERS

_FIRST = 0x80
_ADC, _SBC, _ADC_IMMEDIATE = 0x65, 0xE5, 0x69
_CLC, _SEC, _LSR, _NOP = 0x18, 0x38, 0x4A, 0xEA
_LDA, _LDA_IMMEDIATE, _STA = 0xA5, 0xA9, 0x85
_ZERO_UNLESS_CARRY = bytes((0xB0, 0x02, _LDA_IMMEDIATE, 0))
"""BCS over LDA #0."""


def formula_pokes(formula: Formula) -> dict[int, bytes]:
    """What to poke into Janus, by address, to have it value moves by *formula*.

    Raises FormulaError for weights that 8-bit sums do not have, or too many sums for its ROM.
    """
    if formula.stages is None:
        raise FormulaError("the machine adds whole quarters; other weights cannot be poked")
    image, labels = rom.janus(), rom.labels("janus")
    value, total, bonus, mate = (labels[name] for name in ("value", "total", "bonus", "mate"))
    score = image[total + 1 - JANUS_ROM.address]
    first, second, third = (b"".join(map(_chain, stage)) for stage in formula.stages)
    sums = (
        bytes((_LDA_IMMEDIATE, _FIRST)) + first + _ZERO_UNLESS_CARRY + bytes([_LSR])
        + second + bytes([_LSR]) + third + _jump(total)
    )  # fmt: skip
    extra = bytes((_LDA, score, _CLC, _ADC_IMMEDIATE, int(formula.bonus) & 0xFF, _STA, score))
    free = JANUS_ROM.address + len(image.rstrip(b"\xff"))
    code = sums + extra + _jump(mate)
    if free + len(code) > JANUS_ROM.address + JANUS_ROM.size:
        raise FormulaError("the sums of these weights are too long for the rest of Janus's ROM")
    return {
        free: code,
        value: _jump(free),
        bonus: _jump(free + len(sums)) + bytes([_NOP]),
    }


def _chain(chain: Chain) -> bytes:
    start = bytes((_ADC_IMMEDIATE, chain.start)) if chain.start else b""
    clear, add = (_CLC, _ADC) if chain.sign > 0 else (_SEC, _SBC)
    terms = (bytes((add, COUNTERS + index)) for index in chain.counters)
    return bytes([clear]) + start + b"".join(terms)


def _jump(address: int) -> bytes:
    return bytes((0x4C, address & 0xFF, address >> 8))
