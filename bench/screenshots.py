"""The README's pictures of the full screen: one that stands still, and one that moves."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from microchess.machine.player import janus
from tui.screen.app import MicroChessApp, Options
from tui.session.snapshot import Activity, Snapshot
from tui.session.timetravel import TimeTravel

MOVES = ("e5", "Nc6", "Bc5", "Nf6", "d6")
SIZE, SMALL_SIZE = (120, 40), (80, 24)
_FONTS = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)
_ID = re.compile(r"terminal-\d+")
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
SECONDS_A_PICTURE = 1.2


class Sitter(MicroChessApp):
    """Can be waited for."""

    def __init__(self) -> None:
        super().__init__(Options(janus(), speed=None))
        self.animation_level = "none"

    async def until(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait for a snapshot as wanted."""
        while self.snapshot is None or not wanted(self.snapshot):
            await asyncio.sleep(0.01)
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


def picture() -> str:
    """A game, and the thinking beside it, as SVG."""
    return asyncio.run(_picture())


def moving() -> str:
    """Moves typed, a reply watched candidate by candidate, a step into the ROM, as SVG."""
    return asyncio.run(_moving())


async def _picture() -> str:
    app = Sitter()
    async with app.run_test(size=SIZE) as pilot:
        await app.your_move(1)
        for number, move in enumerate(MOVES):
            await pilot.press(*move, "enter")
            await app.your_move(3 + 2 * number)
        await app.main.show_panel("thinking")
        return await app.drawn(pilot)


async def _moving() -> str:
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
            app.main.ask(TimeTravel.watch(cycle))
            await app.until(lambda s, at=cycle: s.machine.cycles == at)  # type: ignore[misc]
            shots.append(await app.drawn(pilot))
        await app.main.show_panel("inside")
        shots.append(await app.drawn(pilot))
    return _animated(shots)


def _animated(shots: list[str]) -> str:
    """One SVG that shows one picture after the other, for ever."""
    found = _SIZE.search(shots[0])
    assert found is not None
    box = f"0 0 {found[1]} {found[2]}"
    total = len(shots) * SECONDS_A_PICTURE
    groups = []
    for number, shot in enumerate(shots):
        body = _ID.sub(f"shot{number}", shot)
        begin = number / len(shots)
        times = sorted({0.0, begin, (number + 1) / len(shots)})
        values = ("visible" if time == begin else "hidden" for time in times)
        groups.append(
            f'<g visibility="hidden"><animate attributeName="visibility" dur="{total:g}s" '
            f'repeatCount="indefinite" calcMode="discrete" values="{";".join(values)}" '
            f'keyTimes="{";".join(f"{t:.4f}" for t in times)}"/>{body}</g>'
        )
    return f'<svg viewBox="{box}" xmlns="http://www.w3.org/2000/svg">{"".join(groups)}</svg>\n'
