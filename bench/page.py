"""How long until the page shows its board, and until a move can be made. ``python -m bench.page``.

It is what ``make page`` made, on this computer's own network, in Debian's Chromium. Cold: a browser
that has never been there. Warm: the second visit.
"""

from __future__ import annotations

import functools
import shutil
import sys
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

SITE = Path(__file__).parents[1] / "tui" / "page" / "built"
RUNS = 5
_WATCH = """new MutationObserver(() => {
  const found = (name, there) => { if (there && !(name in seen)) seen[name] = performance.now(); };
  found("board", document.querySelector("cg-board piece"));
  found("ready", document.documentElement?.dataset.machine === "ready");
}).observe(document, { subtree: true, childList: true, attributes: true });
globalThis.seen = {};"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


def visits(browser: Browser, address: str) -> Iterator[tuple[float, float, float]]:
    """A cold and a warm one: milliseconds to the board and to the machine, and bytes."""
    context = browser.new_context(service_workers="block")
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
        yield seen["board"], seen["ready"], total
        page.close()
    context.close()


def main() -> int:
    """Print the medians of each kind of visit."""
    handler = functools.partial(_Quiet, directory=str(SITE))
    runs = []
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as driver:
        Thread(target=server.serve_forever, daemon=True).start()
        for _ in range(RUNS):
            path = shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
            runs.append(list(visits(browser, f"http://127.0.0.1:{server.server_port}/")))
            browser.close()
        server.shutdown()
    for kind, found in zip(("cold", "warm"), zip(*runs, strict=True), strict=True):
        board, ready, fetched = map(median, zip(*found, strict=True))
        print(f"{kind}: board {board / 1000:.2f} s, ready {ready / 1000:.2f} s", end="")
        print(f", {fetched / 1e6:.2f} MB fetched")
    return 0


if __name__ == "__main__":
    sys.exit(main())
