"""``microchess kim fuzz``: translated code beside the interpreter on random programs."""

import argparse
import faulthandler
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from emu import engines
from tui.cli.arguments import add_value, count, whole

HELP = """\
Looks for differences between the recompiled code and the interpreter.

Each round runs three random programs on py65 and on the recompiler and compares registers, memory,
cycles and chips at 25 pauses each, with bytes poked in between and IRQ and NMI pulled low now and
then. Ctrl-C ends it.

examples:
  microchess kim fuzz --seconds 60
  microchess kim fuzz --seed 1976
  microchess kim fuzz --seed 4711 --rounds 1       the round of a difference again

exit codes: 0 no difference, 1 a difference, or a round that does not end (the last line says where)
"""
_GLANCE = 0.1
"""Seconds between two looks at what a round has taken, at least."""


def add(parser: argparse.ArgumentParser) -> None:
    add_value(parser, "--seconds N", "end after so long", count)
    add_value(parser, "--rounds N", "end after so many rounds", count)
    add_value(parser, "--seed N", "of the first round", whole(0), 0)
    add_value(parser, "--limit N", "seconds of the processor that a round may take", count, 60)


def run(arguments: argparse.Namespace) -> int:
    from emu.conformance.lockstep import run_round

    engines.check("wasm")
    rounds = instructions = 0
    try:
        for seed in seeds(arguments):
            with limited(arguments.limit) as begun:
                instructions += run_round(seed, begun)
            rounds += 1
    finally:
        print(f"{rounds:,} rounds, {instructions:,} instructions, compiled beside py65")
    return 0


def seeds(arguments: argparse.Namespace) -> Iterator[int]:
    """A seed for each round, until their time or number is up."""
    end = None if arguments.seconds is None else time.monotonic() + arguments.seconds
    for done, seed in enumerate(itertools.count(arguments.seed)):
        if done == arguments.rounds or (end is not None and time.monotonic() >= end):
            return
        yield seed


@contextmanager
def limited(seconds: int) -> Iterator[Callable[[str], object]]:
    """End the process if the block takes more of the processor, whatever hangs in it. The block
    says where it is: the last of that is the last line on stderr.
    """
    places: list[str] = []
    ended = Event()
    until = time.process_time() + seconds

    def watch() -> None:
        while (left := until - time.process_time()) > 0:
            if ended.wait(max(left, _GLANCE)):
                return
        faulthandler.dump_traceback()
        told = f"{places[-1]}: no end after {seconds} s of the processor"
        print(told, file=sys.stderr, flush=True)
        os._exit(1)

    Thread(target=watch, daemon=True, name="limit").start()
    try:
        yield places.append
    finally:
        ended.set()
