"""Assemble our ROMs with ca65 and ld65 (Debian package cc65).

``python -m rom.build`` writes the images and their labels; ``--check`` compares instead.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = {
    HERE / "monitor" / "monitor": {
        "kim1-003": range(0x1800, 0x1C00),
        "kim1-002": range(0x1C00, 0x2000),
    },
    HERE / "janus" / "janus": {"janus": range(0x10000)},
    HERE / "census" / "census": {"census": range(0x10000)},
}
"""A source with its linker configuration: the images they give, and where each one's labels lie."""


def assemble(source: Path, images: Mapping[str, range], folder: Path) -> list[Path]:
    """Build ``NAME.bin`` and ``NAME.labels`` (VICE format, sorted) of every image in *folder*."""
    labels, code = folder / "labels", folder / "code.o"
    linked = folder / f"{next(iter(images))}.bin"
    config = source.with_suffix(".cfg")
    subprocess.run(["ca65", "-g", "-o", code, source.with_suffix(".s")], check=True)
    subprocess.run(
        ["ld65", "-C", config, "-o", linked, "-Ln", labels, code], cwd=folder, check=True
    )
    lines = sorted({line for line in labels.read_text().splitlines() if "@" not in line})
    built = []
    for name, addresses in images.items():
        own = folder / f"{name}.labels"
        kept = (line for line in lines if int(line.split()[1], 16) in addresses)
        own.write_text("\n".join(kept) + "\n")
        built += [folder / f"{name}.bin", own]
    return built


def main(arguments: list[str]) -> int:
    """Build, or with ``--check`` say whether the committed files are what the sources give."""
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        for source, images in SOURCES.items():
            for built in assemble(source, images, Path(folder)):
                committed = HERE / built.name
                if "--check" not in arguments:
                    committed.write_bytes(built.read_bytes())
                elif not committed.exists() or committed.read_bytes() != built.read_bytes():
                    stale.append(built.name)
    for file in stale:
        print(f"rom/{file} is not what its source assembles to; run make rom", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
