"""The page that explains translation names what really holds."""

from __future__ import annotations

from pathlib import Path

from emu.turbo.contract import LONG

PAGE = (Path(__file__).parents[3] / "docs" / "development" / "turbo.md").read_text(encoding="utf-8")


def test_the_longest_path_is_the_one_named() -> None:
    assert f"at most {LONG.longest:,} cycles" in PAGE
