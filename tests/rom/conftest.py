"""The monitors to try: ours, and the original where it is at hand."""

import os

import pytest

import rom
from emu.machine import Machine
from tests.rom.kit import ROMS_VARIABLE, image


@pytest.fixture(params=["ours", "original"] if os.environ.get(ROMS_VARIABLE) else ["ours"])
def monitor(request: pytest.FixtureRequest) -> bytes:
    """The monitor to try."""
    return image(request.param)


@pytest.fixture
def machine(monitor: bytes) -> Machine:
    """A machine that has just been reset, RAM zero but for the two vectors."""
    return Machine(monitor)


@pytest.fixture
def ours() -> Machine:
    return Machine(rom.monitor())
