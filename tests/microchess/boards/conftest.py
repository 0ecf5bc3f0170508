"""Memories by name."""

from __future__ import annotations

import pytest

from microchess.boards.registry import Exhibit, exhibit


@pytest.fixture
def strict() -> Exhibit:
    return exhibit("microchess")


@pytest.fixture
def firstchess() -> Exhibit:
    return exhibit("firstchess")
