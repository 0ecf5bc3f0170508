"""Labels and the KIM-1's names, conditions that use them, and where a program belongs."""

import pytest

import rom
from emu.files.formats.image import Program, Segment
from emu.machine import Machine
from emu.notation import NotationError
from emu.watch import kim1_symbols, labels
from emu.watch.conditions import Break, Condition
from emu.watch.labels import LabelError
from emu.watch.origin import assembled_for
from tests import lights
from tests.cases import cases


def test_the_files_of_ld65_and_vice_and_plain_assignments_are_read() -> None:
    assert list(labels.parse(lights.LABELS, "lights").values()) == list(lights.NAMES)
    text = "al C:0200 .go ; start\n\n# zero page\nround = $10\nTABLE := 0x1fe7\n  .local=$FFFF\n"
    assert labels.parse(text, "x") == {0x200: "go", 0x10: "round", 0x1FE7: "TABLE", 0xFFFF: "local"}


def test_the_first_label_at_an_address_counts_and_the_linkers_own_do_not() -> None:
    text = "al 000080 .__ZPSTART__\nal 000200 .one\nal 000200 .two"
    assert labels.parse(text, "x") == {0x200: "one"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("al 0200 .x\nlda #1", r"line 2: expected al ADDRESS \.NAME or NAME = \$ADDRESS"),
        ("x = 200", "line 1: expected"),
    ],
)
def test_a_line_that_is_no_label_is_refused(text: str, why: str) -> None:
    with pytest.raises(LabelError, match=why):
        labels.parse(text, "x")


def test_the_board_has_its_documented_names_on_any_rom() -> None:
    for monitor in (rom.monitor(), bytes(2048)):
        board = kim1_symbols.of_board(monitor)
        assert (board[0x1F1F], board[0x1742], board[0xFA]) == ("SCANDS", "SBD", "POINTL")


def test_the_inner_labels_of_our_monitor_are_not_those_of_another_rom() -> None:
    scan = rom.labels("kim1-002")["scan_keys"]
    assert kim1_symbols.of_board(rom.monitor())[scan] == "scan_keys"
    assert scan not in kim1_symbols.of_board(bytes(2048))


def test_addresses_are_found_by_number_and_by_name() -> None:
    names = {0x1F1F: "SCANDS", 0x200: "face"}
    for text in ("1F1F", "$1f1f", "0x1F1F", "scands", ".SCANDS"):
        assert labels.find(text, names) == 0x1F1F
    assert labels.find(".face", names) == 0x200
    for text in ("0200", "$0200", "0x0200", "0X0200", "200"):
        assert labels.find(text, names) == 0x200
    assert labels.find("face", names) == 0xFACE
    with pytest.raises(LabelError, match="'SCAN' is no address"):
        labels.find("SCAN", names)
    twice = {0x300: "loop", 0x200: "LOOP"}
    assert labels.find("loop", twice) == 0x300
    with pytest.raises(LabelError, match=r"'loop' is the label of \$0200, \$0300"):
        labels.find_only("loop", {}, twice)
    assert labels.find_only("loop", {0x400: "loop"}, twice) == 0x400
    with pytest.raises(LabelError, match="'SCAN' is no address"):
        labels.find_only("SCAN", names, twice)


def test_registers_and_bytes_are_compared_with_bytes_and_registers() -> None:
    machine = Machine(rom.monitor())
    machine.poke(0x0200, 0x83)
    holding = ("A=00", "x<=Y", "0200>x", "0200=83", "$0200!=84", "0200&80", "P&20", "SP>=0")
    assert Break.parse(list(holding)).holds(machine)
    assert not any(Condition.parse(one).holds(machine) for one in ("A!=0", "0200&04", "0200<X"))


@pytest.mark.parametrize(("text", "told"), cases("no_conditions"))
def test_what_is_no_condition_is_told_with_what_can_be_written(text: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        Break.parse([text])
    assert told in str(refused.value)


def test_a_count_is_for_breakpoints_and_no_label() -> None:
    with pytest.raises(NotationError, match="'count=5' is for breakpoints alone; expected A=3C"):
        Condition.parse("count=5", {"count": 0x0210, ".count": 0x0210}.__getitem__)
    assert Break.parse(["count=5"]).left == 5
    assert Condition.parse(".count=05", {".count": 0x0210}.__getitem__).what == 0x0210


def program(address: int, data: bytes) -> Program:
    return Program("x", (Segment(address, data),), "raw")


CALLS = bytes.fromhex("20 10 02 20 14 02 20 18 02 4C 00 02 20 1F 1F 60 60 60 60 60 60 60 60 60 60")


def test_a_program_linked_to_page_0_belongs_where_its_jumps_lead() -> None:
    assert assembled_for(program(0x0000, CALLS)) == 0x0200


@pytest.mark.parametrize("data", [CALLS, CALLS[:9] + b"\x60" * 16])
def test_a_program_in_its_place_is_left_alone(data: bytes) -> None:
    assert assembled_for(program(0x0200, data)) is None


def test_few_jumps_tell_nothing() -> None:
    assert assembled_for(program(0x0000, CALLS[:9] + b"\x60" * 16)) is None


def test_our_own_programs_are_in_their_place() -> None:
    images = [(0x1800, rom.monitor()), (0x0200, rom.census()), (0x2000, rom.janus())]
    assert all(assembled_for(program(address, data)) is None for address, data in images)
