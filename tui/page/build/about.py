"""The page that says whose work is in it, under which licence, and where the source is."""

import json
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from microchess import __version__
from tui.page.build import FRONT, ROOT
from tui.page.build.site import PACKAGES


def write_about(site: Path, modules: Path) -> None:
    """Write ``about.html`` with the versions of all parts, and their licences' texts, into *site*;
    *modules* is npm's folder. Pyodide comes without the text of its licence, and so does the
    CPython in it: packages of ours have the same ones.
    """
    board, pyodide = modules / "@lichess-org" / "chessground", modules / "pyodide"
    python = _json(pyodide / "pyodide-lock.json")["info"]["python"]
    parts = {
        "kim1-microchess": (__version__, (ROOT / "LICENSE").read_text("utf-8")),
        **{one: (distribution(one).version, _licence(distribution(one))) for one in PACKAGES},
        "chessground": (_json(board / "package.json")["version"], (board / "LICENSE").read_text()),
        "pyodide": (_json(pyodide / "package.json")["version"], _licence(distribution("pathspec"))),
        "cpython": (python, _licence(distribution("typing_extensions"))),
    }
    about = (FRONT / "about.html").read_text("utf-8")
    for name, (version, text) in parts.items():
        (site / f"licence-{name}.txt").write_text(text, "utf-8")
        about = about.replace(f"@{name}@", version)
    (site / "about.html").write_text(about, "utf-8")


def _licence(one: Distribution) -> str:
    """The text that came with a package."""
    (file,) = (f for f in one.files or () if ".dist-info/" in str(f) and "LICENSE" in f.name)
    return Path(str(file.locate())).read_text("utf-8")


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
