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
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MICROCHESS_DATA"] = folder
        return asyncio.run(_picture())


async def _picture() -> dict[str, Any]:
    shown: dict[str, Any] = {}
    heard = asyncio.Queue[str]()
    desk = Desk.in_browser(heard.put_nowait, lambda *_: None, keeps="a picture")
    desk.start()
    while shown.get("activity") != "WAITING":
        message = json.loads(await heard.get())
        if message["type"] == "hello":
            shown["hello"] = {**message, "notes": []}
        elif message["type"] == "snapshot":
            merged(shown, message)
    for name in ("game", "machine"):
        desk.hear(json.dumps({"do": "open panel", "values": [name]}))
        merged(shown, json.loads(heard.get_nowait()))
    return {**shown, "activity": "RUNNING"}
