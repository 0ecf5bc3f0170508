"""Files come and go through the line to the browser."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

pytest.importorskip("aiohttp", reason="needs textual-serve")

from tests.tui.serve.page import PageStandIn, page
from tests.tui.serve_process import serving
from tui.serve import limits

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the driver is of Unix"),
]
CTRL_S, CTRL_P, CTRL_L, CTRL_T, F8 = "\x13", "\x10", "\x0c", "\x14", "\x1b[19~"
PGN = b'[Event "?"]\n[White "MicroChess"]\n[Black "You"]\n\n1. d4 d5 2. c4 *\n'


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PageStandIn]:
    with serving(tmp_path_factory.mktemp("data")) as server:
        async with page(server, size="120x60") as one:
            await one.until(lambda p: "Black to move" in (p.last("title") or ""))
            yield one


@pytest.fixture
def one(shared: PageStandIn) -> PageStandIn:
    """The page, with nothing heard on it."""
    shared.text = ""
    shared.messages.clear()
    return shared


async def choose(one: PageStandIn, entry: str) -> None:
    """An entry of the palette, by its name."""
    one.text = ""
    await one.type(CTRL_P)
    await one.until(lambda p: "Search" in p.text)
    one.text = ""
    await one.type(entry)
    await one.until(lambda p: entry in p.text)
    await one.type("\r")


async def asked(one: PageStandIn, entry: str) -> Any:
    """What the page is asked for after an entry of the palette."""
    await choose(one, entry)
    return await one.until(lambda p: p.last("wanted"))


async def test_a_game_is_fetched_once_by_the_one_who_asked(one: PageStandIn) -> None:
    async with page(one.server, "f" * 32) as other:
        await one.type(CTRL_S)
        file = await one.until(lambda p: p.last("file"))
        assert file["name"].endswith(".pgn")
        await other.until(lambda p: p.tab)
        assert (await other.download(file["key"]))[0] == 404
        status, data = await one.download(file["key"])
        assert status == 200
        assert b"1. e4 " in data
        assert (await one.download(file["key"]))[0] == 404


async def test_a_state_goes_to_the_browser_and_comes_back(one: PageStandIn) -> None:
    await choose(one, "Save machine state")
    file = await one.until(lambda p: p.last("file"))
    status, data = await one.download(file["key"])
    assert status == 200
    assert "machine" in json.loads(data)
    wanted = await asked(one, "Load machine state")
    await one.upload(file["name"], data, wanted["ticket"])
    await one.until(lambda p: "machine loaded from" in p.text)


async def test_what_is_refused_says_why_and_a_cancelled_question_is_withdrawn(
    one: PageStandIn,
) -> None:
    wanted = await asked(one, "Load PGN")
    await one.upload("mine.pgn", b"\xff\xfe rubbish", wanted["ticket"])
    await one.until(lambda p: "mine.pgn" in p.text)
    one.messages.clear()
    wanted = await asked(one, "Load PGN")
    await one.say("cancel", wanted["ticket"])
    await one.until(lambda p: p.messages[-1] == ["wanted", None])


async def test_a_game_is_loaded_from_the_browser(one: PageStandIn) -> None:
    wanted = await asked(one, "Load PGN")
    assert wanted["accept"] == ".pgn"
    assert await one.upload("../../etc/mine.pgn", PGN, wanted["ticket"]) == 204
    await one.until(lambda p: p.messages[-1] == ["wanted", None])
    await one.until(lambda p: "c4" in p.text)


async def test_a_dropped_game_is_loaded_if_the_game_may_be_left_unless_too_large(
    one: PageStandIn,
) -> None:
    assert await one.upload("big.pgn", bytes(limits.UPLOAD + 1)) == 413
    assert await one.upload("mine.pgn", PGN.replace(b"c4", b"a3")) == 204
    await one.until(lambda p: "half-moves long" in p.text or "a3" in p.text)
    if "a3" not in one.text:
        await one.type("l")
        await one.until(lambda p: "a3" in p.text)
    one.text = ""
    assert await one.upload("mine.pgn", PGN.replace(b"c4", b"h3")) == 204
    await one.until(lambda p: "h3" in p.text)
    await one.type("e7e6\r")
    await one.until(lambda p: "for e6:" in p.text)
    one.text = ""
    assert await one.upload("mine.pgn", PGN.replace(b"c4", b"Nf3")) == 204
    await one.until(lambda p: "half-moves long" in p.text)
    await one.type("l")
    await one.until(lambda p: "Nf3" in p.text)


async def test_a_program_is_sent_as_a_tape(shared: PageStandIn) -> None:
    async with page(shared.server, "e" * 32) as one:
        await one.until(lambda p: "Black to move" in (p.last("title") or ""))
        await one.type(F8)
        await one.until(lambda p: "TTY jumper out" in p.text)
        await one.type(CTRL_T)
        await one.until(lambda p: "TTY jumper in" in p.text)
        await one.type(CTRL_L)
        wanted = await one.until(lambda p: p.last("wanted"))
        await one.upload("p.hex", b":01020000EA13\n:00000001FF\n", wanted["ticket"])
        await one.until(lambda p: "characters to send" in p.text)
