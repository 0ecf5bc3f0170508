"""Fixtures for all tests."""

import os
import signal
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path

import hypothesis
import pytest

from emu.files.programs import read_source
from microchess.machine.player import Player, janus, original
from microchess.machine.sources import read_sources
from tests.costs import Costs
from tests.needs import Needs
from tests.shaking import shaken

pytest_plugins = ["tests.serial_board"]
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")
ORIGINAL = "MICROCHESS_ORIGINAL"
"""Environment variable: FILE or FILE@ADDR, the user's copy of the 1976 program, to test it too."""
RAW_IMAGE = 0x1800
"""Bytes of a file that holds all memory below the monitor, from $0000 on."""


def pytest_configure(config: pytest.Config) -> None:
    """Tell at the end what the run has cost. Ctrl-C and the end of a terminal stop what is started
    even where the run itself was started in the background or by nohup, which ignore them.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.name == "posix" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    config.pluginmanager.register(Costs())
    config.pluginmanager.register(Needs())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """For ``-n auto`` one more than there are cores: some tests wait for other processes."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--slow``, ``--shake``."""
    parser.addoption("--slow", action="store_true", help="also run what takes minutes")
    parser.addoption("--shake", type=int, metavar="SEED", help="delay sessions at random")


@pytest.fixture(autouse=True, scope="session")
def shaking(pytestconfig: pytest.Config) -> Iterator[None]:
    """Sessions that answer late, if ``--shake`` asks for them."""
    seed = pytestconfig.getoption("--shake")
    with nullcontext() if seed is None else shaken(seed):
        yield


@pytest.fixture(scope="session")
def slow(pytestconfig: pytest.Config) -> bool:
    """Whether every case is tried, not some of them."""
    return bool(pytestconfig.getoption("--slow"))


@pytest.fixture(
    scope="session", params=["rom", "original"] if os.environ.get(ORIGINAL) else ["rom"]
)
def player(request: pytest.FixtureRequest) -> Player:
    """Each program for the machine that is at hand; a test of the tour tells if one is not."""
    if request.param == "rom":
        return janus()
    source = read_source(os.environ[ORIGINAL])
    if source.address is None and len(source.data) == RAW_IMAGE:
        source = replace(source, address=0)
    program, _, _ = read_sources([source])
    return original(program)


@pytest.fixture(scope="session")
def data_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names of folders that are not there yet."""
    parent = tmp_path_factory.mktemp("data", numbered=False)
    return (parent / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_data_folder(data_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees or changes the images of the person who runs it."""
    folder = next(data_folders)
    monkeypatch.setenv("MICROCHESS_DATA", str(folder))
    return folder
