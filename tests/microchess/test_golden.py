"""The program in the machine against all that the original was seen to do."""

from __future__ import annotations

from typing import Any

import pytest

from microchess import script
from microchess.levels import Level
from microchess.player import Player
from microchess.replies import Request, reply_fields
from microchess.solvers import MachineSolver
from microchess.table import PieceTable
from tests.golden import sound_replies, transcripts

CHUNKS = 40
"""Replies are taken in this many tests, so that several processes can share them."""


@pytest.fixture(scope="module")
def solver(player: Player) -> MachineSolver:
    return MachineSolver(player)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_replies_tables_and_every_candidate_are_the_originals(
    solver: MachineSolver, player: Player, chunk: int
) -> None:
    for golden in sound_replies()[chunk::CHUNKS]:
        request = Request(
            PieceTable.from_hex(golden["table"]), Level.named(golden["level"]), golden.get("fen")
        )
        fields = reply_fields(request, solver.solve(request))
        what = ["reply", "after", "candidates"]
        if player.key == "original":
            what += ["cycles", "instructions"]
        assert {name: fields[name] for name in what} == {name: golden[name] for name in what}, (
            golden["table"],
            golden["level"],
        )


@pytest.mark.parametrize("session", transcripts(), ids=lambda session: session["name"])
def test_every_key_leaves_the_originals_digits_and_table(
    player: Player, session: dict[str, Any]
) -> None:
    bridge = player.boot()
    bridge.level = Level.named(session["level"])
    steps = script.parse(step["key"] for step in session["steps"])
    ignored = set() if player.key == "original" else {"cycles"}
    for done, golden in zip(script.run(bridge, steps), session["steps"], strict=True):
        seen = {name: value for name, value in done.as_json().items() if name not in ignored}
        assert seen == {name: value for name, value in golden.items() if name not in ignored}
