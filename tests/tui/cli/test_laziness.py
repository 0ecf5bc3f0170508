"""A command loads what it needs; the rest would only make it slow to start."""

import subprocess
import sys

import pytest

from microchess import __version__

COMMANDS = """\
import contextlib, io, sys
from tui.cli.main import main
for line in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main(line.split())
    print(*sys.modules)
"""
"""Runs commands one after the other; prints all modules loaded after each."""
HEAVY = {"argcomplete", "chess", "dataclasses", "wasmtime", "py65", "rich", "textual"}
ELSEWHERE = {"distributed", "multiprocessing", "emu.files.assembly"}
"""What only several processes and images of one's own need."""
TABLE = "0304000702050106101711161215141373747077727571767066617662656463"
ABSENT = (
    {
        "--version": HEAVY,
        "--help": HEAVY,
        "keys C": {"chess", "textual", "wasmtime", "argcomplete", "rich", *ELSEWHERE},
    },
    {
        f"reply --table {TABLE}": {
            *("chess", "textual", "emu.files.programs", "rich", "zipfile"),
            *ELSEWHERE,
        }
    },
    {"completion bash": {"chess", "py65", "textual", "wasmtime", "rich"}},
)
"""What a command, and those before it in one process, have not loaded."""
UCI = """\
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from microchess.uci.main import main; main()
"""


def python(*words: str, typed: str = "") -> tuple[str, str]:
    """What a Python of its own prints, and what it says on stderr."""
    done = subprocess.run(
        [sys.executable, *words], input=typed, capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


@pytest.mark.parametrize("commands", ABSENT, ids=" ".join)
def test_a_command_loads_no_more_than_it_needs(commands: dict[str, set[str]]) -> None:
    loaded = python("-c", COMMANDS, *commands)[0].splitlines()
    for modules, (line, absent) in zip(loaded, commands.items(), strict=True):
        assert "tui.cli.parser" in modules.split()
        assert not absent & set(modules.split()), line


def test_the_version_is_told() -> None:
    assert python("-m", "microchess", "--version") == (f"microchess {__version__}\n", "")


def test_the_screen_loads_panels_and_dialogs_when_they_are_shown() -> None:
    loaded = python("-c", "import sys, tui.screen.app; print(*sys.modules)")[0].split()
    later = {"markdown_it", "microchess.boards", "microchess.tour", "emu.cassette.tapes"}
    assert not later & set(loaded)


def test_the_uci_engine_says_what_it_is_before_it_loads_what_it_thinks_with() -> None:
    out, loaded = python("-c", UCI, typed="uci\nquit\n")
    assert out.endswith("uciok\n")
    assert not {"chess", "emu.machine", "emu.turbo", "hashlib"} & set(loaded.split())
