"""A command loads what it needs; the rest would only make it slow to start."""

import subprocess
import sys

import pytest

from microchess import __version__

RUN = """\
import atexit, sys
from tui.cli.main import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
main(sys.argv[1:])
"""
"""Runs a command, then prints all modules loaded."""
HEAVY = {"argcomplete", "chess", "dataclasses", "wasmtime", "py65", "rich", "textual"}
ELSEWHERE = {"distributed", "multiprocessing", "emu.files.assembly"}
"""What only several processes and images of one's own need."""
TABLE = "0304000702050106101711161215141373747077727571767066616662656463"


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--version"], HEAVY),
        (["--help"], HEAVY),
        (["keys", "C"], {"chess", "textual", "wasmtime", "argcomplete", "rich", *ELSEWHERE}),
        (
            ["reply", "--table", TABLE],
            {"chess", "textual", "emu.files.programs", "rich", "zipfile", *ELSEWHERE},
        ),
        (["completion", "bash"], {"chess", "py65", "textual", "wasmtime", "rich"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_loads_no_more_than_it_needs(arguments: list[str], absent: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "tui.cli.parser" in loaded
    assert not absent & loaded


def test_the_version_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "microchess", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"microchess {__version__}\n"


def test_the_screen_loads_panels_and_dialogs_when_they_are_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys, tui.screen.app; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    later = {"markdown_it", "microchess.boards", "microchess.tour", "emu.cassette.tapes"}
    assert not later & set(done.stdout.split())


def test_the_uci_engine_says_what_it_is_before_it_loads_what_it_thinks_with() -> None:
    watched = "import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    done = subprocess.run(
        [sys.executable, "-c", f"{watched}\nfrom microchess.uci.main import main; main()"],
        input="uci\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("uciok\n")
    assert not {"chess", "emu.machine", "emu.turbo", "hashlib"} & set(done.stderr.split())
