"""Keys and pokes in a row, and what the machine shows after each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from emu.chips.keypad import CONTROL_KEYS, KEYS, key_name
from emu.errors import BudgetSpent, KeyNameError
from emu.machine import DEFAULT_BUDGET, HOLD, Machine
from emu.notation import NotationError, Poke, parse_pokes
from emu.units import Cycle, Cycles
from microchess.errors import ScriptError
from microchess.machine.bridge import RTS_CYCLES, Bridge
from microchess.program.memory_map import GETKEY, NO_KEY, SCANDS

_HEX = re.compile(r"[0-9A-Fa-f]+")
_SCAN = 20_000
"""Cycles within which a program that looks at the keypad at all does so again."""


class KeyStep(NamedTuple):
    """What one key or poke led to.

    ``display`` is the six digits, ``cycles`` the program's own from the key's being read to the
    next reading of the keypad (the display routine as a bare RTS), None where it does not read it.
    """

    key: str
    display: str
    omove: int
    table: str
    cycles: int | None

    def as_json(self) -> dict[str, object]:
        """The fields of the published transcripts."""
        return {
            "key": self.key,
            "display": self.display,
            "omove": f"{self.omove:02X}",
            "table": self.table,
            "cycles": self.cycles,
        }


def parse(words: Iterable[str]) -> list[str | Poke]:
    """Key names, and ``@ADDR=BYTE`` for pokes; digits may stand together: ``6343`` is four keys,
    and so is ``A94C``, but AD and DA stay whole.

    Raises ScriptError, naming the word and what was expected.
    """
    script: list[str | Poke] = []
    for word in " ".join(words).split():
        try:
            if word.startswith("@"):
                script += parse_pokes(word[1:])
            elif _HEX.fullmatch(word) and word.upper() not in KEYS:
                script += list(word.upper())
            else:
                script.append(key_name(word))
        except NotationError as error:
            raise ScriptError(f"{word}: {error}") from None
        except KeyNameError as error:
            raise ScriptError(f"{error}; a poke is @0051=CC") from None
    return script


def run(
    bridge: Bridge, script: Iterable[str | Poke], budget: Cycles | None = None
) -> Iterator[KeyStep]:
    """Carry out a script on keypad and memory, a step at a time.

    Raises BudgetSpent after *budget* cycles in all; None: the machine's usual ones for each wait.
    """
    end = None if budget is None else bridge.machine.cycles + budget
    for item in script:
        try:
            yield _step(bridge, item, end)
        except BudgetSpent as spent:
            given = spent.cycles if budget is None else budget
            raise BudgetSpent(spent.goal, given, spent.trail, spent.registers) from None


def _step(bridge: Bridge, item: str | Poke, end: Cycle | None) -> KeyStep:
    machine, cycles = bridge.machine, None
    if isinstance(item, Poke):
        machine.poke(item.address, item.value)
        name = f"@{item.address:04X}={item.value:02X}"
        if _reads_keypad(bridge):
            machine.leave_subroutine(a=NO_KEY)
            cycles = _own_cycles(bridge, end)
    else:
        name = item
        cycles = _press(bridge, item, end)
    machine.finish(bridge.settling(_left(machine, end)))
    return KeyStep(name, machine.readout().text, bridge.omove, bridge.table.hex, cycles)


def _left(machine: Machine, end: Cycle | None) -> Cycles:
    return DEFAULT_BUDGET if end is None else max(0, end - machine.cycles)


def _press(bridge: Bridge, key: str, end: Cycle | None) -> Cycles | None:
    """Press a key on the keypad, release it, and count what the program does with it."""
    machine = bridge.machine
    if key in CONTROL_KEYS or not _reads_keypad(bridge):
        machine.press(key)
        return None
    machine.key_down(key)
    pressed_at = machine.cycles
    machine.run_until({machine.return_address}, _left(machine, end))
    cycles = _own_cycles(bridge, end)
    machine.run(HOLD - (machine.cycles - pressed_at))
    machine.key_up(key)
    return cycles


def _reads_keypad(bridge: Bridge) -> bool:
    """Run to the next call of GETKEY, if one comes soon."""
    try:
        bridge.wait_for_key(_SCAN)
    except BudgetSpent:
        return False
    return True


def _own_cycles(bridge: Bridge, end: Cycle | None) -> Cycles:
    """Cycles to the next call of GETKEY, each display counted as its RTS."""
    machine = bridge.machine
    start = machine.cycles
    displaying = 0
    while machine.run_until({GETKEY, SCANDS}, _left(machine, end)) == SCANDS:
        entered = machine.cycles
        machine.run_until({machine.return_address}, _left(machine, end))
        displaying += machine.cycles - entered - RTS_CYCLES
    return machine.cycles - start - displaying
