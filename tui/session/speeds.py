"""Speeds of the machine that are offered."""

from fractions import Fraction

from emu.machine import MHZ
from emu.notation import counted

_SHORT = 0.01
"""Seconds below which a time is told in microseconds."""
SPEEDS = {
    0.01: "slower than life: see every segment",
    0.1: "slower than life",
    1.0: "as in 1976",
    10.0: "ten times as fast",
    None: "as fast as it goes",
}
"""Times 1 MHz, None: as fast as can be; each with what to expect of it."""


def factor(speed: float | None) -> str:
    """``1/100``, ``10``, ``full``."""
    if speed is None:
        return "full"
    part = Fraction(speed).limit_denominator(1000)
    return str(part) if part.numerator == 1 else f"{speed:g}"


def lasting(cycles: int) -> str:
    """``2 microseconds``, ``0.96 s``: a time of the machine at 1 MHz."""
    seconds = cycles / MHZ
    return f"{seconds:.2f} s" if seconds >= _SHORT else counted(cycles, "microsecond")


def speed_name(speed: float | None) -> str:
    """``1/100 MHz``, ``10 MHz``, ``full speed``."""
    return f"{factor(speed)} {'speed' if speed is None else 'MHz'}"
