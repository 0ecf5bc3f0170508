"""Programs that wait: for a timer, for a line, for a key. Ratios of processor time to py65's, all
engines from one state and to the same one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

import rom
from bench.turbo.synthetic import ORIGIN
from emu.board_state import BoardState
from emu.machine import Machine
from rom import labels

ROUNDS = 3
WARMED = 2
AT_ONCE = 7
"""Runs one after the other: the first waits for the processor's caches."""


@dataclass(frozen=True)
class Polling:
    """A program that waits: its name, how many cycles of it are run, how a machine gets there."""

    name: str
    cycles: int
    begin: Callable[[Machine], None]


def _program(text: str) -> Callable[[Machine], None]:
    def begin(machine: Machine) -> None:
        machine.load_bytes(ORIGIN, bytes.fromhex(text))
        machine.jump(ORIGIN)

    return begin


def _idle(machine: Machine) -> None:
    machine.run_until_waiting()


def _prompt(machine: Machine) -> None:
    """The monitor's serial prompt, with characters arriving at 9600 baud."""
    machine.tty = True
    machine.reset()
    machine.set_line(9600)
    machine.type(b"\x7f")
    machine.run(100_000)
    machine.type(b"0200 " * 60)


def _tape(machine: Machine) -> None:
    """Our monitor saves a page of memory."""
    machine.load_bytes(0x17F5, bytes.fromhex("00020003 01"))
    machine.load_bytes(0x00F1, b"\0")
    machine.jump(labels("kim1-003")["dumpt"])


TIMER = "A9 FF 8D 07 17 2C 07 17 10 FB 4C 00 02"
SHORT_TIMER = "A9 64 8D 04 17 2C 07 17 10 FB 4C 00 02"
TONES = "A9 BF 8D 43 17 A9 7D 8D 44 17 AD 42 17 49 80 8D 42 17 2C 47 17 10 FB 4C 05 02"
MUSIC = "A9 01 8D 01 17 A0 50 A6 10 AD 00 17 49 01 8D 00 17 CA D0 FD 88 D0 F2 E6 10 4C 05 02"
POLLINGS = (
    Polling("timer: BIT $1707, BPL, 261,000 cycles a time", 16_000_000, _program(TIMER)),
    Polling("timer: the same, 100 cycles a time", 4_000_000, _program(SHORT_TIMER)),
    Polling("tape: half waves timed by $1747", 4_000_000, _program(TONES)),
    Polling("tape: our monitor saves a page", 4_000_000, _tape),
    Polling("music: a loudspeaker at PA0", 4_000_000, _program(MUSIC)),
    Polling("monitor: waits for a key", 4_000_000, _idle),
    Polling("monitor: 300 characters at 9600 baud", 400_000, _prompt),
)


def measure() -> Iterator[tuple[Polling, dict[str, float]]]:
    """The ratios by engine, one program after another; AssertionError where engines differ."""
    for polling in POLLINGS:
        yield polling, _ratios(polling)


def _ratios(polling: Polling) -> dict[str, float]:
    engines = ("py65", "wasm")
    machines = {engine: Machine(rom.monitor(), engine=engine) for engine in engines}
    start = None
    for machine in machines.values():
        if start is None:
            machine.reset()
            machine.run(100_000)
            polling.begin(machine)
            start = machine.snapshot()
    assert start is not None
    ends: dict[str, BoardState] = {}
    for engine, machine in machines.items():
        for _ in range(WARMED if engine != "py65" else 0):
            _run(machine, start, max(polling.cycles, 12_000_000))
        _run(machine, start, polling.cycles)
        ends[engine] = machine.snapshot()
        assert ends[engine] == ends["py65"], f"{polling.name}: {engine} differs"
    seconds: dict[str, list[float]] = {engine: [] for engine in machines}
    for _ in range(ROUNDS):
        for engine, machine in machines.items():
            runs = 1 if engine == "py65" else AT_ONCE
            seconds[engine].append(
                median(_run(machine, start, polling.cycles) for _ in range(runs))
            )
    return {
        engine: median(a / b for a, b in zip(seconds["py65"], spent, strict=True))
        for engine, spent in seconds.items()
        if engine != "py65"
    }


def _run(machine: Machine, start: BoardState, cycles: int) -> float:
    machine.restore(start)
    began = time.process_time()
    machine.run(cycles)
    return time.process_time() - began


def line(polling: Polling, ratios: dict[str, float]) -> str:
    """What is printed of it."""
    each = ", ".join(f"{engine} {ratio:,.0f}" for engine, ratio in ratios.items())
    return f"waiting    {polling.name:<48} {each} x py65"
