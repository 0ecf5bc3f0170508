"""What the tests of the monitor ROM share: its documented addresses, keys, calls.

Everything that the original monitor does as well is also checked on its images when the
environment variable MICROCHESS_KIM_ROMS names a folder with 6530-002.bin and 6530-003.bin.
"""

import os
from pathlib import Path

import pytest

import rom
from emu.chips.registers import Registers
from emu.machine import Machine
from tests.rom import at

ROMS_VARIABLE = "MICROCHESS_KIM_ROMS"
SHORT = 10_000
"""Cycles to hold a key and to leave it alone: enough for two scans of 4.3 ms each."""

DISABLE, DECIMAL = 0x04, 0x08
KEYS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F",
        "AD", "DA", "+", "GO", "PC")  # fmt: skip
"""In the order of their codes, $00-$14."""
SEGMENTS = (
    0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71,
)  # fmt: skip


def image(whose: str) -> bytes:
    """The 2,048 bytes at $1800-$1FFF: ours or the original's."""
    if whose == "ours":
        return rom.monitor()
    folder = Path(os.environ[ROMS_VARIABLE])
    return b"".join((folder / f"6530-00{n}.bin").read_bytes() for n in (3, 2))


def is_ours(machine: Machine) -> bool:
    """Whether our monitor is in its ROM."""
    return machine.read(0x1800, 0x800) == rom.monitor()


def ask_ours(machine: Machine) -> None:
    """Skip what only our monitor promises."""
    if not is_ours(machine):
        pytest.skip("only ours promises this")


def enter(machine: Machine, keys: str) -> str:
    """Press keys; words that name a key are one, others are digits. Returns what is shown."""
    machine.run(SHORT)  # a key that is down when the monitor starts does not count
    for word in keys.split():
        for key in [word] if word in (*KEYS, "ST", "RS") else word:
            machine.press(key, SHORT, SHORT)
    return machine.settled_readout().text


def saved(machine: Machine) -> bytes:
    """PCL, PCH, P, SP, A, Y, X of the interrupted program."""
    return machine.read(at.PCL, 7)


def point(machine: Machine) -> int:
    return machine.peek(at.POINTH) << 8 | machine.peek(at.POINTL)


def set_point(machine: Machine, address: int) -> None:
    machine.poke(at.POINTL, address & 0xFF)
    machine.poke(at.POINTH, address >> 8)


def code(*lines: str) -> bytes:
    """Machine code from lines of hex bytes with their assembly behind a semicolon."""
    return bytes.fromhex("".join(line.partition(";")[0] for line in lines))


def call(
    machine: Machine,
    address: int,
    a: int = 0x5A,
    x: int = 0x11,
    y: int = 0x22,
    p: int = DISABLE,
    budget: int = 20_000,
) -> Registers:
    """Call a service from $0200 and return the registers it came back with."""
    machine.load_bytes(0x0200, bytes((0x20, address & 0xFF, address >> 8)))
    machine.registers = Registers(0x0200, a, x, y, 0xFF, p)
    machine.run_until({0x0203}, budget)
    assert machine.registers.sp == 0xFF
    return machine.registers


def ports_ready(machine: Machine, padd: int = 0x00) -> None:
    for address, value in ((at.PADD, padd), (at.SBD, 0x07), (at.PBDD, 0x3F)):
        machine.poke(address, value)


def selected(machine: Machine) -> int:
    """What was last written to SBD."""
    return machine.board.riot_002.port_b
