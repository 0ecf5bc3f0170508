"""Where the machine halts: what comes out of a session's file."""

from __future__ import annotations

from tui.session.governor import Governor


def test_conditions_that_make_no_sense_are_left_out() -> None:
    governor = Governor()
    pairs = [[0x200, "A=3C"], [[0x200], "A=1"], [0x300, "A=1"], [0x200], "A=1", [0x200, 5], None]
    governor.restore({"breakpoints": [0x200], "conditions": pairs})
    assert governor.conditions == {0x200: "A=3C"}
    assert governor.settings["conditions"] == [[0x200, "A=3C"]]
