"""As much of each defect as a good reader takes of it."""

from __future__ import annotations

from random import Random

from bench import damage
from emu.cassette.audio import Audio

RATE = damage.RATE
DEFECTS: dict[str, tuple[damage.Defect, float]] = {
    "noise": (damage.noise, 12),
    "hum": (damage.hum, 10),
    "offset": (damage.offset, 10),
    "too fast": (damage.fast, 15),
    "too slow": (damage.fast, -15),
    "wow": (damage.wow, 5),
    "flutter": (damage.flutter, 3),
    "too quiet": (damage.quiet, 50),
    "level jumps": (damage.jumps, 20),
    "clipped": (damage.clipped, 60),
    "clicks": (damage.clicks, 3),
    "dropouts": (damage.dropouts, 0.5),
    "dull head": (damage.dull, 1000),
    "print-through": (damage.echo, 15),
}


def damaged(audio: Audio, name: str) -> Audio:
    """The sound with the defect of a name."""
    defect, strength = DEFECTS[name]
    return damage.damaged(audio, defect, strength, Random(1))
