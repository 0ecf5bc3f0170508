"""What an answer about the past costs: processor time for a normal reply, and the way back's
snapshots.

``python -m bench.past``. Janus thinks about the initial position at the normal level, full speed;
then questions are asked whose answers lie at its end, in its middle, at its beginning, or nowhere.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from emu.watch.past_search import PastAccess, PastSearch
from emu.watch.rewind import INTERVAL, Rewind
from microchess.machine.player import janus
from microchess.program.memory_map import BOOK_CLOSED, COUNTERS, OMOVE, SHOWN_FROM

NOWHERE = 0x00B8
Question = Callable[[PastSearch], PastAccess | None]


def main() -> int:
    """Print the seconds of each answer."""
    bridge = janus().boot()
    machine = bridge.machine
    machine.press("C")
    bridge.settle()
    machine.poke(OMOVE, BOOK_CLOSED)
    past = Rewind(machine)
    began = machine.cycles
    machine.key_down("PC")
    while not past.last >= began + INTERVAL // 2:
        machine.run(INTERVAL // 20)
        past.keep()
    machine.key_up("PC")
    history = PastSearch(machine, past)
    early = began + 60_000
    half = (began + machine.cycles) // 2
    questions: tuple[tuple[str, Question], ...] = (
        ("who wrote the first counter last?", lambda one: one.last_write(COUNTERS)),
        (
            "who wrote the best value, in the first half?",
            lambda one: one.last_write(SHOWN_FROM, lambda access: access.cycle < half),
        ),
        (
            "when was the first candidate judged?",
            lambda one: one.last_visit(bridge.judge, lambda access: access.cycle < early),
        ),
        ("who wrote a byte that nobody writes?", lambda one: one.last_write(NOWHERE)),
    )
    print(f"a reply of {machine.cycles - began:,} cycles")
    for title, question in questions:
        start = time.process_time()
        found = question(history)
        where = f"cycle {found.cycle - began:,}" if found else "never"
        print(f"{time.process_time() - start:6.2f} s  {title} {where}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
