"""The README's picture: the full screen after a few moves. ``python -m bench.picture FILE``."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from microchess.machine.player import janus
from tui.screen.app import MicroChessApp, Options
from tui.session.snapshot import Activity, Snapshot

MOVES = ("e5", "Nc6", "Bc5", "Nf6", "d6")
SIZE = (120, 40)
_FONTS = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)


class Sitter(MicroChessApp):
    """Says when a snapshot has arrived."""

    def __init__(self) -> None:
        super().__init__(Options(janus(), speed=None))
        self.animation_level = "none"
        self.news = asyncio.Event()

    def arrived(self, snapshot: Snapshot) -> None:  # noqa: ARG002
        """Wake whoever waits."""
        self.news.set()

    async def your_move(self, plies: int) -> None:
        """Wait until so many plies are played and it is the person's turn."""
        while True:
            await self.news.wait()
            self.news.clear()
            s = self.snapshot
            if s and s.activity is Activity.WAITING and len(s.game.sans) == plies:
                return


async def picture() -> str:
    """The screen as SVG; nothing in it is fetched from elsewhere."""
    app = Sitter()
    async with app.run_test(size=SIZE) as pilot:
        await app.your_move(1)
        for number, move in enumerate(MOVES):
            await pilot.press(*move, "enter")
            await app.your_move(3 + 2 * number)
        app.main.show_panel("thinking")
        await pilot.pause()
        await pilot.pause()
        return _FONTS.sub("", app.export_screenshot(title="microchess", simplify=True))


def main(arguments: list[str]) -> int:
    """Draw it into the file named."""
    (file,) = arguments
    Path(file).write_text(asyncio.run(picture()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
