"""The panels of the page: what travels, and what is asked for there, by JSON alone."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tui.page.test_desk import Visitor
from tui.page.panels import changed
from tui.panels.blocks import (
    Mode,
    PaperBlock,
    SentenceBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
)


def table(*rows: str, chosen: str = "") -> TableBlock:
    made = tuple(TableRow(text[0], (TableCell(text),)) for text in rows)
    return TableBlock("t", "Table", (TableColumn("Text"),), made, ("all",), chosen)


def test_of_a_block_only_what_is_another_travels() -> None:
    before = table("a1", "b1", "c1")
    known: dict[str, TableRow] = {}
    assert changed(before, table("a1", "b1", "c1"), known) is None
    whole = changed(None, before, known)
    assert whole is not None
    assert (whole["kind"], whole["name"], len(whole["rows"])) == ("Table", "t", 3)
    now = table("a1", "b2", "c1", chosen="b")
    assert changed(before, now, known) == {
        "name": "t", "rows_at": {1: ["b", {0: ["b2"]}]}, "chosen": "b",
    }  # fmt: skip
    assert changed(before, table("a1", "d1"), known) == {
        "name": "t", "rows_from": [1, [["d", [["d1"]]]]],
    }  # fmt: skip
    assert changed(before, table("a1", "b1"), known) == {"name": "t", "rows_from": [2, []]}
    assert changed(before, table("c1", "b2", "d1"), known) == {
        "name": "t", "rows": ["c", "b", "d"],
    }  # fmt: skip
    paper = PaperBlock("p", "Paper", ("KIM", "EE"), 2, Mode("M", "", ""))
    assert changed(paper, replace(paper, lines=("KIM", "EEEE"), column=4), {}) == {
        "name": "p", "lines_at": {1: "EEEE"}, "column": 4,
    }  # fmt: skip
    other = changed(before, SentenceBlock("t", "text"), known)
    assert other == {"kind": "Sentence", "name": "t", "text": "text", "tone": "", "spare": False}


@pytest.mark.asyncio
async def test_a_panel_is_told_of_while_it_is_open_and_a_byte_is_poked_in_it() -> None:
    visitor = Visitor()
    await visitor.ready()

    def told() -> list[dict[str, Any]]:
        return [one["panels"]["table"] for one in visitor.snapshots if "panels" in one]

    visitor.ask("open panel", "table")
    await visitor.until(told)
    (whole,) = told()
    assert whole["order"] == ["men"]
    assert [act["label"] for act in whole["acts"]][:2] == ["Poke", "Take off"]
    visitor.ask("choose", "table", "men", "4")
    assert told()[-1]["blocks"] == [{"name": "men", "chosen": "4"}]
    visitor.ask("act", "table", "poke")
    assert visitor.told[-1] == {"type": "panelfocus", "panel": "table", "block": "men"}
    visitor.ask("change", "table", "men", "17", "x")
    assert visitor.told[-1]["text"].startswith("'x' is no byte")
    visitor.ask("change", "table", "men", "17", "44")
    await visitor.until(lambda: visitor.shown["game"]["table"][17] == 0x44)
    (block,) = told()[-1]["blocks"]
    assert [*block["rows_at"]] == ["17"]
    visitor.ask("close panel", "table")
    number = len(told())
    visitor.ask("act", "table", "capture")
    await visitor.until(lambda: visitor.shown["game"]["table"][4] == 0xCC)
    assert len(told()) == number


@pytest.mark.asyncio
async def test_a_panel_is_as_it_was_left_when_the_page_is_loaded_again() -> None:
    visitor = Visitor()
    await visitor.ready()
    visitor.ask("open panel", "lenses")
    await visitor.until(lambda: "panels" in visitor.snapshots[-1])
    visitor.ask("act", "lenses", "both")
    await visitor.until(lambda: visitor.desk.session.stop(0))
    again = Visitor()
    await again.ready()
    again.ask("open panel", "lenses")
    await again.until(lambda: "panels" in again.snapshots[-1])
    acts = again.snapshots[-1]["panels"]["lenses"]["acts"]
    assert [one["on"] for one in acts if one["name"] == "both"] == [True]
