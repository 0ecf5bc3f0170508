"""Fixtures for translated code."""

from __future__ import annotations

from pathlib import Path

import pytest

from emu.turbo.cache import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A private cache."""
    return Folder(tmp_path / "cache")
