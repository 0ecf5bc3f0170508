"""What lint-imports, which checks the layers, does not see."""

import re
from collections import defaultdict
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
PACKAGES = ("emu", "microchess", "tui", "rom")


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
