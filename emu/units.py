"""What a number stands for, where several kinds meet: plain numbers, and the range they lie in.

A file that has another number in a field of such a type is refused (`emu.files.codec`). `Cell`
alone is a type of its own, so that mypy finds an address taken for a cell: in the lowest 1 KB of
the bare board the two are equal, and no test there would notice.
"""

from typing import Annotated, NewType, TypeAlias

ADDRESS_SPACE = 0x10000
Address: TypeAlias = Annotated[int, range(ADDRESS_SPACE)]
"""Where the processor reads or writes: $0000-$FFFF."""

Cell = NewType("Cell", int)
"""A byte of physical memory, by its index in `Bus.store`; negative where there is none."""

Byte: TypeAlias = Annotated[int, range(0x100)]
"""$00-$FF."""

Cycle: TypeAlias = int
"""A moment: the processor cycles, each a microsecond, since power-up or where something began."""

Cycles: TypeAlias = int
"""A length of time, in processor cycles."""

Level: TypeAlias = Annotated[int, range(2)]
"""What a line carries: 0 or 1."""

Microseconds: TypeAlias = float
"""A moment or a length of time on a recording, finer than a cycle."""

DEFAULT_BUDGET: Cycles = 1_000_000_000
"""What a machine may take until it waits, where nobody says how long: 1,000 seconds."""
