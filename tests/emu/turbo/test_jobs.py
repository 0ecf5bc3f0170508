"""What is compiled: what is hot, what that leads to, and no data."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from emu.turbo.hosts import host
from emu.turbo.jobs import Compilation, Order, make
from emu.turbo.layout import Layout
from emu.units import Address, Cell
from tests.emu.turbo.test_code_changes import LOOP, ORIGIN, board_with
from tests.patience import PATIENCE

CALLS = bytes.fromhex(
    "20 10 02"  # jsr $0210
    "E8 4C 00 02"  # inx / jmp start
    + "EA" * 9
    + "C8 F0 01 60 88 60"  # iny / beq down / rts / down: dey / rts
)
BACK, CALLEE = ORIGIN + 3, ORIGIN + 0x10
COUNTS_BEHIND_ITS_CALL = bytes.fromhex(
    "20 10 02"  # jsr $0210
    "EA 4C 00 02"  # a byte / jmp start
    + "EA" * 9
    + "EE 03 02"  # inc that byte
    + "BA FE 01 01 60"  # tsx / inc $0101,x: return behind the byte / rts
)


def order(program: bytes, *asked: Address, **more: Any) -> Order:
    """For code in which *asked* are hot."""
    board = board_with(program, False)
    given: dict[str, Any] = {
        "layout": Layout.of(board.bus),
        "heads": frozenset(asked),
        "memory": bytearray(board.bus.store),
        **dict.fromkeys(("in_use", "stops"), frozenset()),
        "changes": {},
    }
    return Order(**(given | more))


def heads(wanted: Order) -> Set[Address]:
    """Where the code that is made of it can be entered."""
    (*_, made) = make(wanted, host())
    assert made is not None
    return made.heads.keys()


def test_hot_code_brings_what_it_calls_and_where_that_returns_to() -> None:
    assert {ORIGIN, BACK} <= heads(order(CALLS, ORIGIN))


def test_code_that_reaches_registers_is_followed_where_what_is_hot_reaches_one() -> None:
    drives = bytes.fromhex("8D 40 17 20 10 02 8D 42 17 4C 00 02") + bytes(4) + b"\xc8\x60"
    behind = ORIGIN + 6
    assert behind in heads(order(drives, ORIGIN))
    wanted = order(drives, CALLEE)
    wanted.memory[0x1FE:0x200] = (behind - 1).to_bytes(2, "little")
    assert behind not in heads(wanted)


def test_calls_under_way_return_to_compiled_code() -> None:
    wanted = order(CALLS, CALLEE)
    assert BACK not in heads(wanted)
    wanted.memory[0x1FE:0x200] = (BACK - 1).to_bytes(2, "little")
    assert BACK in heads(wanted)


def test_bytes_that_are_stored_to_are_not_taken_for_code() -> None:
    found = heads(order(COUNTS_BEHIND_ITS_CALL, ORIGIN, CALLEE))
    assert {ORIGIN, CALLEE} <= found
    assert BACK not in found


def test_code_ends_before_an_instruction_that_keeps_changing() -> None:
    assert BACK not in heads(order(CALLS, ORIGIN, BACK, changes={Cell(BACK): 3}))


def test_what_would_add_nothing_is_not_made() -> None:
    in_use = frozenset(heads(order(LOOP, ORIGIN)))
    assert not any(make(order(LOOP, ORIGIN, in_use=in_use), host()))


def test_a_job_works_a_turn_at_a_time() -> None:
    job = Compilation(make(order(CALLS, ORIGIN), host()))
    turns = 0
    while not job.done:
        job.advance(0)
        turns += 1
    assert turns > 3
    assert job.made is not None


def test_a_job_that_fails_ends() -> None:
    class Broken:
        placed = False

        def compile(self, module: bytes) -> Any:
            raise MemoryError

    job = Compilation(make(order(LOOP, ORIGIN), Broken()))  # type: ignore[arg-type]
    job.advance(PATIENCE)
    assert (job.done, job.made, job.fault) == (True, None, "MemoryError")
