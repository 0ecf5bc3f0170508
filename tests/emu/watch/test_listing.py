"""Memory as assembly."""

from emu.watch.listing import Listing
from emu.watch.memory import MemoryImage, Region


def test_where_nothing_answers_no_instruction_is_shown() -> None:
    image = MemoryImage((Region(0, bytes((0xEA, 0xEA)), True),))
    assert [line.text for line in Listing(image).lines(0, 4)] == ["NOP", "NOP", "--", "--"]
    assert Listing(image, executed={2}).lines(2, 1)[0].text != "--"


def test_what_stands_before_a_known_instruction_does_not_begin_inside_one() -> None:
    code = bytes.fromhex(
        "A200 A005 B550 C94C F010 C906 F048 C907 F04C C906 F048 60".replace(" ", "")
    )
    image = MemoryImage((Region(0x2500, code, True),))
    names = {0x2514: "here"}
    for before in (1, 2, 3):
        lines = Listing(image, names).around(0x2514, 2 + before, before)
        assert [line.text for line in lines][-3:] == ["CMP #$06", "BEQ $255E", "RTS"]


def test_data_is_shown_as_bytes_up_to_the_next_label_and_where_it_was_not_executed() -> None:
    image = MemoryImage((Region(0x0200, bytes.fromhex("60A9A9A9A9EA"), True),))
    table = frozenset(range(0x0201, 0x0205))
    lines = Listing(image, {0x0204: "low"}, data=table).lines(0x0200, 5)
    assert [line.text for line in lines] == ["RTS", ".byte $A9, $A9, $A9", ".byte $A9", "NOP", "--"]
    assert Listing(image, executed={0x0201}, data=table).lines(0x0201, 1)[0].text == "LDA #$A9"
    assert Listing(image, data=table).around(0x0202, 3, 2)[-1].text == ".byte $A9, $A9, $A9"
    behind = Listing(image, executed={0x0204}, data=table).lines(0x0203, 2)
    assert [line.text for line in behind] == [".byte $A9", "LDA #$EA"]
