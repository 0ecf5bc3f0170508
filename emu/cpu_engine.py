"""What runs a board's processor (`emu.engines`)."""

from collections.abc import Collection
from typing import Protocol


class CpuEngine(Protocol):
    """Runs a board's processor; all engines do the same, cycle for cycle (`emu.engines`)."""

    def run(
        self, until: int, stops: Collection[int], until_noticed: bool, exact: bool = True
    ) -> bool:
        """Run to cycle *until*, at least one instruction; no interrupt comes and SST is off.

        Returns True as soon as the next instruction lies at one of *stops*, or, with
        *until_noticed*, `Board.noticed` is set; False when the cycles are used up. *exact* is that
        of `Board.run`.
        """
        ...
