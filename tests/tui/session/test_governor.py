"""Where the machine halts: what comes out of a session's file."""

from __future__ import annotations

import rom
from emu.machine import Machine
from tui.session.governor import Governor


def test_conditions_that_make_no_sense_are_left_out() -> None:
    governor = Governor()
    pairs = [[0x200, "A=3C"], [[0x200], "A=1"], [0x300, "A=1"], [0x200], "A=1", [0x200, 5], None]
    governor.restore({"breakpoints": [0x200], "conditions": pairs})
    assert governor.conditions == {0x200: "A=3C"}
    assert governor.settings["conditions"] == [[0x200, "A=3C"]]


def test_keys_are_pressed_at_1_mhz_at_least() -> None:
    machine = Machine(rom.monitor())
    lengths = {}
    for speed in (0.01, 10.0, None):
        governor = Governor(speed)
        for governor.keying in (False, True):
            lengths[speed, governor.keying] = governor.begin_slice(machine)
        assert governor.speed == speed
    assert lengths[0.01, True] == 100 * lengths[0.01, False]
    assert lengths[10.0, True] == lengths[10.0, False]
    assert lengths[None, True] == lengths[None, False]
