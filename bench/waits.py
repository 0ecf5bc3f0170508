"""What people wait for: how long a command takes to start, and the screen to follow.

All times are of the processor, of the quickest of several runs. Those of commands are multiples of
`python -c pass`, so that they hold on other machines too.
"""

import asyncio
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.figures import Table

RUNS = 10
NOTHING = (sys.executable, "-c", "pass")
STARTED = {
    "`microchess keys C PC`": ("-m", "microchess", "keys", "C", "PC"),
    "`microchess reply --fen startpos`": ("-m", "microchess", "reply", "--fen", "startpos"),
    "`microchess-uci` to `uciok`": ("-m", "microchess.uci.main"),
}
BEFORE = dict(zip(STARTED, ("12/8", "18/8", "11/6"), strict=True))
"""Times `python -c pass`, when this was first measured, and what was aimed at."""
SIZES = (80, 24), (120, 40), (200, 60)
LARGE = (250, 70)
KEPT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment with which compiled modules are kept, as those of an installation are."""


def spent(command: Sequence[str], typed: str = "") -> tuple[float, str]:
    """Seconds of the processor that *command* takes, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, check=True, env=KEPT
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


async def screen(size: tuple[int, int]) -> dict[str, float]:
    """The screen in this process: from its start to the first picture, and what follows. Garbage is
    collected as in the command.
    """
    from bench.screenshots import Sitter
    from tui.cli.main import BETWEEN_COLLECTIONS
    from tui.screen.panels.registry import PANELS

    gc.set_threshold(BETWEEN_COLLECTIONS)
    app, switches = Sitter(), []
    gc.freeze()
    async with app.run_test(size=size) as pilot:
        await app.your_move(1)
        await pilot.pause()
        painted = time.process_time()
        for panel in (*PANELS, *PANELS):
            begun = time.process_time()
            await app.main.show_panel(panel.name)
            await pilot.pause()
            switches.append(time.process_time() - begun)
        begun = time.process_time()
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        resized = time.process_time() - begun
    again = switches[len(PANELS) :]
    return {
        "first": painted,
        "switch": median(again),
        "slowest": max(again),
        "resized": resized,
    }


def sitting_table() -> Table:
    """What is waited for beside the board."""
    runs = [json.loads(spent((sys.executable, "-m", "bench.sitting"))[1]) for _ in range(3)]
    best = {name: min(run[name] for run in runs) for name in runs[0]}
    rows = [
        (name, f"{took:.1f} s", f"{life / took:.0f}", "", "2/50")
        for name, (took, life) in best.items()
        if name not in ("read", "asked", "written, not compiled yet")
    ]
    (took, grown), life = best["read"], best["written"][1]
    much = f"{grown:.0f} MB"
    rows.append(("read back", f"{took:.1f} s", f"{life / took:.0f}", much, "350/20"))
    with tempfile.TemporaryDirectory() as folder:
        binary, sound = Path(folder, "k.bin"), str(Path(folder, "k.wav"))
        binary.write_bytes(bytes(range(256)) * 4)
        for verb, names, aims in (
            ("save", (f"{binary}@0200", sound), "26/20"),
            ("info", (sound,), "76/20"),
        ):
            took, grown = taped(verb, *names)
            much = f"{grown:.0f} MB"
            rows.append((f"`tape {verb}`", f"{took:.1f} s", f"{life / took:.0f}", much, aims))
    took, life = best["asked"]
    rows.append(("*Who wrote it?*", f"{took:.2f} s", f"{life / took:.1f}", "", "2.3/0.3"))
    compare = (sys.executable, "-m", "microchess", "compare", "--random", "1000", "--jobs", "2")
    took = min(spent((*compare, "--levels", "normal"))[0] for _ in range(2)) / 2
    rows.append(("`compare`, 1,000 positions", f"{took:.1f} s", "", "", "4.5/2.2"))
    return Table(("tape of 1 KB", "processor", "times 1 MHz", "memory", "was/wanted"), rows)


def taped(verb: str, *names: str) -> tuple[float, float]:
    """Seconds of the processor that ``microchess tape`` takes, and by how many MB its process grows
    over one that only loads it.
    """
    tape = ("microchess", "tape", verb)
    code = "import sys; from tui.cli.main import main; import tui.cli.commands.tape\n"
    size = "int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    code += f"begun = {size}; main(sys.argv[2:]); print({size} - begun)"
    took, said = spent((sys.executable, "-c", code, *tape, *names))
    return took, int(said.split()[-1]) / 1024


def page_table() -> Table:
    """What a visitor of the page waits for."""
    found = json.loads(spent((sys.executable, "-m", "bench.visit"))[1])
    times = f"{found['page'] / found['bare']:.2f}"
    rows = [
        ("ready / bare Pyodide", times, "0.42/0.30"),
        (
            "*Who wrote it?*: a way out, the answer",
            f"{found['way_out']:.2f} s, {found['told']:.1f} s",
            "5/1.0",
        ),
    ]
    return Table(("the page", "by the clock", "was/wanted"), rows)


def tables() -> list[Table]:
    """The commands' starts, the screen at three sizes, and what is waited for at work."""
    least = min(spent(NOTHING)[0] for _ in range(RUNS))
    starts = []
    for name, words in STARTED.items():
        seconds = min(spent((sys.executable, *words), "uci\nquit\n")[0] for _ in range(RUNS))
        times = f"{seconds / least:.1f}"
        starts.append((name, f"{seconds * 1000:.0f} ms", times, BEFORE[name]))
    screens = []
    for size in SIZES:
        command = (sys.executable, "-m", "bench.waits", *map(str, size))
        runs = [json.loads(spent(command)[1]) for _ in range(3)]
        best = {name: min(run[name] for run in runs) for name in runs[0]}
        screens.append(
            (
                "x".join(map(str, size)),
                f"{best['first']:.2f} s",
                f"{best['switch'] * 1000:.0f}, {best['slowest'] * 1000:.0f} ms",
                f"{best['resized']:.2f} s",
            )
        )
    return [
        Table(("a command", "processor", "times `python -c pass`", "was/wanted"), starts),
        Table(
            (
                *("the screen", "first picture"),
                *("another panel: median, slowest", "size change to 250x70"),
            ),
            screens,
        ),
        sitting_table(),
        page_table(),
    ]


if __name__ == "__main__":
    print(json.dumps(asyncio.run(screen((int(sys.argv[1]), int(sys.argv[2]))))))
