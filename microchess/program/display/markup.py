"""HTML tables for notebooks, which give them their own colours, light or dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], strong: int | None = None
) -> str:
    """A table of texts beneath a caption, all escaped; row number *strong* (from 0) is bold."""
    lines = [_row("th", head)]
    for number, row in enumerate(rows):
        lines.append(_row("td", row, "font-weight:bold" if number == strong else ""))
    body = "\n".join(lines)
    return (
        f'<div style="overflow-x:auto;font-family:monospace">{escape(caption)}\n'
        f"<table>\n{body}\n</table></div>"
    )


def _row(tag: str, texts: Sequence[str], style: str = "") -> str:
    cells = "".join(f"<{tag}>{escape(one)}</{tag}>" for one in texts)
    return f'<tr style="{style}">{cells}</tr>' if style else f"<tr>{cells}</tr>"
