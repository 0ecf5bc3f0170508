"""The engines that run the 6502, beside each other: host time, as ratios within one run.

``python -m bench.turbo [--rounds N] [--every N] [--original FILE] [--picture FILE]``

Two workloads: *census* (`rom.census`: 22 million cycles, two thirds of them searches of a list of
men) and *Janus*, replies at normal level to positions from different games, so that nothing
repeats. With ``--original`` the 1976 program replies as well. Replies run from key read to key read
with the display as a bare RTS. Before anything is timed every engine must end every piece of
work with the registers, memory, cycles and instructions of py65; the C interpreter of
`bench.cinterpreter`, skipped without a compiler, with its registers, RAM, cycles and instructions.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import rom
from bench.chart import bars
from bench.cinterpreter import CInterpreter
from bench.golden import sound_replies
from emu.board import BoardState
from emu.bus import REGISTERS
from emu.engines import has_native
from emu.machine import Machine
from emu.turbo.driver import Turbo
from microchess.machine.player import Player, janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.memory_map import GETKEY, KEY_PC, NO_KEY
from microchess.program.request import Request
from microchess.program.table import PieceTable

REFERENCE = "py65"
C = "C interpreter"
CENSUS_ORIGIN = 0x0200


@dataclass(frozen=True)
class Work:
    """Pieces of work: states to start from, and the address at which each is done."""

    name: str
    machine: Machine
    starts: tuple[BoardState, ...]
    stop: int

    def seconds(self, start: BoardState) -> float:
        """Time of one piece."""
        self.machine.restore(start)
        began = time.perf_counter()
        self.machine.run_until({self.stop})
        return time.perf_counter() - began

    @property
    def interpreted(self) -> int:
        """Instructions left to py65 so far."""
        engine = self.machine.board.engine
        return engine.interpreted if isinstance(engine, Turbo) else 0


def census(engine: str) -> Work:
    """The workload *census* for one engine."""
    machine = Machine(rom.monitor(), engine=engine)
    labels = rom.labels("census")
    machine.load_bytes(CENSUS_ORIGIN, rom.census())
    machine.jump(labels["start"])
    return Work("census", machine, (machine.snapshot(),), labels["done"])


def replies(name: str, player: Player, engine: str, every: int) -> Work:
    """Replies at normal level for one engine."""
    os.environ["KIM1_ENGINE"] = engine
    solver = MachineSolver(player)
    machine, starts = solver.bridge.machine, []
    normal = [g for g in sound_replies() if g["level"] == "normal" and g["kind"] == "position"]
    for golden in normal[::every]:
        solver.prepare(Request(PieceTable.from_hex(golden["table"]), Level.NORMAL))
        machine.leave_subroutine(a=NO_KEY)
        machine.run_until({GETKEY})
        machine.leave_subroutine(a=KEY_PC)
        starts.append(machine.snapshot())
    return Work(name, machine, tuple(starts), GETKEY)


class CWork:
    """The same pieces for the C interpreter, each checked once against *work*'s machine."""

    def __init__(self, interpreter: CInterpreter, work: Work) -> None:
        self._interpreter = interpreter
        self._stop = work.stop
        self._starts = []
        for start in work.starts:
            work.machine.restore(start)
            registers = (a & 0x1FFF in REGISTERS for a in range(0x10000))
            memory = bytes(0 if r else work.machine.peek(a) for a, r in enumerate(registers))
            self._starts.append((memory, start.registers))
            work.seconds(start)
            after, cycles, instructions = interpreter.run(
                copy := bytearray(memory), start.registers, work.stop
            )
            end = work.machine.snapshot()
            assert after == end.registers
            assert bytes(copy[:0x400]) == end.memory[:0x400]
            assert cycles == end.cycles - start.cycles
            assert instructions == end.instructions - start.instructions

    def seconds(self) -> float:
        """Time of all pieces."""
        total = 0.0
        for memory, registers in self._starts:
            copy = bytearray(memory)
            began = time.perf_counter()
            self._interpreter.run(copy, registers, self._stop)
            total += time.perf_counter() - began
        return total


def check(works: dict[str, Work]) -> None:
    """Run every piece on every engine; all must end alike, twice, so that all is translated."""
    for index, start in enumerate(works[REFERENCE].starts):
        ends = {}
        for engine, work in works.items():
            for _ in range(1 if engine == REFERENCE else 3):
                work.seconds(work.starts[index])
            ends[engine] = work.machine.snapshot()
        for engine, end in ends.items():
            assert end == ends[REFERENCE], f"{works[engine].name}: {engine} differs at {start}"


def workloads(every: int, original: Path | None) -> Iterator[dict[str, Work]]:
    """Each workload for every engine there is."""
    engines = [REFERENCE, "python", *(["native"] if has_native() else [])]
    yield {engine: census(engine) for engine in engines}
    yield {engine: replies("Janus", janus(), engine, every) for engine in engines}
    if original is not None:
        from emu.files.programs import read_program
        from microchess.machine import player

        program = read_program(original.read_bytes(), original.name)
        yield {e: replies("original", player.original(program), e, every) for e in engines}


def measure(
    works: dict[str, Work], interpreter: CInterpreter | None, rounds: int
) -> list[tuple[str, float]]:
    """Print how many times as fast as py65 each engine is, and how much it left to py65."""
    check(works)
    fastest = list(works)[-1]
    c_work = CWork(interpreter, works[fastest]) if interpreter else None
    seconds: dict[str, list[float]] = {engine: [] for engine in works}
    seconds |= {C: []} if c_work else {}
    before = {engine: work.interpreted for engine, work in works.items()}
    for _ in range(rounds):
        for engine, work in works.items():
            seconds[engine].append(sum(work.seconds(start) for start in work.starts))
        if c_work:
            seconds[C].append(c_work.seconds())
    name = works[REFERENCE].name
    pieces = rounds * len(works[REFERENCE].starts)
    ratios = [(engine, ratio_of(seconds[REFERENCE], spent)) for engine, spent in seconds.items()]
    for engine, ratio in ratios[1:]:
        left = ""
        if engine in works:
            left = f"{(works[engine].interpreted - before[engine]) / pieces:.1f} left to py65"
        print(f"{name:<9} {engine:<14} {ratio:>8,.0f} x py65   {left}", flush=True)
    if c_work:
        print(f"{name:<9} {fastest:<14} {ratio_of(seconds[C], seconds[fastest]):>8,.1f} x C")
    return ratios


def ratio_of(slow: list[float], fast: list[float]) -> float:
    """The median ratio of rounds."""
    return median(a / b for a, b in zip(slow, fast, strict=True))


def batch(engine: str, positions: int, original: Path | None) -> None:
    """Print what `microchess reply --batch` does in a second, everything included."""
    normal = [g for g in sound_replies() if g["level"] == "normal"]
    lines = [json.dumps({"table": normal[i % len(normal)]["table"]}) for i in range(positions)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "KIM1_ENGINE": engine, "MICROCHESS_DATA": folder}
        command = [sys.executable, "-m", "tui.cli.main"]
        player = "rom"
        if original is not None:
            player = "original"
            subprocess.run([*command, "image", "add", original], env=environment, check=True)
        command += ["reply", "--batch", "-", "--jobs", "2", "--player", player]
        began = time.perf_counter()
        subprocess.run(
            command,
            env=environment,
            input="\n".join(lines),
            text=True,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        rate = positions / (time.perf_counter() - began)
    print(f"batch     {player:<9} {engine:<7} {rate:>7,.0f} positions a second, 2 processes")


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--every", type=int, default=10, help="take every Nth golden position")
    parser.add_argument("--original", type=Path, help="an image of the 1976 program")
    parser.add_argument("--picture", type=Path, help="draw the ratios as SVG")
    options = parser.parse_args(arguments)
    interpreter = None
    try:
        interpreter = CInterpreter()
    except OSError as error:
        print(f"without the C interpreter: {error}")
    if not has_native():
        print("without the native engine: llvmlite is not installed")
    print("median ratios; instructions left to py65 are those of one piece of work")
    groups = []
    for works in workloads(options.every, options.original):
        ratios = measure(works, interpreter, options.rounds)
        groups.append((works[REFERENCE].name, sorted(ratios, key=lambda ratio: ratio[1])))
    for engine, positions in (("python", 200), ("auto", 4_000))[: 1 + has_native()]:
        batch(engine, positions // (10 if options.original else 1), options.original)
    if options.picture:
        options.picture.write_text(bars("times as fast as py65", groups), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
