"""Styles by what they mean, from the theme; and lines of styled words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.theme import Theme

from tui.screen.drawing.colors import CELL_NOW, CELL_POINTED, CELL_READ, CELL_TEXT, MUTED

_DIM, _BOLD, _REVERSE = Style(dim=True), Style(bold=True), Style(reverse=True)
_UNDERLINED = Style(underline=True)
_POINTED, _READ, _NOW = (
    Style(color=CELL_TEXT, bgcolor=ground, bold=True)
    for ground in (CELL_POINTED, CELL_READ, CELL_NOW)
)
Word = str | tuple[str, Style]
styled = lru_cache(maxsize=1024)(Style)
"""A style, made once."""


@dataclass(frozen=True)
class Ink:
    """Styles for text on the theme's own ground."""

    muted: Style = _DIM
    strong: Style = _BOLD
    accent: Style = _BOLD
    good: Style = _BOLD
    warning: Style = _BOLD
    error: Style = _BOLD
    led: Style = _BOLD
    chosen: Style = _REVERSE
    watched: Style = _UNDERLINED
    pointed: Style = _POINTED
    read: Style = _READ
    now: Style = _NOW

    @classmethod
    def of(cls, theme: Theme) -> Ink:
        def colored(color: str | None, bold: bool = False) -> Style:
            usable = color if color and color.startswith("#") else None
            return Style(color=usable, bold=bold)

        return cls(
            muted=colored(muted) if (muted := theme.variables.get(MUTED)) else _DIM,
            accent=colored(theme.primary, bold=True),
            good=colored(theme.success),
            warning=colored(theme.warning),
            error=colored(theme.error, bold=True),
            led=colored(theme.accent, bold=True),
        )


_MORE = " ..."


def shortened(strip: Strip, width: int) -> Strip:
    """*strip* if it fits in *width* columns; else its whole words that do, and a mark."""
    if strip.cell_length <= width or cell_len(strip.text.rstrip()) <= width:
        return strip
    fits = strip.crop(0, max(0, width - len(_MORE) + 1))
    room = len(fits.text.rpartition(" ")[0].rstrip() or fits.text[:-1])
    kept = []
    for one in fits:
        kept.append(Segment(one.text[:room], one.style))
        room = max(0, room - len(one.text))
    return Strip([*kept, Segment(_MORE)])


def wrapped(text: str, columns: int) -> list[str]:
    """*text* in lines of at most so many columns; no line for no text."""
    return wrap(text, max(10, columns)) if text else []


def line(*words: Word) -> Strip:
    return Strip([Segment(w) if isinstance(w, str) else Segment(*w) for w in words])
