"""What is compiled for the host: what is hot, what that leads to, and no data."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from emu.engines import has_native
from emu.files.locks import FileLock
from emu.turbo.cache import Folder
from emu.turbo.compilation import trees_of
from emu.turbo.compiler import Compiler, Order
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


def heads(
    program: bytes, *asked: Address, stack: bytes = b"", unsteady: frozenset[Cell] = frozenset()
) -> set[Address]:
    """Where the trees begin that are made when *asked* are hot, *stack* being in use."""
    board = board_with(program, False)
    board.bus.store[0x200 - len(stack) : 0x200] = stack
    order = Order(asked, bytes(board.bus.store), frozenset(), frozenset(), unsteady)
    return {tree.head for tree in trees_of(Layout.of(board.bus), order)}


def test_hot_code_brings_what_it_calls_and_where_that_returns_to() -> None:
    assert heads(CALLS, ORIGIN) >= {ORIGIN, BACK}


def test_calls_under_way_return_to_compiled_code() -> None:
    assert BACK not in heads(CALLS, CALLEE)
    assert BACK in heads(CALLS, CALLEE, stack=(BACK - 1).to_bytes(2, "little"))


def test_bytes_that_are_stored_to_are_not_taken_for_code() -> None:
    found = heads(COUNTS_BEHIND_ITS_CALL, ORIGIN, CALLEE)
    assert found >= {ORIGIN, CALLEE}
    assert BACK not in found


def test_only_what_is_hot_is_made_of_bytes_that_keep_changing() -> None:
    changing = frozenset({Cell(BACK)})
    assert BACK not in heads(CALLS, ORIGIN, unsteady=changing)
    assert BACK in heads(CALLS, ORIGIN, BACK, unsteady=changing)


def test_a_byte_poked_once_is_steady_one_that_keeps_changing_is_not() -> None:
    board = board_with(LOOP, True)
    unsteady = []
    for opcode in (0x38, 0x18, 0x38, 0x18):
        board.bus[ORIGIN + 4] = opcode
        board.run(board.cycles + 5_000)
        unsteady.append(ORIGIN + 4 in board.engine.translations.unsteady)  # type: ignore[attr-defined]
    assert not unsteady[0]
    assert unsteady[-1]


native = pytest.mark.skipif(not has_native(), reason="the native engine needs llvmlite")
ORDERS_AND_ENDS = """\
import sys
from pathlib import Path
from emu.turbo.cache import Folder
from emu.turbo.compiler import Compiler
from tests.emu.turbo import test_compilation as t
compiler, order = t.compiler_and_order(Folder(Path(sys.argv[1])))
compiler.order(order)
"""


def compiler_and_order(folder: Folder) -> tuple[Compiler, Order]:
    """For the loop."""
    board = board_with(LOOP, False)
    order = Order((ORIGIN,), bytes(board.bus.store), frozenset(), frozenset())
    return Compiler(Layout.of(board.bus), folder), order


@native
def test_a_compiler_finishes_though_its_command_has_ended(folder: Folder) -> None:
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", ORDERS_AND_ENDS, folder.path], cwd=root, check=True)
    compiler, _ = compiler_and_order(folder)
    end = time.monotonic() + PATIENCE
    while not (found := list(compiler.kept())):
        assert time.monotonic() < end
    assert found[0].dependencies[0].head == ORIGIN


@native
def test_a_second_compiler_at_once_leaves_the_work_to_the_first(
    folder: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    folder.path.mkdir(mode=0o700)
    compiler, order = compiler_and_order(folder)
    lock = FileLock(compiler.work)
    compiler.order(order)
    assert compiler.finished(wait=True) is None
    lock.close()
    compiler.order(order)
    assert compiler.finished(wait=True) is not None
    assert not caplog.records
