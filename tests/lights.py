"""A small program for the KIM-1: counts its rounds in decimal, draws patterns from a timer nobody
started, lights all six digits with them for a moment each, and adds the last key's code to a sum.
"""

import rom
from emu.machine import Machine
from emu.watch.debug import DebugMachine

START = 0x0200
CODE = bytes.fromhex(
    "D8"  # start:   CLD
    "201002 202002 202F02 205302 4C0102"  # round:   JSR to each of the four, JMP round
    "F818 A510 6901 8510 A511 6900 8511 D860"  # $0210 count: the word at $10, in decimal
    "A205 AD0417 4510 297F 9512 CA 10F4 60"  # $0220 draw:  six times timer EOR rounds at $12
    "A97F 8D4117 A000"  # $022F light
    "A200 8E4017 98 0A 6909 8D4217 B91200 8D4017 A228 CA D0FD C8 C006 D0E4 60"
    "20401F F008 206A1F 18 6518 8518 60".replace(" ", "")  # $0253 listen: KEYIN, GETKEY
)
LABELS = """\
al 000200 .start
al 000201 .round
al 000210 .count
al 000220 .draw
al 00022F .light
al 000253 .listen
"""
NAMES = ("start", "round", "count", "draw", "light", "listen")


def machine(engine: str | None = None, kind: type[Machine] = Machine) -> Machine:
    """A machine that has run the program for 50 ms."""
    machine = kind(rom.monitor(), engine=engine)
    machine.load_bytes(START, CODE)
    machine.run(50_000)
    machine.jump(START)
    machine.run(50_000)
    return machine


def debugged(engine: str | None = None) -> DebugMachine:
    """The same, to be watched."""
    found = machine(engine, DebugMachine)
    assert isinstance(found, DebugMachine)
    return found
