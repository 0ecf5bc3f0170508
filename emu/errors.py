"""What can go wrong in the machine: one base class, narrow subclasses that carry their data."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from emu.chips.registers import Registers


class EmuError(Exception):
    """Base of every error raised by :mod:`emu`."""

    def __reduce__(self) -> tuple[Any, ...]:
        """With its data, without calling ``__init__``: it goes from process to process."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class FileRefused(EmuError, OSError):
    """Something that is not read or written as a file; made like OSError, which it is too.

    ``filename`` names it, ``strerror`` says what it is and what was expected.
    """

    __reduce__ = OSError.__reduce__  # type: ignore[assignment]

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class FileLocked(EmuError):
    """Another process works on a file or folder."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: another process works on it; one can at a time")


class InUse(EmuError):
    """Another thread is at work on *what*."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"another thread is at work on {what}; give each thread its own")


class ProgramFileError(EmuError):
    """A program file cannot be read."""


class TapeError(ProgramFileError):
    """A cassette recording cannot be made, read or used."""


class AddressError(EmuError, ValueError):
    """An address is outside the 16-bit space, or nothing that can be written answers there."""


class KeyNameError(EmuError, ValueError):
    """No key of the KIM-1 has this name."""


class ConformanceError(EmuError):
    """A file of processor tests cannot be read or run."""


class SnapshotError(EmuError):
    """A snapshot does not fit the machine it is restored into."""


class UndocumentedOpcode(EmuError):
    """The program reached an opcode outside the 151 documented ones, on a machine that refuses
    them or one that it jams.

    ``opcode`` and ``address`` say which and where; the registers are as before it.
    """

    def __init__(self, opcode: int, address: int) -> None:
        self.opcode = opcode
        self.address = address
        super().__init__(f"undocumented opcode ${opcode:02X} at ${address:04X}")


class Jammed(UndocumentedOpcode):
    """The program reached one of the twelve opcodes that stop the chip until RS is pressed."""

    def __init__(self, opcode: int, address: int) -> None:
        super().__init__(opcode, address)
        self.args = (f"{self}: JAM, until RS",)


class BudgetSpent(EmuError):
    """A run that had to reach something used up its cycle budget.

    ``cycles`` is the budget, ``trail`` the addresses of the last instructions (oldest first),
    ``registers`` the processor's state at the end.
    """

    def __init__(self, goal: str, cycles: int, trail: Sequence[int], registers: Registers) -> None:
        self.goal = goal
        self.cycles = cycles
        self.trail = tuple(trail)
        self.registers = registers
        path = " ".join(f"${pc:04X}" for pc in self.trail)
        super().__init__(
            f"{goal} not reached within {cycles:,} cycles; last instructions at {path}; {registers}"
        )


class LogError(EmuError):
    """A log cannot be read."""


class Diverged(EmuError):
    """A replay does not do what its log says; ``cycle`` is where that was seen."""

    def __init__(self, cycle: int, why: str) -> None:
        self.cycle = cycle
        super().__init__(f"the replay diverges at cycle {cycle:,}: {why}")
