"""A session at work, and the page in headless Chromium; `make page` comes first."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from itertools import chain, repeat
from pathlib import Path
from types import coroutine

from playwright.sync_api import sync_playwright

from microchess.machine.player import janus
from microchess.program.levels import Level
from tui.page.build.site import BUILT
from tui.session.host import Host
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.recorder import Recorder
from tui.session.session import Session
from tui.session.snapshot import Item, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.verbs import Asked

PYODIDE = BUILT.parents[2] / "build" / "npm" / "node_modules" / "pyodide"
PORT = 8976
VISITS, SEEN = 8, 2
"""Visits of the page; at the first of them the browser has not kept what it keeps."""
BARE = {
    "index.html": "<!doctype html><body>.<script type=module>new Worker('w.mjs', {type: 'module'})"
    ".onmessage = () => document.documentElement.dataset.machine = 'ready'</script>",
    "w.mjs": "import { loadPyodide } from './pyodide/pyodide.mjs';"
    "(await loadPyodide({ packages: [] })).runPython('1'); postMessage(1)",
}
"""Python alone, in a worker."""
STARTED = """
const look = () => {
  if (document.documentElement?.dataset.machine !== "ready") requestAnimationFrame(look);
  else window.readyAt = performance.now() / 1000;
};
look();
"""


class ByHand(Host):
    """What is to be sent to a life is asked for by hand."""

    @coroutine
    def next(self, patience: float | None) -> Generator[float | None, Asked | None, Asked | None]:
        return (yield patience)


def session() -> dict[str, float]:
    """Seconds of the processor that the machine takes to write a kilobyte to tape, and *Who wrote
    it?* to go through a reply.
    """
    shown: list[Snapshot] = []

    def hear(item: Item) -> None:
        if isinstance(item, Snapshot):
            shown[:] = [item]

    def took(*asked: Asked) -> float:
        begun = time.process_time()
        for one in chain(asked, repeat(None)):
            if life.send(one) is None and one is None:
                break
        return time.process_time() - begun

    setup = NewGame(level=Level.NORMAL)
    life = Session(janus(), None, hear, setup, host=ByHand()).life()
    life.send(None)
    took(Play.play("e5"))
    who = took(TimeTravel.back_to_access(0x03F0, True))
    kilobyte = Recorder().write(shown[0], "0000-03FF 01")
    return {"who": who, "written": min(took(*kilobyte), took(*kilobyte))}


def page() -> dict[str, float]:
    """Seconds of the clock until the page is ready, and bare Python in its place."""
    with (
        tempfile.TemporaryDirectory() as name,
        subprocess.Popen(
            [sys.executable, "-m", "http.server", str(PORT), "--directory", name],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server,
        sync_playwright() as driver,
    ):
        (Path(name) / "page").symlink_to(BUILT)
        (bare := Path(name) / "bare").mkdir()
        (bare / "pyodide").symlink_to(PYODIDE)
        for file, text in BARE.items():
            (bare / file).write_text(text)
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        visitor = browser.new_page(viewport={"width": 1280, "height": 800})
        visitor.add_init_script(STARTED)
        times: dict[str, list[float]] = {"page": [], "bare": []}
        for site in VISITS * [*times]:
            visitor.goto("about:blank")
            visitor.goto(f"http://localhost:{PORT}/{site}/")
            visitor.locator('[data-machine="ready"]').wait_for()
            visitor.wait_for_timeout(1000)
            times[site].append(float(visitor.evaluate("window.readyAt")))
        browser.close()
        server.terminate()
    return {site: min(found[SEEN:]) for site, found in times.items()}
