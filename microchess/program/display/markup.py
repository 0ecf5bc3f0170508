"""HTML tables that are legible on light and on dark pages: they only use the page's own colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_TABLE = "border-collapse:collapse;font-family:monospace;font-size:12px"
_CAPTION = "caption-side:top;text-align:left;padding:2px 0"
_CELL = "padding:1px 8px;text-align:right;border-bottom:1px solid #8886"


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], strong: int | None = None
) -> str:
    """A table of texts, which are escaped; row number *strong* (from 0) stands out."""
    lines = [f"<tr>{''.join(_cell('th', one) for one in head)}</tr>"]
    for number, row in enumerate(rows):
        weight = "bold" if number == strong else "normal"
        cells = "".join(_cell("td", one) for one in row)
        lines.append(f'<tr style="background:none;font-weight:{weight}">{cells}</tr>')
    body = "\n".join(lines)
    return (
        f'<table style="{_TABLE}">\n<caption style="{_CAPTION}">{escape(caption)}</caption>\n'
        f"{body}\n</table>"
    )


def _cell(tag: str, text: str) -> str:
    return f'<{tag} style="{_CELL}">{escape(text)}</{tag}>'
