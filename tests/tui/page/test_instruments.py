"""Tape, Formula, the kilobyte and the review in the page, reached by JSON alone."""

from __future__ import annotations

import base64
from array import array
from typing import Any

import pytest

from emu.cassette import wav
from emu.cassette.audio import Audio
from emu.cassette.tapes import record_wav
from emu.files.programs import Program, Segment
from tests.tui.page.test_desk import Visitor

pytestmark = pytest.mark.asyncio


def said(visitor: Visitor, kind: str = "notice") -> list[dict[str, Any]]:
    return [one for one in visitor.told if one["type"] == kind]


def heard(visitor: Visitor, text: str) -> bool:
    """Whether that was said, whatever was said since."""
    return any(text in one["text"] for one in said(visitor))


def deck_state(visitor: Visitor) -> str:
    """What the recorder does, as it was told last."""
    told = [one["panels"]["deck"] for one in visitor.snapshots if "deck" in one.get("panels", {})]
    blocks = [block for one in told for block in one.get("blocks", ()) if block["name"] == "state"]
    return str(blocks[-1]["text"]) if blocks else ""


async def test_a_dropped_recording_is_for_the_deck_and_what_is_none_is_refused() -> None:
    visitor = Visitor()
    await visitor.ready()
    program = Program("t", (Segment(0x0200, b"abc"),), "memory")
    visitor.desk.file("t.WAV", record_wav(program, 0xC1, 11_025, 8, speed=6))
    await visitor.until(lambda: heard(visitor, "t.WAV: 1 record"))
    visitor.desk.file("t.wav", b"nothing")
    await visitor.until(lambda: heard(visitor, "t.wav is no WAV file"))
    visitor.ask("open panel", "deck")
    noise = wav.write(Audio(8_000, (array("f", bytes(4 * 8_000 * 60)),)), 8)
    visitor.desk.file("long.wav", noise)
    await visitor.until(lambda: "long.wav, " in deck_state(visitor))
    visitor.ask("act", "deck", "give_up")
    assert said(visitor)[-1]["text"].startswith("no longer listening to long.wav, ")
    assert deck_state(visitor).startswith("t.WAV")
    assert "long.wav: no record on it" not in str(visitor.told)
    visitor.ask("act", "deck", "hear")
    (sound,) = (
        one for one in visitor.snapshots[-1]["panels"]["deck"]["blocks"] if one["name"] == "sound"
    )
    assert wav.read(base64.b64decode(sound["data"]["data"]), "heard").seconds > 1
    visitor.desk.file("me.png", bytes(range(256)))
    told = said(visitor)[-1]["text"]
    assert told.startswith("nothing here can use me.png; the page takes games (.pgn), saved")
    assert "address" not in told


@pytest.mark.slow
async def test_what_the_monitor_writes_on_tape_is_kept_and_a_tape_is_loaded() -> None:
    visitor = Visitor()
    await visitor.ready()
    visitor.ask("set speed", None)
    visitor.ask("open panel", "deck")
    visitor.ask("answer", "deck", "write", "0300-0303 2F")
    await visitor.until(lambda: heard(visitor, "memory 0300-0303: 1 record"))
    visitor.ask("act", "deck", "save")
    (made,) = said(visitor, "madefile")
    assert wav.read(base64.b64decode(made["data"]), "kept").seconds > 1
    visitor.ask("act", "deck", "keep")
    await visitor.until(lambda: len(said(visitor, "madefile")) == 2)
    assert said(visitor, "madefile")[-1]["name"] == "kim1-sound-PB7.wav"
    program = Program("t", (Segment(0x0300, b"abcd"),), "memory")
    visitor.desk.file("quick.wav", record_wav(program, 0x2F, 11_025, 8, speed=6))
    await visitor.until(lambda: heard(visitor, "quick.wav: 1 record"))
    visitor.ask("act", "deck", "load")
    await visitor.until(lambda: "loaded: ID 2F" in deck_state(visitor))


async def test_the_python_engine_reviews_and_plays_by_other_weights() -> None:
    visitor = Visitor()
    await visitor.ready()
    visitor.ask("open panel", "game")
    visitor.ask("act", "game", "review")
    assert "no moves to review" in said(visitor)[-1]["text"]
    visitor.ask("set speed", None)
    visitor.ask("play", "a3")
    await visitor.ready(2)
    visitor.ask("act", "game", "review")
    table = visitor.snapshots[-1]["panels"]["game"]["blocks"][1]
    assert [row[1][0][0].split()[0] for row in table["rows"]] == ["1.", "1..."]
    visitor.ask("choose", "game", "review", "2")
    assert visitor.shown["looking"] is None
    visitor.ask("choose", "game", "review", "1")
    assert visitor.shown["looking"] == 1
    told = [one["panels"]["game"] for one in visitor.snapshots if "game" in one.get("panels", {})]
    assert "MicroChess" in told[-1]["blocks"][-1]["text"]
    visitor.ask("look", None)
    visitor.ask("open panel", "formula")
    visitor.ask("change", "formula", "weights", "WMOB", "-9")
    weights = visitor.snapshots[-1]["panels"]["formula"]["blocks"][1]
    assert weights["numbers_at"]["1"] == {"2": -9}
    assert visitor.shown["arrows"][1]
    visitor.ask("change", "formula", "weights", "WMOB", "200")
    assert "WMOB" in said(visitor)[-1]["text"]
    visitor.ask("act", "formula", "keep")
    text = said(visitor, "handed")[-1]["text"]
    visitor.ask("act", "formula", "reset")
    assert not visitor.shown["arrows"][1]
    visitor.ask("act", "formula", "take")
    visitor.desk.file("mine.toml", text.encode())
    assert visitor.shown["arrows"][1]
    visitor.ask("act", "formula", "play_on")
    await visitor.until(lambda: heard(visitor, "the replies are the Python engine's"))


async def test_bytes_of_the_kilobyte_light_up_as_the_last_reply_is_seen_again() -> None:
    visitor = Visitor()
    await visitor.ready()
    visitor.ask("set speed", None)
    visitor.ask("open panel", "kilobyte")

    def said_last() -> str:
        told = [one["panels"]["kilobyte"] for one in visitor.snapshots if "panels" in one]
        said: str = told[-1]["blocks"][0]["data"]["said"]
        return said

    visitor.ask("play", "a3")
    await visitor.ready(2)
    visitor.ask("watch", visitor.shown["thought"]["began"])
    for _ in range(2):
        visitor.ask("watch step", 1)
    await visitor.until(lambda: "counters" in said_last())
    visitor.ask("watch step", 1)
    judged = visitor.shown["thought"]["judged"]
    await visitor.until(lambda: visitor.shown["watching"] and visitor.shown["reached"] < judged)
    answer = visitor.shown["thought"]["end"]
    visitor.ask("watch", answer)
    await visitor.until(lambda: visitor.shown["machine"]["cycles"] == answer)
    assert visitor.shown["machine"]["text"] == "0F1434"
