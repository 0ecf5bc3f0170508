"""Assemble our ROMs with ca65 and ld65 (Debian package cc65).

``python -m rom.build`` writes the images and their labels; ``--check`` compares instead.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = {
    "kim1-002": HERE / "monitor" / "riot002",
    "kim1-003": HERE / "monitor" / "riot003",
    "janus": HERE / "janus" / "janus",
    "census": HERE / "census" / "census",
}


def assemble(name: str, folder: Path) -> tuple[Path, Path]:
    """Build ``NAME.bin`` and ``NAME.labels`` (VICE format, sorted) in *folder*."""
    source = SOURCES[name]
    image, labels, code = (folder / f"{name}{end}" for end in (".bin", ".labels", ".o"))
    config = source.with_suffix(".cfg")
    subprocess.run(["ca65", "-g", "-o", code, source.with_suffix(".s")], check=True)
    subprocess.run(["ld65", "-C", config, "-o", image, "-Ln", labels, code], check=True)
    lines = {line for line in labels.read_text().splitlines() if "@" not in line}
    labels.write_text("\n".join(sorted(lines)) + "\n")
    return image, labels


def main(arguments: list[str]) -> int:
    """Build, or with ``--check`` say whether the committed files are what the sources give."""
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        for name in SOURCES:
            for built in assemble(name, Path(folder)):
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
