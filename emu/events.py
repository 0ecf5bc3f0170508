"""What is done to a machine from outside: keys, switches, characters, tapes and bytes, as data.

Everything else follows from the state: whoever knows a machine's start and its events knows it at
every cycle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType
from typing import Any, NamedTuple

from emu.board import Board, BoardState, TimerWire
from emu.chips.registers import Registers
from emu.chips.uart import Framing
from emu.chips.waveform import Waveform
from emu.notation import Poke


@dataclass(frozen=True)
class Event:
    """*verb*, one of :data:`VERBS`, done with *value* between two instructions at *cycle*."""

    cycle: int
    verb: str
    value: Any = None


@dataclass(frozen=True)
class LoadedBytes:
    """Bytes, as hexadecimal text, for the memory from ``address`` on."""

    address: int
    data: str


@dataclass(frozen=True)
class Typing:
    """Characters of one byte each, with ``gap`` cycles of rest behind each."""

    text: str
    gap: int = 0


class Verb(NamedTuple):
    """The type of a verb's value, and what it does to a board."""

    kind: Any
    act: Callable[[Board, Any], Any]


VERBS = {
    "load": Verb(LoadedBytes, lambda b, v: b.bus.program(v.address, bytes.fromhex(v.data))),
    "poke": Verb(Poke, lambda b, v: b.bus.__setitem__(v.address, v.value)),
    "registers": Verb(Registers, lambda b, v: setattr(b.cpu, "registers", v)),
    "reset": Verb(NoneType, lambda b, _: b.reset()),
    "nmi": Verb(NoneType, lambda b, _: b.nmi()),
    "key down": Verb(str, lambda b, key: b.keypad.press(key)),
    "key up": Verb(str, lambda b, key: b.keypad.release(key)),
    "single step": Verb(bool, lambda b, on: setattr(b, "single_step", on)),
    "tty": Verb(bool, lambda b, on: setattr(b, "tty_jumper", on)),
    "timer wire": Verb(TimerWire | None, lambda b, line: setattr(b, "timer_wire", line)),
    "line": Verb(Framing, lambda b, v: b.terminal.set_line(v.baud, v.stop_bits)),
    "type": Verb(Typing, lambda b, v: b.terminal.send(v.text.encode("latin-1"), b.cycles, v.gap)),
    "break": Verb(int, lambda b, cycles: b.terminal.send_break(cycles, b.cycles)),
    "play tape": Verb(Waveform, lambda b, levels: b.deck.play(levels, b.cycles)),
    "stop tape": Verb(NoneType, lambda b, _: b.deck.stop()),
    "record tape": Verb(NoneType, lambda b, _: b.deck.record(b.cycles)),
    "end recording": Verb(NoneType, lambda b, _: b.deck.recorded(b.cycles)),
    "loop tape": Verb(bool, lambda b, on: setattr(b.deck, "loop", on)),
    "restore": Verb(BoardState, lambda b, state: setattr(b, "state", state)),
}
