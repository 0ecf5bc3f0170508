"""The commands, everything included: starting, one reply, a batch, a match, a UCI engine.

Commands are told in processor time of their process and its children, or, where several work at
once, in what they do in a second on the clock.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from chess import Board

import rom
from bench.turbo.workloads import normal_tables
from emu.engines import ENVIRONMENT, has_native
from emu.turbo.cache import ENVIRONMENT as CACHE
from microchess.machine.choose import choose
from microchess.program.levels import Level
from microchess.program.request import request_from_fen

COMMAND = (sys.executable, "-m", "tui.cli.main")
UCI = (sys.executable, "-m", "microchess.uci.main")
CYCLES = 60_000_000
_PATIENCE = 120
_TIMES, _WARMED = 3, 8
_MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5", "c2c3", "d7d6")


def lines(player: str, positions: int, games: int) -> Iterator[str]:
    """All of it, a line each; *player* by name."""
    yield from start_up(player)
    yield from one_off()
    yield from uci(player)
    yield from batch(player, positions)
    yield match(player, games)


def spent(words: Sequence[str | Path], text: str = "") -> float:
    """Processor seconds of a command."""
    before = _of_children()
    subprocess.run(words, input=text, text=True, capture_output=True, check=True)
    return _of_children() - before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start_up(player: str) -> Iterator[str]:
    """What starts, and how long a Python takes that does nothing."""
    nothing = median(spent((sys.executable, "-c", "pass")) for _ in range(_TIMES))
    reply = ("reply", "--fen", "startpos", "--level", "super-blitz", "--player", player)
    for name, words in (
        ("--version", ("--version",)),
        ("--help", ("--help",)),
        ("reply, super-blitz, cached", reply),
    ):
        spent((*COMMAND, *words))
        seconds = median(spent((*COMMAND, *words)) for _ in range(_TIMES))
        yield f"start      {name:<28} {seconds:6.2f} s, {seconds / nothing:4.1f} x python -c pass"


def one_off() -> Iterator[str]:
    """The census three times over, before and after its compiler has left something."""
    labels = rom.labels("census")
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder, "census.bin")
        image.write_bytes(rom.census())
        start, done = labels["start"], labels["done"]
        words = (*COMMAND, "kim", "run", f"{image}@0200", "--start", f"{start:04X}", "--poke",
                 f"{done + 1:04X}={start & 0xFF:02X},{start >> 8:02X}",
                 "--until", f"cycles={CYCLES}")  # fmt: skip
        before, cache = os.environ[CACHE], Path(folder, "cache")
        cache.mkdir(mode=0o700)
        os.environ[CACHE], os.environ[ENVIRONMENT] = str(cache), "auto"
        try:
            yield f"one-off    {'kim run, 60 M cycles: first':<28} {spent(words):6.2f} s"
            end = time.monotonic() + _PATIENCE * has_native()
            while time.monotonic() < end and not any(cache.glob("native-*")):
                time.sleep(0.1)
            seconds = median(spent(words) for _ in range(_TIMES))
            yield f"one-off    {'kim run, 60 M cycles: again':<28} {seconds:6.2f} s"
        finally:
            os.environ[CACHE] = before


def uci(player: str) -> Iterator[str]:
    """Normal replies along a game, over UCI and by `reply`'s solver, on the clock."""
    for engine in ("python", *(["native"] * has_native())):
        os.environ[ENVIRONMENT] = engine
        there, here = 1e3 * median(_uci_seconds(player)), 1e3 * median(_solver_seconds(player))
        yield f"uci        {engine:<12} {there:6.1f} ms a reply, {here:6.1f} ms by reply's solver"


def _solver_seconds(player: str) -> Iterator[float]:
    """The last of `_WARMED` times along the game."""
    solver, board, requests = choose(player).solver(), Board(), []
    for number, move in enumerate(_MOVES):
        if number % 2 == 0:
            requests.append(request_from_fen(board.fen(), Level.NORMAL))
        board.push_uci(move)
    for times in range(_WARMED):
        for request in requests:
            began = time.perf_counter()
            solver.solve(request)
            if times == _WARMED - 1:
                yield time.perf_counter() - began


def _uci_seconds(player: str) -> Iterator[float]:
    """The same, from ``go`` to ``bestmove``."""
    with subprocess.Popen(
        UCI, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as engine:
        assert engine.stdin
        assert engine.stdout
        engine.stdin.write("setoption name OwnBook value false\n")
        engine.stdin.write(f"setoption name Player value {player}\n")
        for times in range(_WARMED):
            for plies in range(0, len(_MOVES), 2):
                moves = " ".join(("moves", *_MOVES[:plies])) if plies else ""
                engine.stdin.write(f"position startpos {moves}\nisready\n")
                while "readyok" not in engine.stdout.readline():
                    pass
                began = time.perf_counter()
                engine.stdin.write("go\n")
                while "bestmove" not in engine.stdout.readline():
                    pass
                if times == _WARMED - 1:
                    yield time.perf_counter() - began
        engine.stdin.write("quit\n")


def batch(player: str, positions: int) -> Iterator[str]:
    """Positions a second of ``reply --batch``, starting included; again with what was kept."""
    tables = normal_tables()
    runs = [("python", positions // 20, "")]
    if has_native():
        runs += [("auto", positions, "first"), ("auto", positions, "again")]
    for engine, number, which in runs:
        os.environ[ENVIRONMENT] = engine
        text = "\n".join(json.dumps({"table": tables[i % len(tables)]}) for i in range(number))
        words = (*COMMAND, "reply", "--batch", "-", "--jobs", "2", "--player", player)
        began = time.perf_counter()
        spent(words, text)
        rate = number / (time.perf_counter() - began)
        name = f"{engine} {which}".strip()
        yield f"batch      {name:<12} {rate:>6,.0f} positions a second, 2 processes"


def match(player: str, games: int) -> str:
    """Games a minute of a program against itself, at normal level."""
    os.environ[ENVIRONMENT] = "auto"
    who = f"normal:{player}"
    with tempfile.TemporaryDirectory() as folder:
        words = (*COMMAND, "match", who, who, "--games", str(games), "--jobs", "2",
                 "--pgn", str(Path(folder, "match.pgn")))  # fmt: skip
        began = time.perf_counter()
        spent(words)
        rate = 60 * games / (time.perf_counter() - began)
    return f"match      {who:<12} {rate:>6,.0f} games a minute, 2 at a time"
