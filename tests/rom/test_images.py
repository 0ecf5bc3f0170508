"""The committed images are what the sources assemble to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rom
from rom.build import SOURCES, assemble

needs_cc65 = pytest.mark.skipif(shutil.which("ca65") is None, reason="needs Debian's cc65")


@pytest.mark.cc65
@needs_cc65
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_source_assembles_to_the_committed_images_and_labels(source: Path, tmp_path: Path) -> None:
    built = assemble(source, SOURCES[source], tmp_path)
    assert len(built) == 2 * len(SOURCES[source])
    for file in built:
        assert file.read_bytes() == rom.image(file.name)


def test_monitor_vectors_are_the_documented_ones() -> None:
    nmi, reset, irq = (
        int.from_bytes(rom.monitor()[offset : offset + 2], "little")
        for offset in (0x7FA, 0x7FC, 0x7FE)
    )
    assert (nmi, reset, irq) == (0x1C1C, 0x1C22, 0x1C1F)


def test_labels_name_the_entry_points_of_janus() -> None:
    labels = rom.labels("janus")
    assert labels["entry"] == 0x2000
    assert labels["install_entry"] == 0x2003
    assert 0x2000 < labels["judge"] < 0x2800
