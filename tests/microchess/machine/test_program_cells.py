"""The documented cells take what fits into them, and refuse everything else unchanged."""

from typing import Any

import pytest

from microchess.engine.state import EngineState
from microchess.errors import CellError
from microchess.machine.bridge import Bridge
from microchess.machine.player import janus
from microchess.machine.program_cells import ProgramCells
from microchess.program.levels import Level
from microchess.program.table import INITIAL_TABLE, PieceTable
from microchess.shortcuts.starting import boot_kim1

TABLE = PieceTable(INITIAL_TABLE)


@pytest.fixture(scope="module")
def bridge() -> Bridge:
    return janus().boot()


@pytest.mark.parametrize(
    ("name", "wrong", "told"),
    [
        ("book", bytes(40), "book: 40 bytes; expected 28"),
        ("book", bytes(27), "book: 27 bytes; expected 28"),
        ("book", [0] * 28, "book [0, "),
        ("omove", 256, "omove 256: expected a number from 0 to 255"),
        ("omove", 2.0, "omove 2.0: expected a number from 0 to 255"),
        ("level_bytes", (8, 256), "level byte 256: expected a number from 0 to 255"),
        ("level_bytes", (8,), "level_bytes (8,): expected two bytes"),
        ("level", "blitz", "level 'blitz': expected a Level"),
        ("level", None, "level None: expected a Level"),
        ("table", INITIAL_TABLE, "table b'"),
    ],
)
@pytest.mark.parametrize("where", ["machine", "engine"])
def test_a_cell_that_cannot_hold_a_value_is_left_as_it_was(
    bridge: Bridge, where: str, name: str, wrong: Any, told: str
) -> None:
    state = EngineState()
    cells = bridge if where == "machine" else ProgramCells(state)
    before = bridge.machine.snapshot().memory, bytes(state.zero_page), state.check, state.turn
    with pytest.raises((CellError, TypeError)) as refused:
        setattr(cells, name, wrong)
    assert str(refused.value).startswith(told)
    assert before == (
        bridge.machine.snapshot().memory, bytes(state.zero_page), state.check, state.turn
    )  # fmt: skip


@pytest.mark.parametrize("wrong", [b"\x00\x00", bytes(40), "000000"])
def test_the_digits_are_three_bytes_and_the_counters_22(bridge: Bridge, wrong: Any) -> None:
    before = bridge.machine.snapshot().memory
    with pytest.raises(CellError, match=r"^digits"):
        bridge.show_digits(wrong)
    with pytest.raises(CellError, match=r"^counters"):
        bridge.counters = wrong
    assert bridge.machine.snapshot().memory == before


def test_what_fits_is_taken_whatever_kind_of_bytes_it_is(bridge: Bridge) -> None:
    given: Any = bytearray(range(28))
    few: Any = memoryview(given)[:22]
    bridge.book, bridge.counters = given, few
    bridge.level_bytes = [8, 0xFB]  # type: ignore[assignment]
    assert bridge.book == bytes(range(28))
    assert bridge.level is Level.NORMAL


@pytest.mark.parametrize("wrong", [70000, -1, 1.5, "0200", None])
def test_a_machine_refuses_what_is_no_address(wrong: Any) -> None:
    machine = boot_kim1()
    for call in (
        lambda: machine.peek(wrong),
        lambda: machine.read(wrong, 1),
        lambda: machine.poke(wrong, 0),
        lambda: machine.load_bytes(wrong, b"\0"),
        lambda: machine.go(wrong),
        lambda: machine.jump(wrong),
        lambda: machine.run_until({wrong}, 1000),
    ):
        with pytest.raises(ValueError, match=r"^(address|cannot poke) .*expected \$00"):
            call()


def test_a_machine_refuses_what_is_no_byte_or_does_not_lie_in_its_memory() -> None:
    machine = boot_kim1()
    wrong: Any
    for wrong in (256, -1, 1.5, "00"):
        with pytest.raises(ValueError, match=r"^cannot poke .* at \$0010: expected \$00-\$FF"):
            machine.poke(0x10, wrong)
    with pytest.raises(ValueError, match=r"4 bytes at \$FFFE reach beyond \$FFFF"):
        machine.read(0xFFFE, 4)
    for wrong in (-1, 1.5, "1"):
        with pytest.raises(ValueError, match=r"^length .*: expected \$00000 to \$10000"):
            machine.read(0, wrong)
    for wrong in ([1, 2], "0102", 7):
        with pytest.raises(TypeError, match=r"^data .*: expected bytes"):
            machine.load_bytes(0x200, wrong)


def test_a_python_engine_refuses_what_its_page_zero_cannot_hold() -> None:
    state = EngineState()
    for address, value in ((0x50, 256), (0x50, -1), (0x200, 0), (-1, 0), (0x50, "4")):
        with pytest.raises(ValueError, match="expected"):
            state.poke(address, value)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"32 bytes at \$F0"):
        state.load_bytes(0xF0, bytes(32))
    for key in ("Z", "", "RS", 7):
        with pytest.raises(ValueError, match=r"^key .*: expected C, E, F, PC, 0-7"):
            state.press(key)  # type: ignore[arg-type]
    state.press("c")
    state.press("pc")
    assert (len(state.zero_page), state.display) == (0x100, "0F1333")


def test_squares_of_a_table_are_bytes() -> None:
    wrong: Any
    for wrong in (256, -1, 2.5, "33"):
        with pytest.raises(ValueError, match=r"^byte .*: expected a number from 0 to 255"):
            TABLE.standing_on(wrong)
        with pytest.raises(ValueError, match=r"^byte .*: expected a number from 0 to 255"):
            TABLE.moved(0, wrong)
    assert TABLE.standing_on(0x33) is None
