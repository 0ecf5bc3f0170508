"""Scroll bars of whole cells: nothing but spaces, so that any terminal can draw them."""

from __future__ import annotations

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender


class WholeCells(ScrollBarRender):
    """No eighths of a cell at the ends of the thumb."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def use_whole_cells() -> None:
    """For every scroll bar there is."""
    ScrollBar.renderer = WholeCells
