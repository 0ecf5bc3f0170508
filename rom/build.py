"""Assemble our ROMs with ca65 and ld65 (Debian package cc65).

``python -m rom.build`` writes the images and their labels; ``--check`` compares instead.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
_SEGMENT = re.compile(r"^seg\tid=(\d+),.*\bstart=0x([0-9A-F]+)", re.MULTILINE)
_DATA = re.compile(r"^span\tid=\d+,seg=(\d+),start=(\d+),size=(\d+),type=", re.MULTILINE)
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
    """Build ``NAME.bin`` and ``NAME.labels`` of every image in *folder*.

    These are in VICE's format, sorted; comments ``; data FIRST LAST`` say which bytes are data.
    """
    labels, code, debug = folder / "labels", folder / "code.o", folder / "debug"
    linked = folder / f"{next(iter(images))}.bin"
    config = source.with_suffix(".cfg")
    subprocess.run(["ca65", "-g", "-o", code, source.with_suffix(".s")], check=True)
    subprocess.run(
        ["ld65", "-C", config, "-o", linked, "-Ln", labels, "--dbgfile", debug, code],
        cwd=folder,
        check=True,
    )
    data = _data(debug.read_text())
    lines = sorted({line for line in labels.read_text().splitlines() if "@" not in line})
    built = []
    for name, addresses in images.items():
        own = folder / f"{name}.labels"
        kept = (line for line in lines if int(line.split()[1], 16) in addresses)
        within = (f"; data {a:04X} {b:04X}" for a, b in data if a in addresses)
        own.write_text("\n".join((*kept, *within)) + "\n")
        built += [folder / f"{name}.bin", own]
    return built


def _data(debug: str) -> list[tuple[int, int]]:
    """First and last address of what is data by ld65's debug information."""
    segments = {number: int(start, 16) for number, start in _SEGMENT.findall(debug)}
    spans = sorted((segments[one] + int(at), int(size)) for one, at, size in _DATA.findall(debug))
    return [(start, start + size - 1) for start, size in spans]


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
