"""The screen in a process of its own: how long it takes to start, and to follow."""

import asyncio
import gc
import json
import sys
import time

from bench.screenshots import Sitter
from tui.cli.main import BETWEEN_COLLECTIONS
from tui.screen.panels.registry import PANELS

LARGE = (250, 70)


async def screen(columns: int, rows: int) -> dict[str, float]:
    """Seconds of the processor from the start of the process to the first picture, then those of
    each panel when it is shown again, and of another size. Garbage is collected as in the command.
    """
    gc.set_threshold(BETWEEN_COLLECTIONS)
    app = Sitter()
    gc.freeze()
    async with app.run_test(size=(columns, rows)) as pilot:
        await app.your_move(1)
        await pilot.pause()
        found = {"first": time.process_time()}
        for panel in (*PANELS, *PANELS):
            begun = time.process_time()
            await app.main.show_panel(panel.name)
            await pilot.pause()
            found[panel.name] = time.process_time() - begun
        begun = time.process_time()
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        return found | {"resized": time.process_time() - begun}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(screen(*map(int, sys.argv[1:])))))
