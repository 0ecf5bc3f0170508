"""The six digits drawn as SVG, with a background of their own."""

from collections.abc import Iterator, Sequence

_LINES = ("M3 2h14", "M18 3v14", "M18 19v14", "M3 34h14", "M2 19v14", "M2 3v14", "M3 18h14")
"""Segments a to g in a box of 20 by 36."""
_PITCH = 32
_GAP = 14
"""Between the four address digits and the two data digits."""
_ADDRESS_DIGITS = 4
_MARGIN = 14
_HEIGHT = 36 + 2 * _MARGIN
_FULL_DUTY = 0.12
"""Share of the time a digit is selected while a program does nothing but show all six."""


def draw(text: str, steps: Sequence[Sequence[float]], duty: Sequence[float]) -> str:
    """The digits; segments as bright as *steps* times their digit's *duty* (0-1), those at 0 faint.

    *text* says the same to those who cannot see it.
    """
    width = 2 * _MARGIN + _PITCH * len(steps) - 12 + _GAP
    digits = "".join(_digits(steps, duty))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" width="{width}" '
        f'height="{_HEIGHT}" role="img" aria-label="{text}"><title>{text}</title>'
        f'<rect width="{width}" height="{_HEIGHT}" rx="6" fill="#140505"/>'
        f'<g fill="none" stroke-width="3" stroke-linecap="round">{digits}</g></svg>'
    )


def _digits(steps: Sequence[Sequence[float]], duty: Sequence[float]) -> Iterator[str]:
    for place, (lit, share) in enumerate(zip(steps, duty, strict=True)):
        x = _MARGIN + _PITCH * place + (_GAP if place >= _ADDRESS_DIGITS else 0)
        bright = min(1.0, share / _FULL_DUTY) ** 0.6
        yield f'<g transform="translate({x} {_MARGIN})">'
        for step in sorted({0.0, *lit}):
            path = "".join(line for line, own in zip(_LINES, lit, strict=True) if own == step)
            paint = f'#ff3424" stroke-opacity="{bright * step:.2f}' if step else "#2e0908"
            yield f'<path d="{path}" stroke="{paint}"/>'
        yield "</g>"
