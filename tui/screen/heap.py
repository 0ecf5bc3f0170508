"""The heap of the C library, which would keep a third of what is freed."""

import ctypes
import sys
from contextlib import suppress

_SETTINGS = {-8: 1, -3: 256 * 1024, -1: 1024 * 1024}
"""M_ARENA_MAX: threads share one heap. M_MMAP_THRESHOLD: bytes of a block that is mapped by itself.
M_TRIM_THRESHOLD: free bytes at the end that go back. Names and numbers are those of mallopt(3).
"""


def give_back() -> None:
    """Let memory that was freed go back to the system; only glibc is asked."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            for setting, value in _SETTINGS.items():
                ctypes.CDLL(None).mallopt(setting, value)
