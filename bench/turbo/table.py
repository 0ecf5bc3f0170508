"""The table of turbo.md, between two marks, as the bench writes it, and its picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, log10
from pathlib import Path

from bench.turbo.engines import NATIVE, PYTHON, C, Speed
from bench.turbo.polling import Polling
from bench.turbo.slices import Slices

BEGIN, END = (
    "<!-- measured by python -m bench.turbo --write -->",
    "<!-- end of what was measured -->",
)
WIDTH, LABEL, ROW, BAR = 720, 150, 22, 14
COLOURS = ("#8a8f98", "#c8702a", "#3f7fb5", "#2f9e63", "#8a4fb0")
Group = tuple[str, Sequence[tuple[str, float]]]
_TITLES = {
    "census": "census: a list of men, searched",
    "spread": "spread: 32 routines, called as the data will have it",
    "recursion": "recursion: a game of stones, searched to its end",
    "Janus": "Janus, replies at normal level",
    "original": "the program of 1976, replies at normal level",
}


def table(
    speeds: Sequence[Speed],
    waits: Sequence[tuple[Polling, dict[str, float]]],
    slices: Sequence[Slices],
) -> str:
    """What was measured of the engines, as Markdown."""
    rows = [
        "| how many times as fast | Python / py65 | native / py65 | native / C | native / C, never "
        "seen before |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for speed in speeds:
        numbers = (
            _number(speed.ratios.get(PYTHON)),
            _number(speed.ratios.get(NATIVE)),
            _number(speed.over_c, 1),
            _number(speed.cold_over_c, 1),
        )
        rows.append(f"| {_TITLES.get(speed.workload, speed.workload)} | {' | '.join(numbers)} |")
    rows += ["", "| waiting, times as fast as py65 | Python | native |"]
    rows.append("| --- | ---: | ---: |")
    for waiting, ratios in waits:
        each = " | ".join(_number(ratios.get(engine)) for engine in (PYTHON, NATIVE))
        rows.append(f"| {waiting.name} | {each} |")
    sizes = list(slices[0].microseconds)
    rows += [
        "",
        f"| µs a slice | {' | '.join(f'{size:,} cycles' for size in sizes)} | a core at 1 MHz |",
        f"| --- | {' | '.join('---:' for _ in sizes)} | ---: |",
    ]
    for one in slices:
        each = " | ".join(f"{us:,.0f}" for us in one.microseconds.values())
        rows.append(f"| {one.engine} | {each} | {one.share:.1%} |")
    return "\n".join(rows)


def _number(value: float | None, places: int = 0) -> str:
    return "-" if value is None else f"{value:,.{places}f}"


def write(page: Path, text: str) -> None:
    """Put *text* between the marks of *page*; ValueError if it has none."""
    old = page.read_text(encoding="utf-8")
    between = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not between.search(old):
        raise ValueError(f"{page} has no {BEGIN}")
    new = between.sub(lambda _: f"{BEGIN}\n\n{text}\n\n{END}", old)
    page.write_text(new, encoding="utf-8")


def bars_of(speeds: Sequence[Speed]) -> list[Group]:
    """The groups of the picture."""
    order = (PYTHON, C, NATIVE)
    return [
        (one.workload, [("py65", 1.0), *((e, one.ratios[e]) for e in order if e in one.ratios)])
        for one in speeds
    ]


def bars(title: str, groups: Sequence[Group]) -> str:
    """Bars on a logarithmic axis, as SVG that needs nothing from elsewhere: one for each (name,
    number of 1 or more) of each group.
    """
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
