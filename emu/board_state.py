"""What a KIM-1 is between two instructions, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from emu.bus import Expansion
from emu.chips.deck import DeckState
from emu.chips.interrupts import InterruptLine
from emu.chips.leds import LedState
from emu.chips.registers import Registers
from emu.chips.riot import RiotState
from emu.chips.terminal import TerminalState


@dataclass(frozen=True)
class BoardState:
    """The whole machine between two instructions."""

    registers: Registers
    cycles: int
    instructions: int
    memory: bytes
    expansions: tuple[Expansion, ...]
    riot_002: RiotState
    riot_003: RiotState
    leds: LedState
    keys_down: frozenset[str]
    nmi_pending: bool
    single_step: bool
    tty_jumper: bool
    terminal: TerminalState = field(default_factory=TerminalState)
    deck: DeckState = field(default_factory=DeckState)
    timer_wire: InterruptLine | None = None
    timer_line: bool = False
    """Whether the wired timer pulled NMI in the last cycle."""
    interrupt_due: bool | None = None
    """Whether an interrupt comes in place of the next instruction; None: if ``nmi_pending``."""
    LATER: ClassVar = ("interrupt_due",)
