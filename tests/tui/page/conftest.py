"""The page as ``make site`` made it, served as any web host would."""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.needs import unavailable

ROOT = Path(__file__).parents[3]
SITE = ROOT / "build" / "site"
PYODIDE = SITE.parent / "npm" / "node_modules" / "pyodide"
FIRST = 12_200_000
"""Bytes that are fetched before one can play, at most."""
PACKAGES = ("emu", "microchess", "rom", "tui")


def missing() -> str:
    """Why the page that was made cannot be tried; empty if it can."""
    if not (SITE / "service.js").exists():
        return "the page is not built: make site"
    made = (SITE / "service.js").stat().st_mtime
    sources = (path for name in PACKAGES for path in (ROOT / name).rglob("*.*"))
    own = (path for path in sources if path.suffix != ".pyc" and path.parent.name != "built")
    newer = [path for path in own if path.stat().st_mtime > made]
    return f"the page is older than {newer[0].relative_to(ROOT)}: make site" if newer else ""


@pytest.fixture(scope="session")
def site() -> Path:
    """Its folder; skips, or fails where tools are required, if it is not there or is old."""
    if fault := missing():
        unavailable(fault)
    return SITE


SENT: list[int] = []
"""Bytes of the files that were served."""


CUT: set[str] = set()
"""Files whose next reader gets nothing."""


class _Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.rpartition("/")[2]
        if name in CUT:
            CUT.remove(name)
            self.close_connection = True
        else:
            super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Count them."""
        SENT.append(outputfile.write(source.read()))

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Where *folder* is served."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the page is served."""
    with served(site) as where:
        yield where
