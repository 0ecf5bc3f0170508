"""The table of turbo.md, between two marks, as the bench writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from bench.turbo.engines import NATIVE, PYTHON, C, Speed
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
    "original": "the program of 1976, replies at normal level",
}


def table(speeds: Sequence[Speed], slices: Sequence[Slices], told: Sequence[str]) -> str:
    """All that was measured, as Markdown."""
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
    sizes = list(slices[0].microseconds)
    rows += [
        "",
        f"| µs a slice | {' | '.join(f'{size:,} cycles' for size in sizes)} | a core at 1 MHz |",
        f"| --- | {' | '.join('---:' for _ in sizes)} | ---: |",
    ]
    for one in slices:
        each = " | ".join(f"{us:,.0f}" for us in one.microseconds.values())
        rows.append(f"| {one.engine} | {each} | {one.share:.1%} |")
    return "\n".join((*rows, "", "```text", *told, "```"))


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


def bars_of(speeds: Sequence[Speed]) -> list[tuple[str, list[tuple[str, float]]]]:
    """The groups of the picture."""
    order = (PYTHON, C, NATIVE)
    return [
        (one.workload, [("py65", 1.0), *((e, one.ratios[e]) for e in order if e in one.ratios)])
        for one in speeds
    ]
