"""What trees and those who run them agree on."""

from __future__ import annotations

from enum import IntEnum

STACK = 0x100
TREE_REGISTERS = ("a", "x", "y", "s", "c", "n", "z", "v", "i")
"""What passes between trees. The flags are kept as what they come from, P is put together only
where it is seen: C is ``c``; N is bit 7 of ``n``; Z is set when ``z`` is 0; V is bit 7 of
``v``; I is ``i`` (4 or 0). D is clear while trees run."""
SIZE = 14
"""Instructions of a tree, duplicates counted. Trees of 8 are made in a tenth less time, and are up
to a fifth slower; trees of 32 take three times as long, and are a thirtieth faster."""
MOST_CYCLES = 512
"""On a path, after which no further instruction is begun."""
LONGEST = MOST_CYCLES + 256 * 16
"""No path takes more cycles, with a loop that is one operation."""


class ExitReason(IntEnum):
    """Why translated code returned: time is up; a side exit, so that the interpreter must go on; an
    address it has no code for, or one to stop at."""

    TIME = 0
    SIDE_EXIT = 1
    ELSEWHERE = 2
