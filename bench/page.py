"""How long the page takes to load in headless Chromium, and what of it takes how long.

``python -m bench.page``, after ``make site``. Cold: a browser that has never seen it, from a server
on this computer. Warm: loaded again.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from tests.tui.chromium import Page, browser, new_page
from tests.tui.page.site import missing, served

STEPS = """new Promise((resolve) => {
  const look = () => $("loading").hidden
    ? resolve(JSON.stringify(performance.getEntriesByType("mark").map((m) => [m.name, m.startTime])))
    : setTimeout(look, 20);
  look();
})"""
"""Names of the steps, and milliseconds from the beginning of the load."""


async def steps(page: Page) -> list[tuple[str, float]]:
    """What was reached when, in seconds, once the board is there."""
    while True:
        answer = await page.ask("Runtime.evaluate", expression=STEPS, awaitPromise=True)
        if "exceptionDetails" not in answer:
            found = json.loads(answer["result"]["value"])
            return [(name, moment / 1000) for name, moment in found]
        await asyncio.sleep(0.05)


def show(title: str, found: list[tuple[str, float]]) -> None:
    """A table of steps."""
    print(f"\n| {title} | s |\n| --- | --- |")
    for name, moment in found:
        print(f"| {name} | {moment:.1f} |")


async def measure() -> None:
    """Load it cold, then warm."""
    with served() as address, tempfile.TemporaryDirectory() as folder:
        with browser(Path(folder)) as driven:
            async with new_page(driven) as page:
                await page.ask("Page.navigate", url=address)
                show("cold", await steps(page))
                await page.ask("Page.reload")
                show("warm", await steps(page))


def main() -> int:
    """Print both tables."""
    if fault := missing():
        print(fault)
        return 1
    asyncio.run(measure())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
