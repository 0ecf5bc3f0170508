"""Memory as 6502 assembly, with labels: py65's disassembler on a frozen picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from py65.devices.mpu6502 import MPU
from py65.disassembler import Disassembler

from emu.chips.mpu import NMOS6502
from emu.units import Address
from emu.watch.memory import MemoryImage

_HEX = re.compile(r"\$[0-9a-f]+")
_TO_FALL_IN = 8
"""Instructions after which code decoded from a wrong start is read as it is meant."""
_DATA_IN_A_LINE = 3
NOTHING = "--"
"""The text of a byte where nothing answers."""


@dataclass(frozen=True)
class ListingLine:
    """One instruction: where, its bytes, its text, and the label that stands there."""

    address: Address
    data: bytes
    text: str
    label: str = ""

    @property
    def end(self) -> Address:
        """The address after it."""
        return self.address + len(self.data)


class _Window:
    """What the disassembler asks of a processor."""

    ADDR_WIDTH, BYTE_WIDTH = MPU.ADDR_WIDTH, MPU.BYTE_WIDTH
    ADDR_FORMAT, BYTE_FORMAT = MPU.ADDR_FORMAT, MPU.BYTE_FORMAT
    addrMask, byteMask = 0xFFFF, 0xFF  # noqa: N815 - py65's names
    disassemble = MPU.disassemble

    def __init__(self, memory: MemoryImage, undocumented: bool) -> None:
        self._memory = memory
        if undocumented:
            self.disassemble = NMOS6502.disassemble

    def ByteAt(self, address: Address) -> int:  # noqa: N802
        return self._memory.read(address & 0xFFFF, 1)[0]

    def WordAt(self, address: Address) -> int:  # noqa: N802
        return self.ByteAt(address) | self.ByteAt(address + 1) << 8


class _Labels:
    def __init__(self, labels: Mapping[Address, str]) -> None:
        self._labels = labels

    def label_for(self, address: Address, default: str = "") -> str:
        return self._labels.get(address, default)


def listing(
    memory: MemoryImage,
    start: Address,
    lines: int,
    labels: Mapping[Address, str] | None = None,
    undocumented: bool = False,
    executed: Collection[Address] = (),
    data: Collection[Address] = (),
) -> list[ListingLine]:
    """*lines* instructions from *start* on; *labels* by address. Stops at $FFFF.

    What is at *data* and was not *executed* is shown as bytes, three to a line. Undocumented
    opcodes are shown as bytes, most being data, unless *undocumented* is set or they are at one of
    *executed*: instructions begin there. What would cover such an address is data. Where nothing
    answers no instruction is shown, unless it was executed.
    """
    names = labels or {}
    plain = Disassembler(_Window(memory, undocumented), _Labels(names))
    full = Disassembler(_Window(memory, True), _Labels(names))
    found: list[ListingLine] = []
    address = start
    while len(found) < lines and address <= 0xFFFF:
        if memory[address] is None and address not in executed:
            found.append(ListingLine(address, memory.read(address, 1), NOTHING))
            address += 1
            continue
        if address in data and address not in executed:
            found.append(_data(memory, address, names, data, executed))
            address = found[-1].end
            continue
        length, text = (full if address in executed else plain).instruction_at(address)
        if any(address + more in executed for more in range(1, length)):
            length, text = 1, "???"
        code = memory.read(address, length)
        text = _bytes(code[:1]) if "???" in text else _HEX.sub(_upper, text)
        found.append(ListingLine(address, code, text, names.get(address, "")))
        address += length
    return found


def _data(
    memory: MemoryImage,
    address: Address,
    labels: Mapping[Address, str],
    data: Collection[Address],
    executed: Collection[Address],
) -> ListingLine:
    length = 1
    while length < _DATA_IN_A_LINE:
        following = address + length
        if following not in data or following in labels or following in executed:
            break
        length += 1
    return _byte_line(memory, address, labels, length)


def _bytes(data: bytes) -> str:
    return f".byte {', '.join(f'${byte:02X}' for byte in data)}"


def covering(
    memory: MemoryImage,
    place: range,
    labels: Mapping[Address, str] | None = None,
    undocumented: bool = False,
    data: Collection[Address] = (),
) -> list[ListingLine]:
    """All instructions in *place*, as :func:`listing` shows them; bytes at its end that make no
    whole one are shown as such.
    """
    found = listing(memory, place.start, len(place), labels, undocumented, data=data)
    whole = [line for line in found if line.end <= place.stop]
    rest = range(whole[-1].end if whole else place.start, place.stop)
    return whole + [_byte_line(memory, address, labels or {}) for address in rest]


def _byte_line(
    memory: MemoryImage, address: Address, labels: Mapping[Address, str], length: int = 1
) -> ListingLine:
    held = memory.read(address, length)
    return ListingLine(address, held, _bytes(held), labels.get(address, ""))


def around(
    memory: MemoryImage,
    pc: Address,
    lines: int,
    before: int,
    labels: Mapping[Address, str] | None = None,
    executed: Collection[Address] = (),
    data: Collection[Address] = (),
) -> list[ListingLine]:
    """*lines* instructions of which the one at *pc* is number *before* (0: the first).

    What lies before *pc* is decoded from the instructions known there: those *executed*, and those
    with *labels*. What lies before the first of these is a guess: from the start that arrives there
    in most lines; fewer lines come where there is none.
    """
    starts = {*executed, pc}
    near = range(max(0, pc - 3 * before), pc)
    anchor = min((one for one in (*executed, *(labels or ())) if one in near), default=pc)
    earlier = [
        line
        for line in listing(memory, anchor, pc - anchor, labels, executed=starts, data=data)
        if line.address < pc
    ]
    if len(earlier) < before:
        earlier = _leading_to(memory, anchor, before - len(earlier), labels, data) + earlier
    earlier = earlier[-before:] if before else []
    rest = lines - len(earlier)
    return earlier + listing(memory, pc, rest, labels, executed=executed, data=data)


def _leading_to(
    memory: MemoryImage,
    address: Address,
    most: int,
    labels: Mapping[Address, str] | None,
    data: Collection[Address],
) -> list[ListingLine]:
    """At most so many instructions before *address*, from the start that arrives in most lines:
    one some lines further back, for the first ones may begin in the middle of an instruction.
    """
    best: list[ListingLine] = []
    deep, up_to_here = most + _TO_FALL_IN, frozenset(data) - {address}
    for start in range(max(0, address - 3 * deep), address):
        if len(best) >= deep:
            break
        lines = listing(memory, start, 3 * deep, labels, data=up_to_here)
        found = [one for one in lines if one.address < address]
        if found and found[-1].end == address and len(found) > len(best):
            best = found
    return best[-most:]


def _upper(match: re.Match[str]) -> str:
    return match[0].upper()
