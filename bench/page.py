"""How long until the page shows its board, and until a move can be made. ``python -m bench.page``.

It is what ``make site`` made, on this computer's own network, in Debian's Chromium; times stand
beside those of an empty page that only starts Pyodide, in the same run. Cold: a browser that has
never been there. Warm: the second visit.
"""

from __future__ import annotations

import functools
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
PYODIDE = ROOT / "build" / "npm" / "node_modules" / "pyodide"
RUNS = 5
_BARE = """<!DOCTYPE html><title>Pyodide</title><script type="module">
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = () => (document.documentElement.dataset.machine = "ready");
</script>"""
_WORKER = """import { loadPyodide } from "./pyodide.mjs";
const indexURL = new URL("./", import.meta.url).href;
(await loadPyodide({ indexURL, packages: [] })).runPython("1 + 1");
postMessage(1);"""
_WATCH = """new MutationObserver(() => {
  const found = (name, there) => { if (there && !(name in seen)) seen[name] = performance.now(); };
  found("board", document.querySelector("cg-board piece"));
  found("ready", document.documentElement?.dataset.machine === "ready");
}).observe(document, { subtree: true, childList: true, attributes: true });
globalThis.seen = {};"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a *folder*."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def visit(browser: Browser, address: str) -> list[dict[str, float]]:
    """A cold and a warm visit: milliseconds to ``board`` and ``ready``, and ``bytes``."""
    context = browser.new_context(service_workers="block")
    found = []
    for _ in range(2):
        page = context.new_page()
        asked: list[Any] = []
        page.on("requestfinished", lambda one: asked.append(one))  # noqa: B023 - this page alone
        page.add_init_script(_WATCH)
        page.goto(address)
        page.locator('[data-machine="ready"]').wait_for(state="attached")
        seen: dict[str, float] = page.evaluate("seen")
        sizes = [one.sizes() for one in asked]
        total = sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes)
        found.append({**seen, "bytes": total})
        page.close()
    context.close()
    return found


def main() -> int:
    """Print a line for each kind of visit."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(shutil.copytree(PYODIDE, Path(folder, "bare")))
        (bare / "index.html").write_text(_BARE)
        (bare / "worker.js").write_text(_WORKER)
        with served(SITE) as page, served(bare) as empty, sync_playwright() as driver:
            runs = []
            for _ in range(RUNS):
                browser = driver.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                )
                runs.append((visit(browser, page), visit(browser, empty)))
                browser.close()
    print("visit    board   ready    bare Pyodide   ratio   fetched")
    for index, kind in enumerate(("cold", "warm")):
        ours, theirs = [run[0][index] for run in runs], [run[1][index] for run in runs]
        board, ready = (statistics.median(one[name] for one in ours) for name in ("board", "ready"))
        start = statistics.median(one["ready"] for one in theirs)
        fetched = statistics.median(one["bytes"] for one in ours)
        print(
            f"{kind}   {board / 1000:5.2f} s {ready / 1000:5.2f} s     {start / 1000:5.2f} s"
            f"      {ready / start:5.2f}   {fetched / 1e6:5.2f} MB"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
