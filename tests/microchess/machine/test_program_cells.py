"""What fits is taken, and everything else is refused and changes nothing."""

from typing import Any

import pytest

from microchess.engine.state import EngineState
from microchess.errors import CellError
from microchess.machine.bridge import Bridge
from microchess.machine.player import janus
from microchess.machine.program_cells import ProgramCells
from microchess.program.levels import Level
from microchess.program.table import INITIAL_TABLE


@pytest.fixture(scope="module")
def bridge() -> Bridge:
    return janus().boot()


@pytest.mark.parametrize(
    ("name", "wrong", "told"),
    [
        ("book", bytes(40), "book: 40 bytes; expected 28"),
        ("book", [0] * 28, "book [0, "),
        ("omove", 256, "omove 256: expected a number from 0 to 255"),
        ("omove", 2.0, "omove 2.0: expected a number from 0 to 255"),
        ("level_bytes", (8, 256), "level byte 256: expected a number from 0 to 255"),
        ("level_bytes", (8,), "level_bytes (8,): expected two bytes"),
        ("level", "blitz", "level 'blitz': expected a Level"),
        ("table", INITIAL_TABLE, "table b'"),
    ],
)
def test_a_cell_that_cannot_hold_a_value_is_left_as_it_was(
    bridge: Bridge, name: str, wrong: Any, told: str
) -> None:
    state = EngineState()
    before = bridge.machine.snapshot().memory, bytes(state.zero_page), state.check, state.turn
    for cells in (bridge, ProgramCells(state)):
        with pytest.raises((CellError, TypeError)) as refused:
            setattr(cells, name, wrong)
        assert str(refused.value).startswith(told)
    after = bridge.machine.snapshot().memory, bytes(state.zero_page), state.check, state.turn
    assert after == before


def test_the_digits_are_three_bytes_and_the_counters_22(bridge: Bridge) -> None:
    before = bridge.machine.snapshot().memory
    wrong: Any
    for wrong in (b"\x00\x00", bytes(40), "000000"):
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


@pytest.mark.parametrize(
    ("method", "arguments", "told"),
    [
        *(
            (method, (wrong, *more), r"^address .*expected \$00")
            for method, *more in (("peek",), ("read", 1), ("load_bytes", b"\0"), ("jump",))
            for wrong in (70000, -1, 1.5, "0200", None)
        ),
        ("run_until", ({70000}, 1000), r"^address .*expected \$00"),
        *(("poke", (0x10, wrong), "^cannot poke .*: expected") for wrong in (256, -1, 1.5, "0")),
        ("read", (0xFFFE, 4), r"4 bytes at \$FFFE reach beyond \$FFFF"),
        *(("read", (0, wrong), r"^length .*: expected \$00000") for wrong in (-1, 1.5, "1")),
        *(("load_bytes", (2, wrong), "^data .*: expected") for wrong in ([1, 2], "0102", 7)),
    ],
)
def test_a_machine_refuses_what_is_no_address_or_byte(
    bridge: Bridge, method: str, arguments: tuple[Any, ...], told: str
) -> None:
    with pytest.raises((ValueError, TypeError), match=told):
        getattr(bridge.machine, method)(*arguments)


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
