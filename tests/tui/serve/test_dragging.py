"""The window's edge is dragged while the program thinks; then the layout comes to rest."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("aiohttp", reason="needs textual-serve")

from tests.tui.serve.page import page
from tests.tui.serve_process import serving

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the driver is of Unix"),
]
POSITION = "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P1B2/2NBPN2/PPQ2PPP/R4RK1 b - - 0 1"
F10 = "\x1b[21~"
RESIZES, APART = 60, 0.05


async def test_sixty_resizes_while_it_thinks_leave_the_keys_alive(tmp_path: Path) -> None:
    drawn = random.Random(0)
    width, height = 130, 45
    with serving(tmp_path, "--fen", POSITION, level="normal") as server:
        async with page(server, size="130x45") as one:
            await one.until(lambda p: "Black to move" in (p.last("title") or ""))
            await one.type("a5\r")
            for _ in range(RESIZES):
                width = max(50, min(170, width + drawn.randint(-6, 6)))
                height = max(20, min(60, height + drawn.randint(-3, 3)))
                await one.say("resize", {"width": width, "height": height})
                await asyncio.sleep(APART)
            await one.until(lambda p: "Black to move" in p.last("title") and "Black" in p.text)
            one.text = ""
            await one.type(F10)
            await one.until(lambda p: "TTY jumper" in p.text)
