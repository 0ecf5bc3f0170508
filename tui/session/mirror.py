"""The Python engine on a copy of the machine's memory."""

from __future__ import annotations

from microchess.engine.state import EngineState
from microchess.machine.bridge import Bridge
from microchess.program.memory_map import CHECK, TURN

_PAGE = 0x100


def mirror_of(bridge: Bridge) -> EngineState:
    """An engine that has before it what the program in the machine has."""
    session = EngineState()
    session.zero_page[:] = bridge.machine.read(0, _PAGE)
    for address in (CHECK, TURN):
        session.poke(address, bridge.machine.peek(address))
    session.press("")
    return session
