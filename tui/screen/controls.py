"""No control character reaches the terminal as part of a text."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from emu.plain import CONTROLS

_GONE = dict.fromkeys(CONTROLS)


class NoControls(LineFilter):
    """Leaves them out of every line of every widget: names of files, moves, labels and whatever
    else came from outside. They take no column.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same without them."""
        if all(one.text.isprintable() for one in segments):
            return segments
        return [
            one if one.control else Segment(one.text.translate(_GONE), one.style)
            for one in segments
        ]
