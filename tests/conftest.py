"""Fixtures for all tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from microchess.library import Source, read_sources
from microchess.player import Player, janus, original

ORIGINAL = "MICROCHESS_ORIGINAL"
"""Environment variable: a file with the user's copy of the 1976 program, to test it as well."""


REQUIRE_TOOLS = "MICROCHESS_REQUIRE_TOOLS"
"""Environment variable: a test may not skip because a tool it is marked with is missing."""
TOOLS = {"cc65": "ca65", "srecord": "srec_cat", "tmux": "tmux", "chromium": "chromium"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tools are required, a missing one is a failure, not a skip."""
    if not os.environ.get(REQUIRE_TOOLS):
        return
    for item in items:
        for marker, tool in TOOLS.items():
            if item.get_closest_marker(marker) and shutil.which(tool) is None:
                pytest.exit(f"{item.nodeid} needs {tool}, and {REQUIRE_TOOLS} is set", 1)


@pytest.fixture(scope="session", params=["rom", "original"])
def player(request: pytest.FixtureRequest) -> Player:
    """Each program for the machine that is at hand."""
    if request.param == "rom":
        return janus()
    if not (path := os.environ.get(ORIGINAL)):
        pytest.skip(f"no copy of the 1976 program; {ORIGINAL} can name one")
    program, _, _ = read_sources([Source(path, Path(path).read_bytes())])
    return original(program)


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees or changes the images of the person who runs it."""
    folder = tmp_path / "data"
    monkeypatch.setenv("MICROCHESS_DATA", str(folder))
    return folder
