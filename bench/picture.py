"""The README's pictures of the full screen: ``python -m bench.picture FILE``, and a moving one with
``python -m bench.picture --moving FILE``.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from microchess.machine.player import janus
from tui.screen.app import MicroChessApp, Options
from tui.session import commands as c
from tui.session.snapshot import Activity, Snapshot

MOVES = ("e5", "Nc6", "Bc5", "Nf6", "d6")
SIZE, SMALL_SIZE = (120, 40), (80, 24)
_FONTS = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)
_ID = re.compile(r"terminal-\d+")
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
SECONDS_A_PICTURE = 1.2


class Sitter(MicroChessApp):
    """Says when a snapshot has arrived."""

    def __init__(self) -> None:
        super().__init__(Options(janus(), speed=None))
        self.animation_level = "none"
        self.news = asyncio.Event()

    def arrived(self, snapshot: Snapshot) -> None:
        """Wake whoever waits."""
        self.news.set()

    async def until(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait for a snapshot as wanted."""
        while self.snapshot is None or not wanted(self.snapshot):
            await self.news.wait()
            self.news.clear()
        return self.snapshot

    async def your_move(self, plies: int) -> Snapshot:
        """Wait until so many plies are played and it is the person's turn."""
        return await self.until(
            lambda s: s.activity is Activity.WAITING and len(s.game.sans) == plies
        )

    async def drawn(self, pilot: Pilot[Any]) -> str:
        """The screen as SVG; nothing in it is fetched from elsewhere."""
        await pilot.pause()
        await pilot.pause()
        return _FONTS.sub("", self.export_screenshot(title="microchess", simplify=True))


async def picture() -> str:
    """A game, and the thinking beside it."""
    app = Sitter()
    async with app.run_test(size=SIZE) as pilot:
        await app.your_move(1)
        for number, move in enumerate(MOVES):
            await pilot.press(*move, "enter")
            await app.your_move(3 + 2 * number)
        await app.main.show_panel("thinking")
        return await app.drawn(pilot)


async def moving() -> str:
    """Moves typed, a reply watched candidate by candidate, a step into the ROM."""
    app, shots = Sitter(), []
    async with app.run_test(size=SMALL_SIZE) as pilot:
        await app.your_move(1)
        shots.append(await app.drawn(pilot))
        for number, move in enumerate(MOVES[:4]):
            await pilot.press(*move)
            shots.append(await app.drawn(pilot))
            await pilot.press("enter")
            thought = (await app.your_move(3 + 2 * number)).thought
            shots.append(await app.drawn(pilot))
        assert thought is not None
        await app.main.show_panel("thinking")
        for cycle in thought.judged_at[:5]:
            app.main.ask(c.Watch(cycle))
            await app.until(lambda s, at=cycle: s.machine.cycles == at)  # type: ignore[misc]
            shots.append(await app.drawn(pilot))
        await app.main.show_panel("inside")
        shots.append(await app.drawn(pilot))
    return animated(shots)


def animated(shots: list[str]) -> str:
    """One SVG that shows one picture after the other, for ever."""
    found = _SIZE.search(shots[0])
    assert found is not None
    box = f"0 0 {found[1]} {found[2]}"
    total = len(shots) * SECONDS_A_PICTURE
    groups = []
    for number, shot in enumerate(shots):
        body = _ID.sub(f"shot{number}", shot)
        times = sorted({0.0, number / len(shots), (number + 1) / len(shots)})
        values = ["visible" if times.index(t) == times.index(number / len(shots)) else "hidden"
                  for t in times]  # fmt: skip
        groups.append(
            f'<g visibility="hidden"><animate attributeName="visibility" dur="{total:g}s" '
            f'repeatCount="indefinite" calcMode="discrete" values="{";".join(values)}" '
            f'keyTimes="{";".join(f"{t:.4f}" for t in times)}"/>{body}</g>'
        )
    return f'<svg viewBox="{box}" xmlns="http://www.w3.org/2000/svg">{"".join(groups)}</svg>\n'


def main() -> int:
    """Draw into the file named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--moving", action="store_true", help="several pictures, one after another")
    asked = parser.parse_args()
    drawn = asyncio.run(moving() if asked.moving else picture())
    asked.file.write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
