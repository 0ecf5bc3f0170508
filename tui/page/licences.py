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

@dataclass(frozen=True)
class Part:
    """A package in the page; ``texts`` are its licence files."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    home: str = ""

    @classmethod
    def of(cls, one: Distribution) -> Part:
        """A Python package."""
        data = one.metadata
        texts = [
            Path(str(file.locate()))
            for file in one.files or ()
            if ".dist-info/" in file.as_posix() and file.name.upper().startswith(("LICEN", "COPYING"))
        ]
        said = data.get("License-Expression") or data.get("License") or ""
        if not said or "\n" in said:
            classified = [c for c in data.get_all("Classifier", []) if c.startswith("License ::")]
            said = classified[0].rpartition("::")[2].strip() if classified else ""
        return cls(data["Name"], one.version, said or "see its text", tuple(texts))

    @classmethod
    def npm(cls, modules: Path) -> Iterator[Part]:
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


_PAGE = """\
<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Licences and source</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="favicon.svg" type="image/svg+xml" />
    <style>
      body {{ max-width: 46em; margin: 2em auto; padding: 0 1em; background: #0c181f; color: #e8e8e8; font: 16px/1.5 monospace; }}
      a {{ color: #8fc1dc; }}
      td {{ padding: 0.1em 1em 0.1em 0; vertical-align: top; }}
    </style>
  </head>
  <body>
    <h1>Licences and source</h1>
    <p>kim1-microchess {version} is free software under the <a href="licence-kim1-microchess.txt">GNU General
      Public License, version 3</a> or later; so is this page. <a href="source.tar.gz">Its source</a> is here, with
      that of every Python package in the page; <code>make site</code> builds the page from it.</p>
    <p>The chess program of 1976 is its author's and not in here; nor are the KIM-1's own ROMs.</p>
    <table>
{rows}
    </table>
    <p>Pyodide is CPython, under the PSF license, compiled to WebAssembly; its source and that of the libraries in it
      is where the table says. The font is Roboto Mono, under the Apache License 2.0, as textual-serve brings it.</p>
    <p><a href="./">Back to the board</a></p>
  </body>
</html>
"""


def write_about(site: Path, root: Path, parts: list[Part]) -> None:
    """Write ``about.html`` and the licences' texts into *site*."""
    shutil.copyfile(root / "LICENSE", site / "licence-kim1-microchess.txt")
    rows = "\n".join(_row(site, part) for part in parts)
    (site / "about.html").write_text(_PAGE.format(version=__version__, rows=rows), "utf-8")


def _row(site: Path, part: Part) -> str:
    licence = html.escape(part.licence)
    if part.texts:
        file = f"licence-{part.name.replace('/', '-').lstrip('@').lower()}.txt"
        texts = [text.read_text("utf-8", "replace") for text in part.texts]
        (site / file).write_text("\n\n".join(texts), "utf-8")
        licence = f'<a href="{file}">{licence}</a>'
    home = f'<a href="{part.home}">source</a>' if part.home else ""
    return f"      <tr><td>{html.escape(part.name)} {part.version}</td><td>{licence}</td><td>{home}</td></tr>"
