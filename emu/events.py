"""What is done to a machine from outside: keys, switches, characters, tapes and bytes, as data.

Everything else follows from the state: whoever knows a machine's start and its events knows it at
every cycle.
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import Any, NamedTuple

from emu.board import Board
from emu.board_state import BoardState
from emu.chips.deck import TapeLoop
from emu.chips.interrupts import InterruptLine
from emu.chips.registers import Registers
from emu.chips.uart import Framing
from emu.chips.waveform import Waveform
from emu.notation import Poke


class Event(NamedTuple):
    """*verb*, one of :data:`VERBS`, done with *value* between two instructions at *cycle*."""

    cycle: int
    verb: str
    value: Any = None


class LoadedBytes(NamedTuple):
    """Bytes, as hexadecimal text, for the memory from ``address`` on."""

    address: int
    data: str


class Typing(NamedTuple):
    """Characters of one byte each, with ``gap`` cycles of rest behind each."""

    text: str
    gap: int = 0


class _Verb(NamedTuple):
    """The type of a verb's value, and what it does to a board."""

    kind: Any
    act: Callable[[Board, Any], Any]


def _set_line(board: Board, framing: Framing) -> None:
    board.terminal.advance(board.cycles)
    board.terminal.set_line(framing.baud, framing.stop_bits)


VERBS = {
    "load": _Verb(LoadedBytes, lambda b, v: b.bus.program(v.address, bytes.fromhex(v.data))),
    "poke": _Verb(Poke, lambda b, v: b.bus.__setitem__(v.address, v.value)),
    "registers": _Verb(Registers, lambda b, v: setattr(b.cpu, "registers", v)),
    "reset": _Verb(NoneType, lambda b, _: b.reset()),
    "nmi": _Verb(NoneType, lambda b, _: b.nmi()),
    "key down": _Verb(str, lambda b, key: b.keypad.press(key)),
    "key up": _Verb(str, lambda b, key: b.keypad.release(key)),
    "single step": _Verb(bool, lambda b, on: setattr(b, "single_step", on)),
    "tty": _Verb(bool, lambda b, on: setattr(b, "tty_jumper", on)),
    "timer wire": _Verb(InterruptLine | None, lambda b, line: setattr(b, "timer_wire", line)),
    "line": _Verb(Framing, _set_line),
    "type": _Verb(Typing, lambda b, v: b.terminal.send(v.text.encode("latin-1"), b.cycles, v.gap)),
    "break": _Verb(int, lambda b, cycles: b.terminal.send_break(cycles, b.cycles)),
    "play tape": _Verb(Waveform, lambda b, levels: b.deck.play(levels, b.cycles)),
    "stop tape": _Verb(NoneType, lambda b, _: b.deck.stop()),
    "record tape": _Verb(NoneType, lambda b, _: b.deck.record(b.cycles)),
    "end recording": _Verb(NoneType, lambda b, _: b.deck.recorded(b.cycles)),
    "loop tape": _Verb(TapeLoop, lambda b, wire: setattr(b, "tape_loop", wire)),
    "restore": _Verb(BoardState, lambda b, state: setattr(b, "state", state)),
}
