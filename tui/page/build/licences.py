"""The page that says whose work is in it, under which licence, and where the source is.

Parts that come without the text of their licence get it from a package that has the same one.
"""

from __future__ import annotations

import html
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from microchess import __version__

_TEXTS = ("LICEN", "COPYING")
_SAME = {
    "MPL-2.0": ("pathspec", "LICENSE"),
    "PSF-2.0": ("typing_extensions", "LICENSE"),
    "Apache-2.0": ("packaging", "LICENSE.APACHE"),
}
"""Licences, and where their texts are: package and file."""


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
        named = "".join(data[name] for name in ("License-Expression", "License") if name in data)
        if not named or "\n" in named:
            classes = data.get_all("Classifier", [])
            found = [one for one in classes if one.startswith("License")]
            named = found[0] if found else ""
        named = named.rpartition(":: ")[2]
        return cls(data["Name"], one.version, named or "see its text", tuple(texts))

    @classmethod
    def like(cls, name: str, version: str, licence: str, home: str) -> PagePart:
        """A part without a text of its own."""
        package, file = _SAME[licence]
        texts = [text for text in cls.of(distribution(package)).texts if text.name == file]
        return cls(name, version, licence, tuple(texts), home)

    @classmethod
    def others(cls, modules: Path) -> Iterator[PagePart]:
        """What is no Python package: what npm brought into *modules*, and what is in that."""
        board = modules / "@lichess-org" / "chessground"
        data = json.loads((board / "package.json").read_text("utf-8"))
        yield cls(data["name"], data["version"], data["license"], tuple(board.glob("LICENSE*")))
        pyodide = json.loads((modules / "pyodide" / "package.json").read_text("utf-8"))
        home = f"https://github.com/pyodide/pyodide/tree/{pyodide['version']}"
        yield cls.like("pyodide", pyodide["version"], pyodide["license"], home)
        lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
        version = lock["info"]["python"]
        home = f"https://github.com/python/cpython/tree/v{version}"
        yield cls.like("CPython", version, "PSF-2.0", home)


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
        file = f"licence-{part.name.replace('/', '-').replace(' ', '-').lstrip('@').lower()}.txt"
        texts = [text.read_text("utf-8", "replace") for text in part.texts]
        (site / file).write_text("\n\n".join(texts), "utf-8")
        licence = f'<a href="{file}">{licence}</a>'
    home = f'<a href="{part.home}">source</a>' if part.home else ""
    cells = (f"{html.escape(part.name)} {part.version}", licence, home)
    return f"      <tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
