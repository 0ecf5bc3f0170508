"""How far translated code goes before it checks the time again."""

from __future__ import annotations

from dataclasses import dataclass

from emu.units import Cycles

LONGEST_IDIOM = 256 * 16
LONGEST_INSTRUCTION = 16
"""No step takes more cycles."""


@dataclass(frozen=True)
class TreeLimits:
    """Of a tree: ``instructions``, duplicates counted; ``cycles`` on a path, after which no further
    instruction is begun; whether loops that are one operation are (``idioms``).
    """

    instructions: int
    cycles: Cycles
    idioms: bool

    @property
    def longest(self) -> Cycles:
        """No path takes more cycles."""
        return self.cycles + (LONGEST_IDIOM if self.idioms else LONGEST_INSTRUCTION)


LONG = TreeLimits(32, 512, True)
SHORT = TreeLimits(12, 32, False)
"""For the end of a run, where a tree of the other kind may take too long."""
