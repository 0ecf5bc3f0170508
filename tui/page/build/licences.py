"""The page that says whose work is in it, under which licence, and where the source is."""

from __future__ import annotations

import html
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution
from pathlib import Path

from microchess import __version__

_TEXTS = ("LICEN", "COPYING")


@dataclass(frozen=True)
class PagePart:
    """A package in the page; ``texts`` are its licence files."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    home: str = ""

    @classmethod
    def of(cls, one: Distribution) -> PagePart:
        """A Python package."""
        data = one.metadata
        texts = [
            Path(str(file.locate()))
            for file in one.files or ()
            if ".dist-info/" in file.as_posix() and file.name.upper().startswith(_TEXTS)
        ]
        said = "".join(data[name] for name in ("License-Expression", "License") if name in data)
        if not said or "\n" in said:
            classes = data.get_all("Classifier", [])
            said = next((one.rpartition(":: ")[2] for one in classes if "License" in one), "")
        return cls(data["Name"], one.version, said or "see its text", tuple(texts))

    @classmethod
    def npm(cls, modules: Path) -> Iterator[PagePart]:
        """The packages npm brought that are in the page."""
        for name in ("pyodide", "@xterm/xterm", "@xterm/addon-webgl"):
            folder = modules / name
            data = json.loads((folder / "package.json").read_text("utf-8"))
            home = f"https://github.com/pyodide/pyodide/tree/{data['version']}"
            yield cls(
                name,
                data["version"],
                data.get("license", ""),
                tuple(sorted(folder.glob("LICENSE*"))),
                home if name == "pyodide" else "",
            )


def write_about(site: Path, root: Path, parts: list[PagePart]) -> None:
    """Write ``about.html`` and the licences' texts into *site*."""
    shutil.copyfile(root / "LICENSE", site / "licence-kim1-microchess.txt")
    about = site / "about.html"
    rows = "\n".join(_row(site, part) for part in parts)
    text = about.read_text("utf-8").replace("@VERSION@", __version__).replace("@ROWS@", rows)
    about.write_text(text, "utf-8")


def _row(site: Path, part: PagePart) -> str:
    licence = html.escape(part.licence)
    if part.texts:
        file = f"licence-{part.name.replace('/', '-').lstrip('@').lower()}.txt"
        texts = [text.read_text("utf-8", "replace") for text in part.texts]
        (site / file).write_text("\n\n".join(texts), "utf-8")
        licence = f'<a href="{file}">{licence}</a>'
    home = f'<a href="{part.home}">source</a>' if part.home else ""
    cells = (f"{html.escape(part.name)} {part.version}", licence, home)
    return f"      <tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
