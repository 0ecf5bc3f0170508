"""What Textual does otherwise here."""

from __future__ import annotations

import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from emu.plain import CONTROLS

_GONE = dict.fromkeys(CONTROLS)
_laid_out_for = Screen._screen_resized


class NoControls(LineFilter):
    """No control character reaches the terminal as part of a text: it is left out of every line of
    every widget, names of files, moves, labels and whatever else came from outside. It takes no
    column.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same without them."""
        if all(one.text.isprintable() for one in segments):
            return segments
        return [
            one if one.control else Segment(one.text.translate(_GONE), one.style)
            for one in segments
        ]


class WholeCells(ScrollBarRender):
    """Scroll bars of nothing but spaces, without eighths of a cell at the ends of the thumb, so
    that any terminal can draw them.
    """

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def patch() -> None:
    """Draw every scroll bar so; lay a screen out for the size the terminal has now; pass over bytes
    from the terminal that are no text, which Textual ends at.

    Textual 8.2 lays a screen out for the size in a Resize event, and a layout of another size than
    the last posts such an event to the screen again. With two sizes under way each brings the other
    back, for ever. That comes of a window whose edge is dragged while the application is busy.
    """
    ScrollBar.renderer = WholeCells
    Screen._screen_resized = _laid_out_for_present_size  # type: ignore[assignment, method-assign]
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        linux_driver.getincrementaldecoder = _lenient  # type: ignore[assignment, attr-defined]


def _lenient(encoding: str) -> Callable[[], IncrementalDecoder]:
    return partial(getincrementaldecoder(encoding), "ignore")


def _laid_out_for_present_size(screen: Screen[Any], size: Size) -> None:
    _laid_out_for(screen, screen.app.size or size)
