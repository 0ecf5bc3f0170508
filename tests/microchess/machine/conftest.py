"""A library of images."""

from pathlib import Path

import pytest

from microchess.machine.library import Library
from tests import synthetic


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """An empty one, which takes the stand-in for the program of 1976."""
    return Library(tmp_path / "images", synthetic.manifest())
