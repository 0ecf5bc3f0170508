"""Who plays: a program, what it needs of the machine, and where it judges its candidates."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import rom
from emu.bus import DECODED_EXPANSION, RAM, RIOT_RAM, SELECTED_EXPANSION, Expansion
from emu.files.formats.image import Program
from emu.machine import Machine
from microchess.errors import ImageError
from microchess.machine.bridge import Bridge

JANUS_ROM = Expansion(0x2000, 0x0800, writable=False)
ENTRY = 0x0000
ORIGINAL_JUDGE = 0x038F
MachineBuilder = Callable[[bytes, Iterable[Expansion]], Machine]
"""Makes a machine of a monitor ROM and its expansions."""
_BOOT_BUDGET = 1_000_000
_KILOBYTE = 0x400


@dataclass(frozen=True)
class Player:
    """A chess program for the machine. ``start`` puts it into memory and gives its entry."""

    key: str
    title: str
    expansions: tuple[Expansion, ...]
    judge: int
    start: Callable[[Machine], int]

    def boot(self, monitor: bytes | None = None, build: MachineBuilder = Machine) -> Bridge:
        """A fresh machine in which the program runs and waits for its first key.

        *monitor* is a KIM-1 ROM of 2,048 bytes; ours without. *build* makes the machine.
        """
        machine = build(monitor or rom.monitor(), self.expansions)
        machine.run_until_waiting(_BOOT_BUDGET)
        machine.jump(self.start(machine))
        bridge = Bridge(machine, self.judge)
        bridge.wait_for_key(_BOOT_BUDGET)
        return bridge


def janus() -> Player:
    """Our own program, in ROM at $2000."""
    return Player("rom", "Janus", (JANUS_ROM,), rom.labels("janus")["judge"], _start_janus)


def _start_janus(machine: Machine) -> int:
    machine.load_bytes(JANUS_ROM.address, rom.janus())
    return rom.labels("janus")["install_entry"]


def original(program: Program) -> Player:
    """A user's copy of the 1976 program, or anything that keeps its addresses.

    Raises ImageError when there can be no memory where it loads.
    """
    start = partial(_start_original, program)
    return Player("original", program.name, expansions_for(program), ORIGINAL_JUDGE, start)


def _start_original(program: Program, machine: Machine) -> int:
    machine.load(program)
    return ENTRY


def expansions_for(program: Program) -> tuple[Expansion, ...]:
    """The expansion memory a program needs, in whole kilobytes.

    Raises ImageError when it loads where no memory can be.
    """
    needed = set()
    for segment in program.segments:
        for address in range(segment.address, segment.end):
            if address in SELECTED_EXPANSION or address in DECODED_EXPANSION:
                needed.add(address & ~(_KILOBYTE - 1))
            elif address not in RAM and address not in RIOT_RAM:
                raise ImageError(
                    f"{program.name} cannot run: it loads at ${address:04X}, where the KIM-1 has "
                    "ROM, its 6530s, or nothing"
                )
    end = DECODED_EXPANSION.stop
    return tuple(Expansion(a, min(_KILOBYTE, end - a)) for a in sorted(needed))
