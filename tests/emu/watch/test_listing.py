"""Memory as assembly."""

from __future__ import annotations

from emu.watch.listing import around, listing
from emu.watch.memory import MemoryImage, Region


def test_where_nothing_answers_no_instruction_is_shown() -> None:
    image = MemoryImage((Region("RAM", 0, bytes((0xEA, 0xEA)), True),))
    assert [line.text for line in listing(image, 0, 4)] == ["NOP", "NOP", "--", "--"]
    assert listing(image, 2, 1, executed={2})[0].text != "--"


def test_what_stands_before_a_known_instruction_does_not_begin_inside_one() -> None:
    code = bytes.fromhex(
        "A200 A005 B550 C94C F010 C906 F048 C907 F04C C906 F048 60".replace(" ", "")
    )
    image = MemoryImage((Region("RAM", 0x2500, code, True),))
    names = {0x2514: "here"}
    for before in (1, 2, 3):
        lines = around(image, 0x2514, 2 + before, before, names)
        assert [line.text for line in lines][-3:] == ["CMP #$06", "BEQ $255E", "RTS"]
