"""An order for native code is answered twice: by a draft, and by what takes its place."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from emu.board import Board
from emu.engines import has_native
from emu.turbo import cache, driver
from emu.turbo.cache import Folder
from emu.turbo.compiler import DRAFT, Compiler
from emu.turbo.driver import Turbo
from emu.turbo.layout import Layout
from tests.emu.turbo.test_code_changes import LOOP, board_with, turbo
from tests.patience import PATIENCE
from tests.sample import every_run

pytestmark = pytest.mark.skipif(not has_native(), reason="the native engine needs llvmlite")
COMPILER = """\
import os, signal, sys, time
from pathlib import Path
from emu.turbo import compilation
from emu.turbo.cache import Folder
from emu.turbo.compiler import DRAFT
write, sign = Folder.write, Path({sign!r})
def writing(folder, name, data):
    if name.endswith(DRAFT):
        return write(folder, name, data)
    while not sign.exists():
        time.sleep(0.01)
    {second}
    return write(folder, name, data)
Folder.write = writing
compilation.main()
"""
GOOD, KILLED, RUBBISH = "", "os.kill(os.getpid(), signal.SIGKILL)", "data = b'rubbish'"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code is ordered soon, and the log is fresh."""
    monkeypatch.setattr(driver, "COMPILE_NATIVE_AFTER", 2_000)
    monkeypatch.setattr(cache, "_warned", set())


@pytest.fixture
def sign(tmp_path: Path) -> Path:
    """The file that has a compiler go on from its draft."""
    return tmp_path / "sign"


@pytest.fixture
def machine(folder: Folder, sign: Path) -> Iterator[Callable[[str], Board]]:
    """Boards in the loop; their compilers give a draft, and wait for *sign* before they do what
    the argument says.
    """
    compilers = []

    def board_of(second: str) -> Board:
        board = board_with(LOOP, False)
        command = [sys.executable, "-c", COMPILER.format(sign=str(sign), second=second)]
        compiler = Compiler(Layout.of(board.bus), folder, command)
        compilers.append(compiler)
        board.engine = Turbo(board, compiler=lambda: compiler, eager=True)
        return board

    yield board_of
    sign.touch()
    for compiler in compilers:
        compiler.finished(wait=True)


def run_until(board: Board, done: Callable[[], bool]) -> None:
    """Run *board* until *done*, and then beside the interpreter."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        board.run(board.cycles + 100_000)
    reference = board_with(LOOP, False)
    reference.state = board.state
    for one in (board, reference):
        one.run(one.cycles + 20_000)
    assert board.state == reference.state


def test_a_draft_is_used_until_better_code_takes_its_place(
    folder: Folder, sign: Path, machine: Callable[[str], Board]
) -> None:
    board = machine(GOOD)
    engine = turbo(board)
    run_until(board, lambda: engine.on_draft)
    assert engine.native_heads
    sign.touch()
    run_until(board, lambda: not engine.on_draft)
    assert engine.native_heads
    assert not next(iter(Compiler(Layout.of(board.bus), folder).kept())).draft


@pytest.mark.parametrize("second", every_run([KILLED, RUBBISH], 1), ids=["killed", "rubbish"])
def test_where_no_better_code_comes_the_draft_stays_in_use(
    sign: Path, machine: Callable[[str], Board], second: str, caplog: pytest.LogCaptureFixture
) -> None:
    board = machine(second)
    run_until(board, lambda: turbo(board).on_draft)
    sign.touch()
    with caplog.at_level(logging.WARNING):
        run_until(board, lambda: bool(caplog.records))
        run_until(board, lambda: turbo(board).on_draft)
    assert len(caplog.records) == 1, caplog.text


def test_a_draft_in_the_cache_is_used_and_made_good(
    folder: Folder,
    sign: Path,
    machine: Callable[[str], Board],
    caplog: pytest.LogCaptureFixture,
) -> None:
    first, later = machine(KILLED), machine(GOOD)
    run_until(first, lambda: turbo(first).on_draft)
    (name,) = folder.names("native-")
    draft = folder.read(name)
    assert draft is not None
    sign.touch()
    run_until(first, lambda: bool(caplog.records))
    run_until(later, lambda: turbo(later).on_draft)
    run_until(later, lambda: not turbo(later).on_draft)
    assert turbo(later).native_heads
    compiler = Compiler(Layout.of(later.bus), folder)
    folder.write(f"{compiler.work.name}-another{DRAFT}", draft)
    drafts = [one.draft for one in compiler.kept()]
    assert drafts == sorted(drafts)
    assert {*drafts} == {False, True}
