"""Whether a program was assembled for the addresses that its file names.

A jump or a call names its target absolutely. In a program at its place most targets lie in itself
or in ROM; where nearly all of them miss it, and all lie in it once it is moved by some pages, the
file has the wrong addresses, as those have that were typed or linked for another board.
"""

from collections import Counter
from collections.abc import Iterator

from emu.bus import BOARD_SIZE, ROM_START
from emu.chips.mpu import NMOS6502
from emu.files.formats.image import Program, Segment
from emu.turbo.decode import LENGTHS
from emu.units import ADDRESS_SPACE, Address

JMP, JSR = 0x4C, 0x20
PAGE = 0x100
FEW = 4
"""Targets; fewer tell nothing."""
NEARLY_ALL = 0.75


def assembled_for(program: Program) -> Address | None:
    """Where *program* should begin by its own jumps, if that is not where its file puts it."""
    if len(program.segments) != 1:
        return None
    only = program.segments[0]
    targets = [
        target for target in _targets(only) if not ROM_START <= target % BOARD_SIZE < BOARD_SIZE
    ]
    missing = [target for target in targets if not only.address <= target < only.end]
    if len(missing) < max(FEW, NEARLY_ALL * len(targets)):
        return None
    inside = Counter[Address]()
    for moved in range(only.address % PAGE, ADDRESS_SPACE - len(only.data) + 1, PAGE):
        inside[moved] = sum(moved <= target < moved + len(only.data) for target in targets)
    (best, hits), *others = inside.most_common(2)
    unique = not others or others[0][1] < hits
    return best if unique and hits >= NEARLY_ALL * len(targets) else None


def _targets(segment: Segment) -> Iterator[Address]:
    """The targets of jumps and calls, one instruction after the other from its first byte on."""
    data, at = segment.data, 0
    while at < len(data):
        length = LENGTHS.get(NMOS6502.disassemble[data[at]][1], 1)
        if data[at] in (JMP, JSR) and at + 2 < len(data):
            yield data[at + 1] | data[at + 2] << 8
        at += length
