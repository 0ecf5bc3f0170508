"""Text from outside without what a terminal would obey."""

from __future__ import annotations

CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
"""Characters that no terminal shows."""
_SHOWN = dict.fromkeys(
    (code for code in CONTROLS if chr(code) not in "\t\n\r"), "\N{REPLACEMENT CHARACTER}"
)


def plain(text: str) -> str:
    """*text* with ``\\ufffd`` for every control character but tabs and ends of lines."""
    return text.translate(_SHOWN)
