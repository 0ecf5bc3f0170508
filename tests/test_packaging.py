"""What is built from the checkout is whole; .ci/wheel installs it where the checkout is not."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
PACKAGES = ("emu", "microchess", "rom", "tui")
CHECKOUT_ONLY = ("tui/page/build/", "tui/page/front/")
"""What makes the page; the wheel has the page."""
TYPED = {"emu/py.typed", "microchess/py.typed", "rom/py.typed"}
ROMS = {"rom/janus.bin", "rom/census.bin", "rom/kim1-002.bin", "rom/kim1-003.bin"}
IMPORTS = """\
import importlib, sys
sys.modules |= dict.fromkeys(("distributed", "numpy", "scipy", "serial"))
for module in sys.argv[1:]:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        print(error.name.partition(".")[0])
"""
"""Loads the modules that are named where there are no extras, and prints what they miss."""


def _done(command: list[str], cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def sources() -> set[str]:
    """The files of the packages in the checkout."""
    return {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if not path.is_relative_to(ROOT / "rom" / "build")
        if not path.relative_to(ROOT).as_posix().startswith(CHECKOUT_ONLY)
    }


def test_the_wheel_holds_the_packages_and_nothing_else(tmp_path: Path) -> None:
    """Built by the locked backend, without a network."""
    _done(
        [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path), "-t", "wheel"], cwd=ROOT
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    found = {name for name in names if not PurePosixPath(name).parts[0].endswith(".dist-info")}
    assert found == sources()
    assert found >= TYPED | ROMS


def test_every_module_loads_without_the_extras() -> None:
    modules = sorted(
        re.sub(r"(/__init__)?\.py$", "", name).replace("/", ".")
        for name in sources()
        if name.endswith(".py")
    )
    assert "tui.screen.app" in modules
    missing = _done([sys.executable, "-c", IMPORTS, *modules], cwd=ROOT).split()
    assert set(missing) <= {"distributed"}


def test_the_tests_that_the_commands_name_are_there() -> None:
    for file in (".ci/run", ".ci/wheel", "Makefile"):
        for named in re.findall(r"\btests/[\w/]+\.py", (ROOT / file).read_text(encoding="utf-8")):
            assert (ROOT / named).is_file(), (file, named)
