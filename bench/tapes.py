"""How much of each defect a cassette recording may have and still be read, measured.

``python -m bench.tapes [--check FILE]``. Synthetic tapes are made with one defect, in growing
strength; the limit is the last step at which all trials are read without an error, each with
another record and another seed. With ``--check`` each defect's limit in FILE's table is tried again
at one of the speeds with one of the trials, and the step beyond, at which one of all must fail.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import cycle, product
from random import Random

from bench import damage
from bench.figures import parser
from emu.cassette.audio import sound
from emu.cassette.decode import decode
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode

SPEEDS = (1, 3, 6)
TRIALS = 20
SYNCS, BYTES, PAUSE = 20, 12, 100_000


@dataclass(frozen=True)
class Ladder:
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
    return (
        bisect_left(
            range(len(LADDERS[ladder].steps)),
            True,
            key=lambda step: not are_read(ladder, step, speed),
        )
        - 1
    )


def table(limits: dict[tuple[int, int], int]) -> str:
    """The limits as a Markdown table."""
    lines = [
        f"| defect | {' | '.join(f'speed {speed}' for speed in SPEEDS)} |",
        "| --- |" + " ---: |" * len(SPEEDS),
    ]
    for i, ladder in enumerate(LADDERS):
        cells = (ladder.shown(limits[i, speed]) for speed in SPEEDS)
        lines.append(f"| {ladder.title} | {' | '.join(cells)} |")
    return "\n".join(lines)


def shown_limits(text: str) -> dict[tuple[int, int], int]:
    """The limits in a page's table; KeyError for a row or a cell that cannot be one."""
    rows = {
        cells[1].strip(): cells[2:] for line in text.splitlines() if (cells := line.split("|"))[1:]
    }
    limits = {}
    for (i, ladder), (column, speed) in product(enumerate(LADDERS), enumerate(SPEEDS)):
        steps = {ladder.shown(step): step for step in range(-1, len(ladder.steps))}
        limits[i, speed] = steps[rows[ladder.title][column].strip()]
    return limits


def holds(ladder: int, speed: int, step: int) -> bool:
    """Whether a limit that is shown is one: read up to there, but not at the next step."""
    beyond = step + 1
    return (step < 0 or are_read(ladder, step, speed, 1)) and not (
        beyond < len(LADDERS[ladder].steps) and are_read(ladder, beyond, speed)
    )


def main() -> int:
    """Print the table, or check one."""
    options = parser(__doc__).parse_args()
    cells = list(product(range(len(LADDERS)), SPEEDS))
    with ProcessPoolExecutor() as pool:
        if options.check is None:
            ladders, speeds = zip(*cells, strict=True)
            print(table(dict(zip(cells, pool.map(limit, ladders, speeds), strict=True))))
            return 0
        try:
            limits = shown_limits(options.check.read_text(encoding="utf-8"))
        except (KeyError, IndexError) as error:
            print(f"{options.check}: the table lacks {error}", file=sys.stderr)
            return 1
        tried = {
            (i, speed): pool.submit(holds, i, speed, limits[i, speed])
            for i, speed in zip(range(len(LADDERS)), cycle(SPEEDS), strict=False)
        }
        wrong = [cell for cell, holding in tried.items() if not holding.result()]
    for ladder, speed in wrong:
        shown = LADDERS[ladder].shown(limits[ladder, speed])
        print(
            f"{options.check}: {LADDERS[ladder].title}, speed {speed}: {shown} is not the limit",
            file=sys.stderr,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
