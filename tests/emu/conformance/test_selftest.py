"""Programs that test the processor from within: success, traps, and what else may happen."""

import pytest

from emu import engines
from emu.conformance import selftest
from emu.errors import ConformanceError
from emu.files.programs import Program, Segment
from emu.interpreter import Interpreter
from emu.turbo.layout import Layout

START, SUCCESS, ERROR_BYTE = 0x400, 0x410, 0x0B
CODE = bytes.fromhex(
    "A9 7F"  # 0400 LDA #$7F
    "18"  # 0402 CLC
    "69 01"  # 0403 ADC #$01
    "50 FE"  # 0405 BVC *
    "10 FE"  # 0407 BPL *
    "C9 80"  # 0409 CMP #$80
    "D0 FE"  # 040B BNE *
    "86 0B"  # 040D STX ERROR_BYTE, 0 at power-on
    "EA"  # 040F NOP
    "4C 10 04"  # 0410 JMP *
)


def program(patch: dict[int, int] | None = None) -> Program:
    return Program.from_bytes_map("test", dict(enumerate(CODE, START)) | (patch or {}))


def test_a_test_passes_at_its_address_of_success() -> None:
    found = selftest.run(program(), START, SUCCESS)
    assert (found.passed, found.end) == (True, "success at $0410")
    # 2 for each of LDA CLC ADC BVC BPL CMP BNE NOP, which take no branch, 3 for STX.
    assert (found.instructions, found.cycles) == (9, 8 * 2 + 3)
    assert (found.registers.pc, found.registers.a) == (SUCCESS, 0x80)


def test_a_jump_to_itself_anywhere_else_is_a_failure() -> None:
    found = selftest.run(program({0x404: 0x00}), START, SUCCESS)
    assert (found.passed, found.end) == (False, "trap at $0405, success is at $0410")
    assert found.registers.pc == 0x405
    assert selftest.run(program(), START).end == "trap at $0410, success is at $3469"


@pytest.mark.parametrize(("opcode", "passed"), [(0x86, True), (0x85, False)], ids=["STX", "STA"])
def test_an_error_byte_has_the_last_word(opcode: int, passed: bool) -> None:
    found = selftest.run(program({0x40D: opcode}), START, SUCCESS, ERROR_BYTE)
    assert found.passed == passed
    assert found.end == ("success at $0410" if passed else "the byte at $000B is $80, expected $00")


def test_a_jam_or_the_last_cycle_ends_it() -> None:
    found = selftest.run(program({0x40F: 0xD2}), START, SUCCESS)
    end = "undocumented opcode $D2 at $040F: JAM, until RS"
    assert (found.passed, found.end) == (False, end)
    found = selftest.run(program({0x411: 0x00}), START, SUCCESS + 1, max_cycles=1000)
    assert (found.passed, found.end) == (False, "nothing reached in 1,000 cycles")
    assert 1000 <= found.cycles < 1010


def test_it_comes_to_the_same_in_translated_code() -> None:
    """The decimal mode's additions of 4,096 pairs: translated and interpreted code take turns."""
    code = bytes.fromhex("A2F0 A000 F8 8A 18 8410 6510 D8 9D0005 C8 D0F3 E8 D0F0 4C1D04")
    additions = Program("t", (Segment(START, code),), "memory")
    found = selftest.run(additions, START, 0x41D, engine="wasm")
    assert found == selftest.run(additions, START, 0x41D)
    assert found.passed


def test_memory_is_ram_all_through() -> None:
    """A write over the last byte of memory and a jump through it."""
    code = bytes.fromhex("A9 00 8D FE FF A9 30 8D FF FF 00")
    found = selftest.run(Program("test", (Segment(0x4000, code),), "memory"), 0x4000, 0x3000)
    assert found.passed
    flat = Layout.of(selftest.FlatBoard(Interpreter).bus)
    assert not flat.is_register(0x1740)
    assert Layout.of(engines.board((), "py65").bus).is_register(0x1740)


def test_a_program_without_a_byte_at_its_start_is_refused() -> None:
    with pytest.raises(ConformanceError, match=r"^test has no byte at its start, \$0500$"):
        selftest.run(program(), 0x500)
