"""Bars on a logarithmic axis, as SVG that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10

WIDTH, LABEL, ROW, BAR = 720, 150, 22, 14
COLOURS = ("#8a8f98", "#c8702a", "#3f7fb5", "#2f9e63", "#8a4fb0")
Group = tuple[str, Sequence[tuple[str, float]]]


def bars(title: str, groups: Sequence[Group]) -> str:
    """One bar for each (name, number of 1 or more) of each group."""
    decades = max(1, ceil(log10(max(number for _, rows in groups for _, number in rows))))
    scale = (WIDTH - LABEL - 70) / decades
    names = list(dict.fromkeys(name for _, rows in groups for name, _ in rows))
    parts, y = [f'<text x="{LABEL}" y="18" class="title">{title}</text>'], 34
    for group, rows in groups:
        parts.append(f'<text x="8" y="{y + 12}" class="group">{group}</text>')
        y += ROW
        for name, number in rows:
            length = max(2.0, log10(number) * scale)
            colour = COLOURS[names.index(name) % len(COLOURS)]
            parts += [
                f'<text x="{LABEL - 8}" y="{y + 11}" text-anchor="end">{name}</text>',
                f'<rect x="{LABEL}" y="{y}" width="{length:.0f}" height="{BAR}" fill="{colour}"/>',
                f'<text x="{LABEL + length + 6:.0f}" y="{y + 11}">{number:,.0f}</text>',
            ]
            y += ROW
        y += 8
    for decade in range(decades + 1):
        x = LABEL + decade * scale
        parts.insert(0, f'<line x1="{x:.0f}" y1="28" x2="{x:.0f}" y2="{y}" class="grid"/>')
        parts.append(f'<text x="{x:.0f}" y="{y + 14}" text-anchor="middle">{10**decade:,}</text>')
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 24}">
<style>text {{ font: 12px monospace; fill: #444 }} .title, .group {{ font-weight: bold }}
.grid {{ stroke: #ddd }} svg {{ background: #fff }}</style>
<rect width="100%" height="100%" fill="#fff"/>
{chr(10).join(parts)}
</svg>
"""
