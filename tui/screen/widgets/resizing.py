"""A screen is laid out for the size the terminal has now.

Textual 8.2 lays a screen out for the size in a Resize event, and a layout of another size than the
last posts such an event to the screen again. With two sizes under way each brings the other back,
for ever. That comes of a window whose edge is dragged while the application is busy.
"""

from __future__ import annotations

from typing import Any

from textual.geometry import Size
from textual.screen import Screen

_laid_out_for = Screen._screen_resized


def use_present_size() -> None:
    """Sizes that have passed are laid out no more."""
    Screen._screen_resized = _laid_out_for_present_size  # type: ignore[assignment, method-assign]


def _laid_out_for_present_size(screen: Screen[Any], size: Size) -> None:
    _laid_out_for(screen, screen.app.size or size)
