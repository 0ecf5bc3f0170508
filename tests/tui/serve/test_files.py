"""Files come and go through the line to the browser; nothing on the server's disk can be named."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

pytest.importorskip("aiohttp", reason="needs aiohttp")

from emu.files.statefile import SUFFIX, parse
from tests.tui.serve.page import PageStandIn, page
from tests.tui.serve.process import serving
from tui.session import commands as c

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.node,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]
PGN = b'[Event "?"]\n[White "MicroChess"]\n[Black "You"]\n\n1. d4 d5 2. c4 *\n'


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PageStandIn]:
    with serving(tmp_path_factory.mktemp("data")) as server:
        async with page(server) as one:
            await one.ready()
            yield one


async def test_a_game_goes_to_the_browser_and_another_comes(one: PageStandIn) -> None:
    await one.ask("save pgn", "mine.pgn")
    assert "1. e4 " in await one.until(lambda p: p.last("handed", "text"))
    await one.give("../../etc/mine.pgn", PGN)
    await one.ready(3)
    assert one.moves[-1] == "c4"


async def test_a_state_goes_to_the_browser_and_comes_back(one: PageStandIn) -> None:
    one.told.clear()
    await one.give("mine.pgn", PGN)
    await one.until(lambda p: p.moves == ["d4", "d5", "c4"])
    await one.ask("state", "mine.kim-state")
    text = await one.until(lambda p: p.last("handed", "text"))
    assert parse(json.loads(text)).sha256
    await one.ask("new", "white", "super-blitz", "")
    await one.until(lambda p: not p.moves)
    await one.give("mine" + SUFFIX, text.encode())
    await one.until(lambda p: p.moves == ["d4", "d5", "c4"])


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("mine.pgn", b"\xff\xfe rubbish", "mine.pgn"),
        ("mine.kim-state", b"{}", "mine.kim-state"),
        ("mine.bin@0000", bytes(1), "on the computer that serves it"),
    ],
)
async def test_what_is_refused_says_why(one: PageStandIn, name: str, data: bytes, why: str) -> None:
    one.told.clear()
    await one.give(name, data)
    assert why in await one.until(lambda p: p.last("notice", "text"))
    assert not list(one.server.folder.glob("images/*"))


async def test_a_page_adds_and_forgets_no_images(one: PageStandIn) -> None:
    one.told.clear()
    await one.ask("forget images")
    assert "microchess image" in await one.until(lambda p: p.last("notice", "text"))


async def test_nothing_that_names_a_file_can_be_asked() -> None:
    assert not hasattr(c, "Path")
