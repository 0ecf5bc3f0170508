"""The page that explains translation shows what is really made."""

from __future__ import annotations

from pathlib import Path

import rom
from emu import engines
from emu.turbo.builder import Builder
from emu.turbo.contract import LONG
from emu.turbo.layout import Layout
from emu.turbo.pysource import source

PAGE = (Path(__file__).parents[3] / "docs" / "development" / "turbo.md").read_text(encoding="utf-8")


def test_the_function_shown_is_the_one_that_is_written() -> None:
    board = engines.board((), "py65")
    board.bus.program(0x0200, rom.census())
    builder = Builder(Layout.of(board.bus), board.bus.store, lambda _: False)
    tree = builder.build(rom.labels("census")["fold"])
    assert tree is not None
    assert source(tree) in PAGE


def test_the_longest_path_is_the_one_named() -> None:
    assert f"at most {LONG.longest:,} cycles" in PAGE
