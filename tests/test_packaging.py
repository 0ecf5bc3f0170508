"""What is built from the checkout is whole, and works where the checkout is not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import chess
import pytest

from microchess import __version__
from tests.commands import run
from tests.test_lock import pins

ROOT = Path(__file__).parent.parent
PACKAGES = ("emu", "microchess", "rom", "tui")
CHECKOUT_ONLY = ("tui/page/build/", "tui/page/front/")
"""What makes the page; the wheel has the page."""
TYPED = {"emu/py.typed", "microchess/py.typed", "rom/py.typed"}
ROMS = {"rom/janus.bin", "rom/census.bin", "rom/kim1-002.bin", "rom/kim1-003.bin"}
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
IMPORTS = """\
import importlib, sys
for module in sys.argv[1:]:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        print(error.name.partition(".")[0])
"""
"""Loads the modules that are named, and prints what they miss."""
OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation")


class Built(NamedTuple):
    """The two files one publishes."""

    wheel: Path
    sdist: Path


class Installation(NamedTuple):
    """A virtual environment with the wheel, and a folder far from the checkout to be in."""

    folder: Path
    home: Path

    def run(self, command: str, *arguments: str, typed: str = "") -> str:
        """What a command of this environment prints."""
        here = {"PATH": os.defpath, "HOME": str(self.home), "KIM1_CACHE": str(self.home / "cache")}
        words = [str(self.folder / "bin" / command), *arguments]
        return _done(words, self.home, env=here, input=typed)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Built by the locked backend, without a network."""
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    _done([*build, "-t", "wheel", "-t", "sdist"], cwd=ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, sdist)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel, and of everything else just what .ci/lock/play.txt names."""
    place = tmp_path_factory.mktemp("installed")
    environment = place / "venv"
    venv.create(environment, symlinks=True)
    (site,) = environment.glob("lib/python*/site-packages")
    for pin in pins("play"):
        if pin.marker is None or pin.marker.evaluate():
            for file in distribution(pin.name).files or ():
                top = site / file.parts[0]
                if file.parts[0] not in ("..", "__pycache__") and not os.path.lexists(top):
                    top.symlink_to(Path(str(file.locate())).parents[len(file.parts) - 1] / top.name)
    target = ("--python", str(environment / "bin" / "python"))
    _done([*PIP, *target, "install", *OFFLINE, str(built.wheel)], cwd=place)
    return Installation(environment, place)


def _done(command: list[str], cwd: Path, **more: Any) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, **more)
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


def wheel_files(wheel: Path) -> set[str]:
    """The files of a wheel but for its metadata."""
    names = zipfile.ZipFile(wheel).namelist()
    return {name for name in names if not PurePosixPath(name).parts[0].endswith(".dist-info")}


def test_the_wheel_holds_the_packages_and_nothing_else(built: Built) -> None:
    found = wheel_files(built.wheel)
    assert found == sources()
    assert found >= TYPED | ROMS


@pytest.mark.slow
def test_a_wheel_from_the_source_distribution_is_the_same(built: Built, tmp_path: Path) -> None:
    _done([*PIP, "wheel", *OFFLINE, "-w", str(tmp_path), str(built.sdist)], cwd=tmp_path)
    (again,) = tmp_path.glob("*.whl")
    assert again.name == built.wheel.name
    assert wheel_files(again) == wheel_files(built.wheel)


def test_the_source_distribution_can_make_play_and_test(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names >= {"pyproject.toml", "Makefile", "LICENSE", "README.md", "tests/conftest.py"}
    assert names >= {f".ci/lock/{lock}.txt" for lock in ("build", "play", "dev")}


def test_every_module_loads_without_the_extras(installed: Installation) -> None:
    modules = sorted(
        re.sub(r"(/__init__)?\.py$", "", name).replace("/", ".")
        for name in sources()
        if name.endswith(".py")
    )
    assert "tui.screen.app" in modules
    missing = installed.run("python", "-c", IMPORTS, *modules).split()
    assert set(missing) <= {"distributed", "llvmlite"}


def test_the_main_job_outside_the_checkout(installed: Installation) -> None:
    """What the checkout prints, the installation prints."""
    where, version = installed.run(
        "python", "-c", "import microchess as m; print(m.__file__, m.__version__)"
    ).split()
    assert Path(where).is_relative_to(installed.folder)
    assert version == __version__
    command = ["reply", "--fen", "startpos", "--level", "super-blitz", "--trace"]
    assert installed.run("microchess", *command) == run(*command)[1]
    typed = "uci\nsetoption name Level value super-blitz\nposition startpos moves e2e4\ngo\nquit\n"
    said = installed.run("microchess-uci", typed=typed)
    assert "uciok" in said.split()
    (move,) = re.findall(r"^bestmove (\S+)", said, re.MULTILINE)
    board = chess.Board()
    board.push_uci("e2e4")
    assert chess.Move.from_uci(move) in board.legal_moves
