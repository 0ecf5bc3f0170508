"""The compiler of native code is not relied upon: it may die, hang, or answer rubbish."""

from __future__ import annotations

import logging
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from emu.engines import has_native
from emu.turbo import cache
from emu.turbo.cache import Folder
from emu.turbo.compiler import Compiled, Compiler
from emu.turbo.driver import Turbo
from emu.turbo.layout import Layout
from tests.emu.turbo.test_code_changes import LOOP, board_with
from tests.emu.turbo.test_compilation import compiler_and_order
from tests.patience import PATIENCE
from tests.sample import one_in

pytestmark = pytest.mark.skipif(not has_native(), reason="the native engine needs llvmlite")
ANSWER = """\
import marshal, sys
from pathlib import Path
from emu.turbo.cache import Folder
from emu.turbo.compiler import Compiled
from emu.turbo.native import host
folder, name, *_ = marshal.loads(sys.stdin.buffer.read())
Folder(Path(folder)).write(name, {answer})
"""
BEHAVIOURS = {
    "dies at once": "raise SystemExit(3)",
    "dies with a complaint": "import sys; sys.stdin.read(1); raise ValueError('no such host')",
    "is killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "hangs": "import time; time.sleep(10_000)",
    "says nothing": "",
    "answers rubbish": ANSWER.format(answer="b'rubbish'"),
    "answers something else": ANSWER.format(answer="marshal.dumps((1, 2, 3, 4))"),
    "answers with no list": ANSWER.format(answer="marshal.dumps(('', b'', frozenset(), 5))"),
    "answers with no code": ANSWER.format(
        answer="Compiled(host(), b'rubbish', frozenset(), ()).packed()"
    ),
}


@pytest.mark.parametrize("behaviour", one_in(4, list(BEHAVIOURS)))
def test_the_machine_goes_on_in_python_and_the_log_has_one_line(
    folder: Folder,
    behaviour: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "_warned", set())
    command = [sys.executable, "-c", BEHAVIOURS[behaviour]]
    patience = 0.5 if behaviour == "hangs" else PATIENCE
    expected, board = board_with(LOOP, False), board_with(LOOP, False)
    board.engine = Turbo(
        board,
        compiler=lambda: Compiler(Layout.of(board.bus), folder, command, patience),
        patient=True,
        eager=True,
    )
    with caplog.at_level(logging.WARNING):
        for one in (expected, board):
            for _ in range(20):
                one.run(one.cycles + 20_000)
    assert board.state == expected.state
    assert len(caplog.records) == 1, caplog.text
    assert "native code" in caplog.text


def test_nothing_in_the_working_directory_is_imported(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "trap"
    trap.mkdir()
    for name in ("emu", "tempfile", "struct", "sitecustomize", "llvmlite", "array"):
        (trap / f"{name}.py").write_text(f"open({str(trap / 'sprung')!r}, 'w'); raise OSError")
    monkeypatch.chdir(trap)
    monkeypatch.syspath_prepend("")
    monkeypatch.syspath_prepend(str(trap))
    monkeypatch.setenv("PYTHONPATH", str(trap))
    compiler, order = compiler_and_order(folder)
    compiler.order(order)
    assert isinstance(compiler.finished(wait=True), Compiled)
    assert not (trap / "sprung").exists()


def test_a_batch_is_answered_whole_though_every_compiler_dies(tmp_path: Path) -> None:
    table = "0304000702050106101711161215141373747077727571766067616662656463"
    lines = [f'{{"table": "{table}", "level": "super-blitz"}}\n'] * 30
    (tmp_path / "batch").write_text("".join(lines))
    code = (
        "import sys; from emu.turbo import child, driver; from tui.cli.main import main\n"
        "child.command = lambda _: [sys.executable, '-c', 'raise SystemExit(9)']\n"
        "driver.SEEK_NATIVE_AFTER = driver.COMPILE_NATIVE_AFTER = 1000\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = shlex.split(f"reply --batch {tmp_path / 'batch'}")
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={"KIM1_ENGINE": "native", "KIM1_CACHE": str(tmp_path / "cache"), "HOME": str(tmp_path)},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.count("\n")) == (0, 30)
    assert done.stderr == "no native code is made: the compiler ended with status 9\n"
