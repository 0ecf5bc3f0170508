"""How long until the screen is there and shows what a key did. ``python -m bench.screen``.

Medians over several runs, on no terminal: Textual lays out and draws as ever, and what it would
write is thrown away. The processor's time as well as the clock's: other work on this computer makes
the clock's longer.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from textual import events

from microchess.machine.player import janus
from tui.screen.app import MicroChessApp, Options
from tui.session.snapshot import Snapshot

RUNS, KEYS = 7, 41
SIZES = ((80, 24), (120, 40), (200, 60))
_START = "import time; t = time.perf_counter(); import tui.screen.app; print(time.perf_counter()-t)"


class Timed(MicroChessApp):
    """Says when the first snapshot is on the screen."""

    def __init__(self) -> None:
        super().__init__(Options(janus(), speed=None))
        self.animation_level = "none"
        self.shown = asyncio.Event()

    def arrived(self, snapshot: Snapshot) -> None:  # noqa: ARG002
        """It will be painted with the next refresh."""
        self.call_after_refresh(self.shown.set)


async def measure(size: tuple[int, int]) -> tuple[float, float, list[float]]:
    """Seconds until the first board, those of the processor, and seconds from key to screen."""
    begun, used = time.perf_counter(), time.process_time()
    app = Timed()
    async with app.run_test(size=size) as pilot:
        await app.shown.wait()
        first, work = time.perf_counter() - begun, time.process_time() - used
        await pilot.pause()
        keys = []
        for number in range(KEYS):
            before = time.perf_counter()
            key = "up" if number % 2 else "down"
            app.post_message(events.Key(key, None))
            done = asyncio.Event()
            app.call_after_refresh(done.set)
            await done.wait()
            keys.append(time.perf_counter() - before)
    return first, work, keys


def main() -> int:
    """Print a line for each size."""
    say: Callable[[str], object] = sys.stdout.write
    imports = [
        float(
            subprocess.run([sys.executable, "-c", _START], capture_output=True, check=True).stdout
        )
        for _ in range(RUNS)
    ]
    say(f"imports: {statistics.median(imports):.3f} s\n")
    say("size      first paint   of processor   key to screen\n")
    for size in SIZES:
        runs = [asyncio.run(measure(size)) for _ in range(RUNS)]
        first = statistics.median(run[0] for run in runs)
        work = statistics.median(run[1] for run in runs)
        key = statistics.median(one for run in runs for one in run[2])
        say(f"{size[0]}x{size[1]:<6} {first:8.3f} s {work:12.3f} s {key * 1000:10.1f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
