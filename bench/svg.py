"""Pieces of the pictures: squares, words, and the paper they are on."""

from collections.abc import Iterable, Mapping
from html import escape

INK, PAPER = "#20242b", "#ffffff"


def sheet(parts: Iterable[str], width: int, height: int, title: str = "") -> str:
    """Parts of a picture on white paper."""
    head = f"<title>{title}</title>\n" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif">\n{head}'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def square(x: int, y: int, side: int) -> str:
    """A square as a step of a path."""
    return f"M{x} {y}h{side}v{side}h-{side}z"


def paths(steps: Mapping[str, Iterable[str]]) -> list[str]:
    """One path a colour, of its steps."""
    return [f'<path fill="{fill}" d="{" ".join(each)}"/>' for fill, each in steps.items()]


def text(
    x: float,
    y: float,
    words: str,
    size: int,
    colour: str = INK,
    *,
    bold: bool = False,
    end: bool = False,
) -> str:
    """Words at a place; with *end* they end there."""
    weight = ' font-weight="bold"' if bold else ""
    anchor = ' text-anchor="end"' if end else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{weight}{anchor}>'
        f"{escape(words)}</text>"
    )
