"""The README's picture of the full screen."""

import asyncio
import re

from microchess.machine.player import janus
from tui.screen.app import MicroChessApp, Options
from tui.session.snapshot import Activity

MOVES = ("e5", "Nc6", "Bc5", "Nf6", "d6")
SIZE = (120, 40)
_FONTS = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)


class Sitter(MicroChessApp):
    """Can be waited for."""

    def __init__(self) -> None:
        super().__init__(Options(janus(), speed=None))
        self.animation_level = "none"

    async def your_move(self, plies: int) -> None:
        """Wait until so many plies are played and it is the person's turn."""
        while not (
            (seen := self.snapshot)
            and seen.activity is Activity.WAITING
            and len(seen.game.sans) == plies
        ):
            await asyncio.sleep(0.01)


def picture() -> str:
    """A game, and the thinking beside it, as SVG; nothing in it is fetched from elsewhere."""
    return asyncio.run(_picture())


async def _picture() -> str:
    app = Sitter()
    async with app.run_test(size=SIZE) as pilot:
        await app.your_move(1)
        for number, move in enumerate(MOVES):
            await pilot.press(*move, "enter")
            await app.your_move(3 + 2 * number)
        await app.main.show_panel("thinking")
        await pilot.pause()
        await pilot.pause()
        return _FONTS.sub("", app.export_screenshot(title="microchess", simplify=True))
