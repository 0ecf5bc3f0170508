"""What is done at the keypad, as text: keys, waits, bytes, the SST switch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from emu.chips.keypad import KEYS, key_name
from emu.machine import Machine, Steps
from emu.notation import Poke, parse_pokes
from tui.cli.run.places import Labels, UsageError, address

_HEX = re.compile(r"[0-9A-Fa-f]+")
_WAIT = re.compile(r"(\d+(?:\.\d+)?)(ms|s)", re.IGNORECASE)
_CYCLES = {"ms": 1_000, "s": 1_000_000}
_LONGEST = 3_600_000_000
_SWITCH = re.compile(r"SST=(on|off)", re.IGNORECASE)


@dataclass(frozen=True)
class KeypadStep:
    """One thing done, as it was written; ``done`` is what does it."""

    text: str
    cycles: int = 0
    pokes: tuple[Poke, ...] = ()
    switch: bool | None = None

    def doing(self, machine: Machine, hold: int, rest: int) -> Steps[None]:
        """Do it; keys are held for *hold* cycles and left alone for *rest*."""
        if self.cycles:
            yield from machine.running(self.cycles)
        elif self.pokes:
            for poke in self.pokes:
                machine.poke(poke.address, poke.value)
        elif self.switch is not None:
            machine.single_step = self.switch
        else:
            yield from machine.pressing(self.text, hold, rest)


def parse(text: str, known: Labels) -> list[KeypadStep]:
    """The steps in *text*.

    Raises KeyNameError, LabelError or UsageError, naming the word that is none.
    """
    return [step for word in text.replace("+", " + ").split() for step in _steps(word, known)]


def _steps(word: str, known: Labels) -> Iterator[KeypadStep]:
    if match := _WAIT.fullmatch(word):
        cycles = round(float(match[1]) * _CYCLES[match[2].lower()])
        if not 0 < cycles <= _LONGEST:
            raise UsageError(f"{word!r} is no time to wait; expected up to 3600s")
        yield KeypadStep(word, cycles=cycles)
    elif match := _SWITCH.fullmatch(word):
        yield KeypadStep(word, switch=match[1].lower() == "on")
    elif word.startswith("@"):
        yield KeypadStep(word, pokes=parse_pokes(word[1:], lambda text: address(text, known)))
    elif _HEX.fullmatch(word) and word.upper() not in KEYS:
        yield from (KeypadStep(digit.upper()) for digit in word)
    else:
        yield KeypadStep(key_name(word))
