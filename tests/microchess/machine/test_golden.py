"""The program in the machine against all that the original was seen to do."""

from statistics import median
from typing import Any

import pytest

from microchess.machine import script
from microchess.machine.player import Player, janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable
from tests.golden import answers_as_the_original, sound_replies, transcripts
from tests.sample import every_run

CHUNKS = 8
"""Tests for the replies, so that several processes can share them."""
SESSIONS = every_run(
    sorted(transcripts(), key=lambda one: one["name"] in ("selfplay-blitz", "selfplay-normal")),
    len(transcripts()) - 2,
)
"""Those that think long last."""


@pytest.fixture(scope="module")
def solver(player: Player) -> MachineSolver:
    return MachineSolver(player)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_replies_tables_and_every_candidate_are_the_originals(
    solver: MachineSolver, player: Player, chunk: int, slow: bool
) -> None:
    for golden in sound_replies()[chunk :: CHUNKS if slow else 5 * CHUNKS]:
        counted = ("cycles", "instructions") if player.key == "original" else ()
        answers_as_the_original(solver, golden, ("reply", "after", "candidates", *counted))


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session["name"])
def test_every_key_leaves_the_originals_digits_and_table(
    player: Player, session: dict[str, Any]
) -> None:
    bridge = player.boot()
    bridge.level = Level.named(session["level"])
    steps = script.parse(step["key"] for step in session["steps"])
    ignored = set() if player.key == "original" else {"cycles"}
    for done, golden in zip(script.run(bridge, steps), session["steps"], strict=True):
        seen, told = done.as_json(), dict(golden)
        assert seen | dict.fromkeys(ignored) == told | dict.fromkeys(ignored)


@pytest.mark.parametrize("level", Level)
def test_janus_needs_at_most_a_third_of_the_originals_cycles(level: Level) -> None:
    solver, ratios = MachineSolver(janus()), []
    golden = [one for one in sound_replies() if one["kind"] == "position"]
    for one in [one for one in golden if one["level"] == level.title][::10]:
        reply = solver.solve(Request(PieceTable.from_hex(one["table"]), level))
        ratios.append((reply.cycles or 0) / one["cycles"])
    assert median(ratios) <= (1 / 10 if level is Level.NORMAL else 1 / 3)
