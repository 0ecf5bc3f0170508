"""The kilobyte of RAM: for every byte the sign and tone of what it is for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

from tui.screen.drawing.ink import wrapped
from tui.screen.drawing.words import BlockLine, BlockWord

_TONES = ("", "warning", "accent", "strong", "good", "led", "error", "read", "muted")
_SIGNS = "cptmbnks."
"""In the order of its parts."""


def draw_kilobyte(data: Any, width: int) -> Iterator[BlockLine]:
    """What the tones mean; the bytes from $0000 on, those that have just changed as `#`."""
    told = "Each sign is a byte; # has just changed:"
    yield from ((BlockWord(one, "muted"),) for one in wrapped(told, width))
    line: list[BlockWord] = []
    for name, sign, tone in zip(data.names, _SIGNS, _TONES, strict=True):
        if line and sum(len(one.text) for one in line) + len(name) + 4 > width:
            yield tuple(line)
            line = []
        line.append(BlockWord(f"{sign} {name}  ", tone))
    yield tuple(line)
    parts = list(chain.from_iterable(repeat(number, count) for number, count in data.runs))
    changed = frozenset(data.changed)
    columns = next((count for count in (64, 32) if count + 5 <= width), 16)
    for first in range(0, len(parts), columns):
        words = [BlockWord(f"{first:04X} ", "muted")]
        for at in range(first, first + columns):
            sign = "#" if at in changed else _SIGNS[parts[at]]
            words.append(BlockWord(sign, _TONES[parts[at]]))
        yield tuple(words)
    if data.said:
        yield from ((BlockWord(one),) for one in wrapped(f"Just changed: {data.said}.", width))
