"""Frozen pictures of the machine, and of what is plugged into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from emu.chips.leds import Readout
from emu.chips.registers import Registers
from emu.watch.memory import MemoryImage


@dataclass(frozen=True)
class MachineView:
    """The machine; ``keys`` are those held down."""

    SENT: ClassVar = ("digits", "text", "keys", "single_step", "cycles", "listening")

    readout: Readout
    registers: Registers
    cycles: int
    instructions: int
    keys: frozenset[str]
    single_step: bool
    memory: MemoryImage
    listening: bool

    @property
    def digits(self) -> tuple[tuple[float, ...], ...]:
        """Of each digit the brightness (0-1) of segments a to g."""
        return self.readout.steps

    @property
    def text(self) -> str:
        """What the digits say."""
        return self.readout.text


@dataclass(frozen=True)
class LineView:
    """The serial line and its terminal: TTY jumper, speed, characters yet to be sent, and what was
    printed: ``lines`` up to the one the carriage is on, at ``column``.
    """

    fitted: bool
    baud: float
    stop_bits: int
    pending: int
    lines: tuple[str, ...]
    column: int


@dataclass(frozen=True)
class DeckView:
    """The cassette recorder, in cycles: how far the tape that plays has come and how long it is (0:
    none does), how long it has recorded (None: it does not); whether output and input are wired;
    ``loaded``: whether the monitor has read the last tape it was to load, as its digits say it.
    """

    at: int = 0
    length: int = 0
    recorded: int | None = None
    loop: bool = False
    loaded: bool | None = None
