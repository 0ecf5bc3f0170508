"""Memory as 6502 assembly, with labels: py65's disassembler on a frozen picture."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

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


class _Labels(dict[Address, str]):
    """What the disassembler asks of a table of labels."""

    label_for = dict.get


@dataclass(frozen=True)
class Listing:
    """*memory* as assembly, with what is known of it: *labels* by address.

    What is at *data* and was not *executed* is shown as bytes, three to a line. Undocumented
    opcodes are shown as bytes, most being data, unless *undocumented* is set or they are at one of
    *executed*: instructions begin there. What would cover such an address is data. Where nothing
    answers no instruction is shown, unless it was executed.
    """

    memory: MemoryImage
    labels: Mapping[Address, str] = field(default_factory=dict)
    executed: Collection[Address] = ()
    data: Collection[Address] = ()
    undocumented: bool = False

    def lines(self, start: Address, count: int) -> list[ListingLine]:
        """*count* instructions from *start* on. Stops at $FFFF."""
        memory, executed, names = self.memory, self.executed, _Labels(self.labels)
        plain = Disassembler(_Window(memory, self.undocumented), names)
        full = Disassembler(_Window(memory, True), names)
        found: list[ListingLine] = []
        address = start
        while len(found) < count and address <= 0xFFFF:
            if memory[address] is None and address not in executed:
                found.append(ListingLine(address, memory.read(address, 1), NOTHING))
            elif address in self.data and address not in executed:
                found.append(self._bytes(address, self._data_from(address)))
            else:
                disassembler = full if address in executed else plain
                length, text = disassembler.instruction_at(address)
                if any(address + more in executed for more in range(1, length)):
                    length, text = 1, "???"
                if "???" in text:
                    text = self._bytes(address, 1).text
                else:
                    text = _HEX.sub(lambda match: match[0].upper(), text)
                code, label = memory.read(address, length), self.labels.get(address, "")
                found.append(ListingLine(address, code, text, label))
            address = found[-1].end
        return found

    def covering(self, place: range) -> list[ListingLine]:
        """All instructions in *place*; bytes at its end that make no whole one as bytes."""
        found = self.lines(place.start, len(place))
        whole = [line for line in found if line.end <= place.stop]
        rest = range(whole[-1].end if whole else place.start, place.stop)
        return whole + [self._bytes(address, 1) for address in rest]

    def around(self, pc: Address, count: int, before: int) -> list[ListingLine]:
        """*count* instructions of which the one at *pc* is number *before* (0: the first).

        What lies before *pc* is decoded from the instructions known there: those *executed*, and
        those with *labels*. What lies before the first of these is a guess: from the start that
        arrives there in most lines; fewer lines come where there is none.
        """
        near = range(max(0, pc - 3 * before), pc)
        anchor = min((one for one in (*self.executed, *self.labels) if one in near), default=pc)
        known = replace(self, executed={*self.executed, pc})
        earlier = [one for one in known.lines(anchor, pc - anchor) if one.address < pc]
        if len(earlier) < before:
            earlier = self._leading_to(anchor, before - len(earlier)) + earlier
        earlier = earlier[-before:] if before else []
        return earlier + self.lines(pc, count - len(earlier))

    def _leading_to(self, address: Address, most: int) -> list[ListingLine]:
        """At most so many instructions before *address*, from the start that arrives in most lines:
        one some lines further back, for the first ones may begin in the middle of an instruction.
        """
        best: list[ListingLine] = []
        deep = most + _TO_FALL_IN
        up_to_here = replace(self, executed=(), data=frozenset(self.data) - {address})
        for start in range(max(0, address - 3 * deep), address):
            if len(best) >= deep:
                break
            found = [one for one in up_to_here.lines(start, 3 * deep) if one.address < address]
            if found and found[-1].end == address and len(found) > len(best):
                best = found
        return best[-most:]

    def _data_from(self, address: Address) -> int:
        for length in range(1, _DATA_IN_A_LINE):
            following = address + length
            ends = following in self.labels or following in self.executed
            if ends or following not in self.data:
                return length
        return _DATA_IN_A_LINE

    def _bytes(self, address: Address, length: int) -> ListingLine:
        held = self.memory.read(address, length)
        text = f".byte {', '.join(f'${byte:02X}' for byte in held)}"
        return ListingLine(address, held, text, self.labels.get(address, ""))
