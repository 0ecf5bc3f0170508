"""What a visitor of the page waits for, in headless Chromium: its start, against that of Python
alone, and *Who wrote it?*. Seconds of the clock, the quickest of several; `make page` comes first.
"""

from __future__ import annotations

import functools
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
READY = '[data-machine="ready"]'
VISITS, SEARCHES = 8, 4
SITES = ("bare", "page")
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
WATCHED = """
window.times = {};
document.addEventListener("click", () => {
  const begun = performance.now(), say = document.querySelector("#notices"), look = () => {
    const took = (performance.now() - begun) / 1000;
    if (document.querySelector("#now").offsetParent) window.times.way_out ??= took;
    if (/written/.test(say.textContent)) window.times.told ??= took;
    requestAnimationFrame(look);
  };
  look();
}, { capture: true, once: true });
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def served() -> Iterator[str]:
    """Where ``page`` and ``bare`` are served."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page").symlink_to(ROOT / "tui" / "page" / "built")
        (folder / "bare").mkdir()
        (folder / "bare" / "pyodide").symlink_to(ROOT / "build/npm/node_modules/pyodide")
        for file, text in BARE.items():
            (folder / "bare" / file).write_text(text)
        handler = functools.partial(_Quiet, directory=name)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()


def ready(page: Page, address: str) -> float:
    """Seconds until it is."""
    page.goto("about:blank")
    page.goto(address)
    page.locator(READY).wait_for()
    page.wait_for_timeout(1000)
    return float(page.evaluate("window.readyAt"))


def search(page: Page, address: str) -> dict[str, float]:
    """Seconds from *Who wrote it?* to a way out of the search, and to what it says."""
    page.goto(address)
    page.locator(READY).wait_for()
    page.fill("#move", "e4")
    page.keyboard.press("Enter")
    page.get_by_text("e5", exact=True).first.wait_for()
    page.locator(".panels > details > summary", has_text="Inside").click()
    page.get_by_label("Address or label").fill("0052")
    page.keyboard.press("Enter")
    page.locator('kim-panel[name="inside"]', has_text="$0052 ").wait_for()
    page.wait_for_timeout(1000)
    page.evaluate(f"() => {{ {WATCHED} }}")
    page.get_by_role("button", name="Who wrote it?").click()
    page.locator("#notices", has_text="written").wait_for()
    page.wait_for_timeout(100)
    found: dict[str, float] = page.evaluate("window.times")
    return found


def measured() -> dict[str, Any]:
    """Seconds: ``page`` and ``bare``, ``way_out`` and ``told``."""
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(STARTED)
        # in turn, and after the first visits, when the browser has what it keeps
        visits = [[ready(page, f"{address}/{one}/") for one in SITES] for _ in range(VISITS)]
        found = dict(zip(SITES, map(min, zip(*visits[2:], strict=True)), strict=True))
        searches = [search(page, f"{address}/page/") for _ in range(SEARCHES)]
        browser.close()
    return found | {name: min(one[name] for one in searches) for name in ("way_out", "told")}


if __name__ == "__main__":
    print(json.dumps(measured()))
