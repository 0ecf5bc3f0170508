"""Text in lines."""

from __future__ import annotations

import textwrap


def wrapped(text: str, columns: int) -> list[str]:
    """*text* in lines of at most so many columns; no line for no text."""
    return textwrap.wrap(text, max(10, columns)) if text else []
