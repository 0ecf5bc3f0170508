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

from textual import events

from bench.picture import Sitter

RUNS, KEYS = 7, 41
SIZES = ((80, 24), (120, 40), (200, 60))
_START = "import time; t = time.perf_counter(); import tui.screen.app; print(time.perf_counter()-t)"


async def measure(size: tuple[int, int]) -> tuple[float, float, list[float]]:
    """Seconds until the first board, those of the processor, and seconds from key to screen."""
    begun, used = time.perf_counter(), time.process_time()
    app = Sitter()
    async with app.run_test(size=size) as pilot:
        await app.until(lambda _: True)
        await _painted(app)
        first, work = time.perf_counter() - begun, time.process_time() - used
        await pilot.pause()
        keys = []
        for number in range(KEYS):
            before = time.perf_counter()
            key = "up" if number % 2 else "down"
            app.post_message(events.Key(key, None))
            await _painted(app)
            keys.append(time.perf_counter() - before)
    return first, work, keys


async def _painted(app: Sitter) -> None:
    """Until the next refresh is over."""
    done = asyncio.Event()
    app.call_after_refresh(done.set)
    await done.wait()


def main() -> int:
    """Print a line for each size."""
    imports = [
        float(
            subprocess.run([sys.executable, "-c", _START], capture_output=True, check=True).stdout
        )
        for _ in range(RUNS)
    ]
    print(f"imports: {statistics.median(imports):.3f} s")
    print("size      first paint   of processor   key to screen")
    for size in SIZES:
        runs = [asyncio.run(measure(size)) for _ in range(RUNS)]
        first = statistics.median(run[0] for run in runs)
        work = statistics.median(run[1] for run in runs)
        key = statistics.median(one for run in runs for one in run[2])
        print(f"{size[0]}x{size[1]:<6} {first:8.3f} s {work:12.3f} s {key * 1000:10.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
