"""What a run goes past without stopping."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Passing:
    """An *address* that a run may go past, where it is one of the stops: at each coming there A and
    the memory *cells* are kept in ``seen``.
    """

    address: int
    cells: slice
    seen: list[tuple[int, bytes]] = field(default_factory=list)

    def see(self, a: int, memory: bytearray) -> None:
        """Be there."""
        self.seen.append((a, bytes(memory[self.cells])))
