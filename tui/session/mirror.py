"""The Python engine on a copy of the machine's memory."""

from __future__ import annotations

from microchess.engine.state import EngineState
from microchess.machine.bridge import Bridge
from microchess.program.memory_map import BOOK_CLOSED, CHECK, OMOVE, POINTS, TABLE, TURN
from microchess.program.table import SIZE
from tui.session.snapshot import Thought

_PAGE = 0x100


def mirror_of_thought(thought: Thought) -> EngineState:
    """An engine that has thought on what *thought* was about."""
    session = EngineState()
    session.zero_page[TABLE : TABLE + SIZE] = thought.table.data
    session.zero_page[POINTS : POINTS + len(thought.points)] = thought.points
    for address, byte in zip((CHECK, TURN), thought.level_bytes, strict=True):
        session.poke(address, byte)
    session.poke(OMOVE, BOOK_CLOSED)
    session.press("PC")
    return session


def mirror_of(bridge: Bridge) -> EngineState:
    """An engine that has before it what the program in the machine has."""
    session = EngineState()
    session.zero_page[:] = bridge.machine.read(0, _PAGE)
    for address in (CHECK, TURN):
        session.poke(address, bridge.machine.peek(address))
    session.press("")
    return session
