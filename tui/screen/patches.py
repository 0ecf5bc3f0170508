"""What Textual does otherwise here."""

import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

from rich.segment import Segment
from textual.cache import FIFOCache
from textual.color import Color
from textual.css.scalar import Scalar
from textual.events import Click
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

from emu.plain import CONTROLS

_CACHES = {
    name: cache._maxsize
    for name in Strip.__slots__
    if isinstance(cache := getattr(Strip(()), name), FIFOCache)
}
"""A strip's, by name: how much each keeps."""
_GONE = dict.fromkeys(CONTROLS)
_PLACES = 512
"""Regions, and sizes of widgets, that are remembered of each kind."""
_laid_out_for = Screen._screen_resized
_dispatch, _draw = MessagePump._dispatch_message, Widget.render_lines
_page, _click = OptionList._move_page, OptionList._on_click


class NoControls(LineFilter):
    """No control character reaches the terminal as part of a text: it is left out of every line of
    every widget, names of files, moves, labels and whatever else came from outside. It takes no
    column.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(one.text.isprintable() for one in segments):
            return segments
        return [
            one if one.control else Segment(one.text.translate(_GONE), one.style)
            for one in segments
        ]


def patch() -> None:
    """Draw scroll bars without eighths of a cell, so that any terminal can; let no error of a
    widget end it or what is around it, and no list lose its way among options that are gone, or
    not laid out yet; lay a screen out for the size the terminal has now; pass over bytes from the
    terminal that are no text, which Textual ends at; give a strip its caches when they are used:
    Textual makes seven for each, most of them in vain, in a fifth of the time that a picture takes;
    remember fewer places: in 3,000 events of a monkey those of windows of other sizes come to
    10 MB.

    Textual 8.2 lays a screen out for the size in a Resize event, and a layout of another size than
    the last posts such an event to the screen again. With two sizes under way each brings the other
    back, for ever. That comes of a window whose edge is dragged while the application is busy.
    """
    ScrollBarRender.VERTICAL_BARS = ScrollBarRender.HORIZONTAL_BARS = [" "] * 8
    Strip.__init__ = _begin  # type: ignore[assignment, method-assign]
    Strip.__getattr__ = _cache  # type: ignore[attr-defined]
    MessagePump._dispatch_message = _dispatched  # type: ignore[assignment, method-assign]
    Widget.render_lines = _drawn  # type: ignore[assignment, method-assign]
    OptionList._move_page = _paged  # type: ignore[assignment, method-assign]
    OptionList._on_click = _clicked  # type: ignore[assignment, method-assign]
    Screen._screen_resized = _laid_out_for_present_size  # type: ignore[assignment, method-assign]
    for kind in (Region, Scalar):
        for name, method in list(vars(kind).items()):
            if hasattr(method, "cache_info"):
                setattr(kind, name, lru_cache(_PLACES)(method.__wrapped__))
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        linux_driver.getincrementaldecoder = _lenient  # type: ignore[assignment, attr-defined]


def _begin(strip: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    strip._segments, strip._cell_length = list(segments), cell_length
    strip._render_cache = strip._link_ids = strip._cell_count = None


def _cache(strip: Strip, name: str) -> FIFOCache[Any, Any]:
    if name not in _CACHES:
        raise AttributeError(name)
    cache: FIFOCache[Any, Any] = FIFOCache(_CACHES[name])
    setattr(strip, name, cache)
    return cache


def _lenient(encoding: str) -> Callable[[], IncrementalDecoder]:
    return partial(getincrementaldecoder(encoding), "ignore")


def _laid_out_for_present_size(screen: Screen[Any], size: Size) -> None:
    _laid_out_for(screen, screen.app.size or size)


async def _dispatched(pump: MessagePump, message: Message) -> None:
    """Textual would hear nothing more for who had the error."""
    try:
        await _dispatch(pump, message)
    except Exception as error:  # noqa: BLE001 - whatever it is
        pump.app._handle_exception(error)


def _drawn(widget: Widget, crop: Region) -> list[Strip]:
    try:
        return _draw(widget, crop)
    except Exception as error:  # noqa: BLE001 - whatever it is
        widget.app._handle_exception(error)
        return [Strip.blank(crop.width)] * crop.height


def _paged(options: OptionList, direction: Any) -> None:
    if options._lines:
        _page(options, direction)


async def _clicked(options: OptionList, event: Click) -> None:
    if event.style.meta.get("option", 0) < options.option_count:
        await _click(options, event)
