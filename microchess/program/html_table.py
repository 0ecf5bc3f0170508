"""A table as notebooks show it: HTML that gets the notebook's colours, light or dark."""

from collections.abc import Iterable, Sequence


def html_table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], strong: int | None = None
) -> str:
    """A table of texts beneath a caption, all escaped; row number *strong* (from 0) is bold."""
    from html import escape  # its table of entities takes long to load, and only notebooks ask

    lines = ["".join(("<tr>", *(f"<th>{escape(one)}</th>" for one in head), "</tr>"))]
    for number, row in enumerate(rows):
        style = ' style="font-weight:bold"' if number == strong else ""
        cells = "".join(f"<td>{escape(one)}</td>" for one in row)
        lines.append(f"<tr{style}>{cells}</tr>")
    body = "\n".join(lines)
    return (
        f'<div style="overflow-x:auto;font-family:monospace">{escape(caption)}\n'
        f"<table>\n{body}\n</table></div>"
    )
