"""The picture that the page shows before its machine is there: of a new game, by a session."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from typing import Any

from tui.page.desk import Desk
from tui.page.encode import merged


def first_picture() -> dict[str, Any]:
    """The first whole snapshot, with the greeting as ``hello``."""
    shown: dict[str, Any] = {}
    panels: dict[str, Any] = {}
    found = asyncio.Event()

    def hear(text: str) -> None:
        message = json.loads(text)
        if message["type"] == "hello":
            shown["hello"] = {**message, "notes": []}
        elif message["type"] == "snapshot":
            for name, panel in message.pop("panels", {}).items():
                panels.setdefault(name, panel)
            merged(shown, message)
            if shown["activity"] == "WAITING":
                found.set()

    async def run() -> None:
        desk = Desk.in_browser(hear, lambda *_: None, keeps="a picture")
        desk.start()
        await found.wait()
        for name in ("game", "machine"):
            desk.hear(json.dumps({"do": "open panel", "values": [name]}))

    with tempfile.TemporaryDirectory() as folder:
        os.environ["MICROCHESS_DATA"] = folder
        asyncio.run(run())
    return {**shown, "panels": panels, "activity": "RUNNING"}
