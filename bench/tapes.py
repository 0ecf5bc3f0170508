"""How much of each defect a cassette recording may have and still be read.

Synthetic tapes are made with one defect, in growing strength; the limit is the last step at which
all trials are read without an error, each with another record and another seed. `defects.csv` has a
line for each: its title, unit, function, and strengths.
"""

import csv
from bisect import bisect_left
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench import damage
from bench.figures import Table
from emu.cassette.audio import sound
from emu.cassette.decode import decode
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode

SPEEDS = (1, 3, 6)
TRIALS = 20
SYNCS, BYTES, PAUSE = 20, 12, 100_000


class Ladder(NamedTuple):
    """A defect, what is measured of it, and its strengths from next to nothing up."""

    title: str
    unit: str
    defect: damage.Defect
    steps: tuple[float, ...]


with (Path(__file__).parent / "defects.csv").open(encoding="utf-8", newline="") as lines:
    LADDERS = tuple(
        Ladder(title, unit and f" {unit}", getattr(damage, name), tuple(map(float, steps.split())))
        for title, unit, name, steps in csv.reader(lines)
    )


def is_read(defect: damage.Defect, strength: float, speed: int, trial: int) -> bool:
    """Whether one damaged tape is read back exactly, and nothing else from it.

    Print-through loud enough is a second copy of the record, which is as good.
    """
    chance = Random(trial)
    start = chance.randrange(0x200, 0x1000)
    record = TapeRecord(chance.randrange(1, 0xFF), start, chance.randbytes(BYTES))
    whole = sound(encode([record], speed, SYNCS, PAUSE), damage.RATE)
    found = decode(damage.damaged(whole, defect, strength, chance))
    wanted = (record.id, record.start, record.data, True)
    return {(f.id, f.start, f.data, f.good) for f in found} == {wanted}


def limit(ladder: Ladder, speed: int) -> str:
    """The last step at which all trials are read, found by halving, as the table has it."""

    def fails(step: int) -> bool:
        strength = ladder.steps[step]
        return not all(is_read(ladder.defect, strength, speed, trial) for trial in range(TRIALS))

    last = bisect_left(range(len(ladder.steps)), True, key=fails) - 1
    if last < 0:
        return "-"
    more = "+" if last == len(ladder.steps) - 1 else ""
    return f"{ladder.steps[last]:g}{ladder.unit}{more}"


def tables() -> list[Table]:
    """The limits of every defect at three speeds."""
    with ProcessPoolExecutor() as pool:
        found = pool.map(limit, *zip(*product(LADDERS, SPEEDS), strict=True))
        rows = [(ladder.title, *(next(found) for _ in SPEEDS)) for ladder in LADDERS]
    return [Table(("defect", *(f"speed {speed}" for speed in SPEEDS)), rows)]
