"""What runs in the screen's worker of the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tui.page.app import Page, application
from tui.page.driver import PageDriver

Told = Callable[[str, bytes | None], None]
"""Takes a JSON object for the page, and bytes that belong to it."""


class PageScreen:
    """The screen in the page: *tell* reaches the page, *post* the machine's worker; *beginning* is
    a JSON object with ``columns``, ``lines``, ``address``, ``fragment`` and ``keeps``.
    """

    def __init__(self, tell: Told, post: Callable[[bytes], None], beginning: str) -> None:
        begin = json.loads(beginning)
        self._size = begin["columns"], begin["lines"]

        def told(what: Any) -> None:
            data = what.get("data")
            binary = data if isinstance(data, bytes) else None
            rest = {name: value for name, value in what.items() if value is not binary}
            tell(json.dumps(what if binary is None else rest), binary)

        self._tell = told
        PageDriver.page = staticmethod(told)
        page = Page(told, post, begin["address"], begin["fragment"], begin["keeps"])
        self._app = application(page)

    async def run(self) -> None:
        """Run until it ends; the page hears why."""
        await self._app.run_async(size=self._size)
        error = self._app._exception
        reason = "" if error is None else f"{type(error).__name__}: {error}"
        saved = self._app.options.save_path is not None
        self._tell({"type": "ended", "what": reason, "saved": saved})

    def hear(self, message: str) -> None:
        """A JSON object from the page."""
        driver = self._app._driver
        if isinstance(driver, PageDriver):
            driver.hear(json.loads(message))

    def arrived(self, data: bytes) -> None:
        """Something from the machine's worker."""
        if self._app.remote is not None:
            self._app.remote.arrived(data)
