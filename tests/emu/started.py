"""Machines that are about to run a few bytes of code."""

from typing import Any, TypeVar

import rom
from emu.machine import Machine

M = TypeVar("M", bound=Machine)


def started(code: str | bytes, **options: Any) -> Machine:
    """A new machine with our monitor, about to run *code*; *options* of `Machine`."""
    return about_to_run(Machine(rom.monitor(), **options), code)


def about_to_run(machine: M, code: str | bytes) -> M:
    """*machine* with *code*, in hexadecimal or as bytes, at $0200, where it goes on."""
    machine.load_bytes(0x0200, bytes.fromhex(code) if isinstance(code, str) else code)
    machine.jump(0x0200)
    return machine
