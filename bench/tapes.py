"""How much of each defect a cassette recording may have and still be read.

Synthetic tapes are made with one defect, in growing strength; the limit is the last step at which
all trials are read without an error, each with another record and another seed.
"""

from __future__ import annotations

from bisect import bisect_left
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, product
from random import Random
from typing import NamedTuple

from bench import damage
from bench.figures import Table, shown
from emu.cassette.audio import sound
from emu.cassette.decode import decode
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode

SPEEDS = (1, 3, 6)
HEAD = ("defect", *(f"speed {speed}" for speed in SPEEDS))
TRIALS = 20
SYNCS, BYTES, PAUSE = 20, 12, 100_000


class Ladder(NamedTuple):
    """A defect, what is measured of it, and its strengths from next to nothing up."""

    title: str
    unit: str
    defect: damage.Defect
    steps: tuple[float, ...]

    def shown(self, step: int) -> str:
        """A step as the table has it; -1 is before the first."""
        if step < 0:
            return "-"
        more = "+" if step == len(self.steps) - 1 else ""
        return f"{self.steps[step]:g}{self.unit}{more}"


LADDERS = (
    Ladder(
        "white noise, the tones above it", " dB", damage.noise, (20, 15, 12, 9, 6, 3, 0, -3, -6)
    ),
    Ladder("hum, times the tones", "", damage.hum, (1, 2, 5, 10, 20, 50, 100)),
    Ladder("DC offset and drift, times the tones", "", damage.offset, (1, 2, 5, 10, 20, 50, 100)),
    Ladder("tape too fast", " %", damage.fast, (5, 10, 15, 20, 25, 30, 35, 40)),
    Ladder("tape too slow", " %", damage.fast, (-5, -10, -15, -20, -25, -30, -35, -40)),
    Ladder("wow, 0.67 Hz", " %", damage.wow, (1, 2, 5, 10, 15, 20, 25, 30)),
    Ladder("flutter, 8 Hz", " %", damage.flutter, (1, 2, 3, 4, 5, 6, 8, 10)),
    Ladder("recorded too quietly (16 bits)", " dB", damage.quiet, (20, 40, 50, 60, 70, 75, 80)),
    Ladder("level jumps, ten a second", " dB", damage.jumps, (6, 10, 15, 20, 25, 30, 40, 50)),
    Ladder(
        "dropouts to silence, two a second",
        " ms",
        damage.dropouts,
        (0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 7),
    ),
    Ladder("clipping, times full scale", "", damage.clipped, (2, 5, 10, 100, 1000)),
    Ladder(
        "clicks, ten a second, times the tones",
        "",
        damage.clicks,
        (1, 2, 3, 5, 10, 20, 50, 100, 300),
    ),
    Ladder(
        "dull head, 12 dB an octave above", " Hz", damage.dull, (3000, 2000, 1000, 500, 250, 125)
    ),
    Ladder("print-through, below the tones", " dB", damage.echo, (30, 25, 20, 15, 12, 9, 6, 3, 1)),
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


def are_read(ladder: int, step: int, speed: int, trials: int = TRIALS) -> bool:
    """Whether every trial at a step is read."""
    one = LADDERS[ladder]
    return all(is_read(one.defect, one.steps[step], speed, trial) for trial in range(trials))


def limit(ladder: int, speed: int) -> int:
    """The last step at which all trials are read, found by halving; -1 when there is none."""
    steps = range(len(LADDERS[ladder].steps))
    return bisect_left(steps, True, key=lambda step: not are_read(ladder, step, speed)) - 1


def tables() -> list[Table]:
    """The limits, found anew."""
    cells = product(range(len(LADDERS)), SPEEDS)
    with ProcessPoolExecutor() as pool:
        found = pool.map(limit, *zip(*cells, strict=True))
        limits = {ladder: [next(found) for _ in SPEEDS] for ladder in LADDERS}
    return [_table(limits)]


def tried_again(page: str) -> list[Table]:
    """The limits that *page* shows: each defect's at one of the speeds is tried with one of the
    trials, and the step beyond, at which one of all must fail; "-" where that is not so.
    """
    limits = {
        one: [[one.shown(i) for i in range(-1, len(one.steps))].index(cell) - 1 for cell in cells]
        for one, (_, *cells) in zip(LADDERS, shown(page, HEAD), strict=True)
    }
    with ProcessPoolExecutor() as pool:
        tried = [
            (one, column, pool.submit(holds, i, SPEEDS[column], limits[one][column]))
            for (i, one), column in zip(enumerate(LADDERS), cycle(range(len(SPEEDS))))
        ]
        for one, column, holding in tried:
            if not holding.result():
                limits[one][column] = -1
    return [_table(limits)]


def holds(ladder: int, speed: int, step: int) -> bool:
    """Whether a limit that is shown is one: read up to there, but not at the next step."""
    beyond = step + 1
    return (step < 0 or are_read(ladder, step, speed, 1)) and not (
        beyond < len(LADDERS[ladder].steps) and are_read(ladder, beyond, speed)
    )


def _table(limits: dict[Ladder, list[int]]) -> Table:
    rows = [(one.title, *map(one.shown, steps)) for one, steps in limits.items()]
    return Table(HEAD, rows)
