"""The table of turbo.md, between two marks, as the bench writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from bench.turbo.engines import COMPILED, Speed
from bench.turbo.polling import Polling
from bench.turbo.slices import Slices

BEGIN, END = (
    "<!-- measured by python -m bench.turbo --write -->",
    "<!-- end of what was measured -->",
)
_TITLES = {
    "census": "census: a list of men, searched",
    "spread": "spread: 32 routines, called as the data will have it",
    "recursion": "recursion: a game of stones, searched to its end",
    "Janus": "Janus, replies at normal level",
}


def table(
    speeds: Sequence[Speed],
    waits: Sequence[tuple[Polling, dict[str, float]]],
    slices: Sequence[Slices],
) -> str:
    """What was measured of the engines, as Markdown."""
    rows = ["| how many times as fast as py65 | |", "| --- | ---: |"]
    for speed in speeds:
        rows.append(f"| {_TITLES[speed.workload]} | {speed.ratios[COMPILED]:,.0f} |")
    for waiting, ratios in waits:
        rows.append(f"| waiting: {waiting.name} | {ratios[COMPILED]:,.0f} |")
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


def write(page: Path, text: str) -> None:
    """Put *text* between the marks of *page*; ValueError if it has none."""
    old = page.read_text(encoding="utf-8")
    between = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not between.search(old):
        raise ValueError(f"{page} has no {BEGIN}")
    new = between.sub(lambda _: f"{BEGIN}\n\n{text}\n\n{END}", old)
    page.write_text(new, encoding="utf-8")
