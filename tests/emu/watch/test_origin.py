"""A program's own jumps tell where it belongs."""

import pytest

import rom
from emu.files.formats.image import Program, Segment
from emu.watch.origin import assembled_for


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
