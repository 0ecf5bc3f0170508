"""SingleStepTests made by the model of the 6502: what a user's files hold."""

from __future__ import annotations

import random
from typing import Any

from tests.emu.conformance import nmos6502
from tests.emu.conformance.nmos6502 import OPCODES, State
from tests.emu.conformance.test_mpu import Memory, some_case

BIT5 = 0x20


def made(opcode: int, count: int) -> list[dict[str, Any]]:
    """*count* cases of a documented opcode, or one of another that does nothing."""
    if opcode not in OPCODES:
        idle = _state(State(0, 0, 0, 0, 0, 0x200), {0x200: opcode})
        return [_case(f"{opcode:02x}", idle, idle, 2)]
    rng = random.Random(opcode)
    return [_stepped(f"{opcode:02x} {n}", *some_case(opcode, rng)) for n in range(count)]


def _stepped(name: str, before: State, changed: dict[int, int]) -> dict[str, Any]:
    memory = Memory(dict(changed))
    ram: dict[int, int] = {}

    def read(address: int) -> int:
        return ram.setdefault(address, memory[address])

    step = nmos6502.step(before, read)
    for address, _ in step.writes:
        read(address)
    after = _state(step.state, ram | dict(step.writes))
    return _case(name, _state(before, ram), after, step.cycles)


def _state(state: State, ram: dict[int, int]) -> dict[str, Any]:
    return {
        "pc": state.pc,
        "s": state.sp,
        "a": state.a,
        "x": state.x,
        "y": state.y,
        "p": state.p | BIT5,
        "ram": [list(cell) for cell in ram.items()],
    }


def _case(name: str, before: Any, after: Any, cycles: int) -> dict[str, Any]:
    bus = [[before["pc"], 0, "read"]] * cycles
    return {"name": name, "initial": before, "final": after, "cycles": bus}
