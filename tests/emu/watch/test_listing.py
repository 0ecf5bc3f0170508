"""Memory as assembly."""

from __future__ import annotations

from emu.watch.listing import listing
from emu.watch.memory import MemoryImage, Region


def test_where_nothing_answers_no_instruction_is_shown() -> None:
    image = MemoryImage((Region("RAM", 0, bytes((0xEA, 0xEA)), True),))
    assert [line.text for line in listing(image, 0, 4)] == ["NOP", "NOP", "--", "--"]
    assert listing(image, 2, 1, executed={2})[0].text != "--"
