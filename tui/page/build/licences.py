"""The page that says whose work is in it, under which licence, and where the source is."""

import html
import json
import shutil
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any, NamedTuple

from microchess import __version__

_CLASS = "License :: OSI Approved :: "


class PagePart(NamedTuple):
    """What is in the page; ``home`` is where its source is, if it is not with ours."""

    name: str
    version: str
    licence: str
    text: str
    home: str = ""


def parts(packages: Iterable[Distribution], modules: Path) -> Iterator[PagePart]:
    """The Python *packages*, and what npm brought into *modules*. Pyodide comes without the text of
    its licence, and so does the CPython in it: packages of ours have the same ones.
    """
    for one in packages:
        data = one.metadata
        named = next(data[key] for key in ("License-Expression", "License") if key in data)
        yield PagePart(data["Name"], one.version, named.removeprefix(_CLASS), _text(one))
    board = modules / "@lichess-org" / "chessground"
    chessground, pyodide = _json(board / "package.json"), _json(modules / "pyodide/package.json")
    text = (board / "LICENSE").read_text("utf-8")
    yield PagePart(chessground["name"], chessground["version"], chessground["license"], text)
    version, text = pyodide["version"], _text(distribution("pathspec"))
    home = f"https://github.com/pyodide/pyodide/tree/{version}"
    yield PagePart("pyodide", version, pyodide["license"], text, home)
    version = _json(modules / "pyodide/pyodide-lock.json")["info"]["python"]
    text = _text(distribution("typing_extensions"))
    home = f"https://github.com/python/cpython/tree/v{version}"
    yield PagePart("CPython", version, "PSF-2.0", text, home)


def write_about(site: Path, licence: Path, parts: Iterable[PagePart]) -> None:
    """Write ``about.html`` and the licences' texts into *site*; *licence* is our own."""
    shutil.copyfile(licence, site / "licence-kim1-microchess.txt")
    rows = []
    for part in parts:
        file = f"licence-{part.name.replace('/', '-').lstrip('@').lower()}.txt"
        (site / file).write_text(part.text, "utf-8")
        home = f'<a href="{part.home}">source</a>' if part.home else ""
        name, named = html.escape(f"{part.name} {part.version}"), html.escape(part.licence)
        cells = (name, f'<a href="{file}">{named}</a>', home)
        rows.append(f"      <tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    about = site / "about.html"
    text = about.read_text("utf-8").replace("@VERSION@", __version__)
    about.write_text(text.replace("@ROWS@", "\n".join(rows)), "utf-8")


def _text(one: Distribution) -> str:
    """The licence that came with a package."""
    (file,) = (f for f in one.files or () if ".dist-info/" in str(f) and "LICENSE" in f.name)
    return Path(str(file.locate())).read_text("utf-8")


def _json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
