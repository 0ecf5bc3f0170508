"""A session at work, and the page in headless Chromium; `make page` comes first."""

import shutil
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from microchess.program.levels import Level
from tests.tui.listener import Stepped
from tests.tui.page.conftest import PYODIDE, served
from tui.page.build.site import BUILT
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.recorder import Recorder
from tui.session.timetravel import TimeTravel
from tui.session.verbs import Asked

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


def session() -> dict[str, float]:
    """Seconds of the processor that the machine takes to write a kilobyte to tape, and *Who wrote
    it?* to go through a reply.
    """

    def took(*asked: Asked) -> float:
        begun = time.process_time()
        live.ask(*asked, None)
        while live.patience is not None:
            live.ask(None)
        return time.process_time() - begun

    live = Stepped(NewGame(level=Level.NORMAL))
    took()
    kilobyte = Recorder().write(live.shown, "0000-03FF 01")
    written = min(took(*kilobyte), took(*kilobyte))
    live = Stepped(NewGame(level=Level.NORMAL))
    took()
    took(Play.play("e5"))
    return {"written": written, "who": took(TimeTravel.back_to_access(0x03F0, True))}


def page() -> dict[str, float]:
    """Seconds of the clock until the page is ready, and bare Python in its place."""
    with (
        tempfile.TemporaryDirectory() as name,
        served(Path(name)) as address,
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
            visitor.goto(f"{address}{site}/")
            visitor.locator('[data-machine="ready"]').wait_for()
            visitor.wait_for_timeout(1000)
            times[site].append(float(visitor.evaluate("window.readyAt")))
        browser.close()
    return {site: min(found[SEEN:]) for site, found in times.items()}
