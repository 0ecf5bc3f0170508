"""How the NMOS 6502 looks at its interrupt lines.

It looks in phase 2 of the last cycle but one of each instruction, with the I flag as it is then:
CLI, SEI and PLP change it one cycle later, RTI earlier. A taken branch looks in its first cycle
only, and once more if it goes into another page. IRQ counts while it is low; a falling edge on NMI
is kept until a sequence fetches the NMI vector, which any sequence does, BRK's too, if the edge
came in its first four cycles. While a vector is fetched no edge is seen: NMI has to be low still in
the cycle behind it. Measured on a transistor-level simulation (``tests/data/cpu/README.md``).
"""

from collections.abc import Callable
from typing import Literal, Protocol, get_args

from emu.chips.registers import INTERRUPT
from emu.units import Address, Byte, Cycle

InterruptLine = Literal["IRQ", "NMI"]
LINES = get_args(InterruptLine)
NMI_VECTOR, IRQ_VECTOR = 0xFFFA, 0xFFFE
SEQUENCE = 7
"""Cycles of an interrupt."""
_BRK = 0x00
_LATE = frozenset((0x28, 0x58, 0x78))
"""PLP, CLI and SEI: they change I after the chip has looked."""
_IN_TIME, _NEXT_SEEN = 4, 6
"""Within a sequence: edges before this cycle choose its vector; from this one on they are seen
again."""
Level = Callable[[Cycle], bool]
"""Whether a line is low in phase 2 of a cycle."""


class LinePuller(Protocol):
    """What pulls a line low."""

    def is_low(self, cycle: Cycle) -> bool:
        """Whether it pulls in phase 2 of *cycle*, which is of the present instruction or later."""
        ...

    def low_from(self, cycle: Cycle) -> Cycle | None:
        """The first cycle from *cycle* on in which it pulls if nothing is read or written."""
        ...


class Interrupts:
    """What the processor makes of its lines."""

    def __init__(self) -> None:
        self.nmi = False
        """An edge on NMI was seen, and no sequence has served it."""
        self.due = False
        """An interrupt comes in place of the next instruction."""
        self.nmi_low = False
        """NMI was low in the last cycle."""

    def clear(self) -> None:
        """Forget all, as RES does."""
        self.restore(nmi=False, due=False, nmi_low=False)

    def restore(self, nmi: bool, due: bool, nmi_low: bool) -> None:
        """Go back to what was seen at another time."""
        self.nmi, self.due, self.nmi_low = nmi, due, nmi_low

    def pull_nmi(self) -> None:
        """An edge on NMI just before the chip looked last."""
        self.nmi = self.due = True

    def after_instruction(
        self, opcode: Byte, cycles: range, p: tuple[Byte, Byte], irq: Level, nmi: Level
    ) -> None:
        """An instruction took *cycles*; *p* is P before and after it."""
        if opcode == _BRK:
            self.after_sequence(cycles, nmi)
            return
        masked = p[opcode not in _LATE] & INTERRUPT
        looks = looked_at(opcode, cycles)
        self.due = False
        for cycle in cycles:
            self._see(nmi(cycle))
            if cycle in looks and (self.nmi or (not masked and irq(cycle))):
                self.due = True

    def vector(self, first: Cycle, nmi: Level) -> Address:
        """Where the sequence that began in cycle *first* finds its address."""
        for cycle in range(first, first + _IN_TIME):
            self._see(nmi(cycle))
        taken, self.nmi = self.nmi, False
        return NMI_VECTOR if taken else IRQ_VECTOR

    def after_sequence(self, cycles: range, nmi: Level) -> None:
        """A sequence took *cycles*: the first instruction of its handler comes in any case."""
        self.due = False
        self._see(nmi(cycles[_NEXT_SEEN]))

    def _see(self, low: bool) -> None:
        self.nmi |= low and not self.nmi_low
        self.nmi_low = low


def looked_at(opcode: Byte, cycles: range) -> range:
    """In which of its *cycles* an instruction other than BRK looks at the lines."""
    if opcode & 0x1F == 0x10:
        return cycles[:3:2] if len(cycles) == 4 else cycles[:1]
    return cycles[-2:-1]
