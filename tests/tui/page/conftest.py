"""The page that ``make site`` made, for all tests of a run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import REQUIRE_TOOLS
from tests.tui.page.site import SITE, missing


@pytest.fixture(scope="session")
def site() -> Path:
    """Its folder; skips, or fails where tools are required, if it is not there or is old."""
    if fault := missing():
        (pytest.fail if os.environ.get(REQUIRE_TOOLS) else pytest.skip)(fault)
    return SITE
