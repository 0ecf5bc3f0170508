"""Folders are layers: tui -> microchess -> emu -> py65."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("emu", "microchess", "tui", "rom")


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("emu.machine", {"chess", "microchess", "tui"}),
        ("emu.files.programs", {"chess", "microchess", "tui"}),
        ("rom", {"py65", "emu", "microchess", "tui"}),
        ("microchess.game.game", {"tui", "rich"}),
        ("microchess.boards.replay", {"tui", "rich", "py65", "emu"}),
        ("microchess.program.reply", {"tui", "emu", "chess"}),
        ("microchess.engine.state", {"emu", "rom", "py65", "chess", "tui"}),
    ],
)
def test_a_layer_loads_nothing_from_above(module: str, absent: set[str]) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not absent & set(done.stdout.split())


def test_imports_run_in_no_circle() -> None:
    graph = grimp.build_graph(*PACKAGES)
    waiting = {
        module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules
    }
    while free := [module for module, imported in waiting.items() if not imported & set(waiting)]:
        for module in free:
            del waiting[module]
    assert not waiting, f"in circles, or behind one: {sorted(waiting)}"


def test_no_two_public_classes_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for name in re.findall(r"^class ([^_]\w*)", text, re.MULTILINE):
                places[name].append(str(path.relative_to(ROOT)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_measurements_do_not_lean_on_tests() -> None:
    for path in (ROOT / "bench").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^\s*(from|import) tests\b", text, re.MULTILINE), path
