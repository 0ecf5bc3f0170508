"""The Python engines against all that the original was seen to do, poked tables included, against
Janus, and against each other: all are built in different ways."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microchess.engine.literal import LiteralState
from microchess.engine.state import EngineState, think
from microchess.engine.timing import thinking_time
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver, PythonSolver
from microchess.program.levels import Level
from microchess.program.memory_map import CHECK, DIRECTIONS, POINTS, TABLE, TURN
from microchess.program.request import Request
from microchess.program.table import SIZE, PieceTable
from tests.golden import (
    answers_as_the_original,
    keys_do_as_in_the_original,
    replies,
    transcripts,
)

CHUNKS = 8
SQUARES = [rank << 4 | file for rank in range(8) for file in range(8)]
CHECKS = (0x00, 0x04, 0x08, 0x0C, 0x10)
squares = st.sampled_from(SQUARES)
"""Many men are a tree of captures that takes the literal engine seconds: most are lost."""
lost = st.lists(st.sampled_from((True, True, False)), min_size=SIZE, max_size=SIZE)
anything = st.binary(min_size=SIZE, max_size=SIZE)


def placed(where: list[int], gone: list[bool]) -> bytes:
    return bytes(0xCC if out else byte for byte, out in zip(where, gone, strict=True))


sound = st.builds(placed, st.lists(squares, min_size=SIZE, max_size=SIZE, unique=True), lost)
crowded = st.builds(placed, st.lists(squares, min_size=SIZE, max_size=SIZE), lost)
"""Men share squares."""
level_bytes = st.tuples(st.sampled_from(CHECKS), st.integers(0xFB, 0xFF))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_reply_table_candidate_and_counter_is_the_originals(chunk: int, slow: bool) -> None:
    """The literal engine's of some."""
    for golden in replies()[chunk::CHUNKS]:
        answers_as_the_original(PythonSolver(), golden)
    for golden in replies()[chunk :: CHUNKS * (20 if slow else 160)]:
        answers_as_the_original(PythonSolver("literal"), golden)


@pytest.mark.parametrize("engine", [EngineState, LiteralState])
def test_every_key_leaves_the_originals_digits_pointer_and_table(
    engine: type[EngineState], slow: bool
) -> None:
    for session in transcripts()[:: 1 if slow or engine is EngineState else 9]:
        keys_do_as_in_the_original(engine(Level.named(session["level"])), session)


def test_engine_and_machine_agree_on_random_boards_and_any_level_bytes(slow: bool) -> None:
    """Men on different squares, any number of them lost, the kings too."""
    random_ = random.Random(0)
    solver = MachineSolver(janus())
    for _ in range(36 if slow else 4):
        share, free = random_.random(), random_.sample(SQUARES, 32)
        table = PieceTable(bytes(0xCC if random_.random() < share else to for to in free))
        check, turn = random_.choice(CHECKS), random_.randrange(0xFB, 0x100)
        solver.prepare(Request(table, Level.NORMAL))
        solver.bridge.level_bytes = check, turn
        theirs, ours = solver.bridge.reply(), think(table, check, turn)
        assert (ours.move, ours.after) == (theirs.move, theirs.after)
        assert ours.candidates == theirs.candidates, (table.hex, check, turn)


def same(pokes: dict[int, int]) -> None:
    """Both engines after key PC, from the same memory."""
    fast, literal = EngineState(), LiteralState()
    for state in (fast, literal):
        for address, byte in pokes.items():
            state.poke(address, byte)
        state.press("PC")
    assert literal.candidates == fast.candidates
    assert (literal.display, literal.table) == (fast.display, fast.table)
    assert literal.zero_page[0xDD:0xF3] == fast.zero_page[0xDD:0xF3]


def pokes_of(table: bytes, check: int, turn: int) -> dict[int, int]:
    return {**{TABLE + man: byte for man, byte in enumerate(table)}, CHECK: check, TURN: turn}


def test_the_fast_engine_agrees_on_sound_crowded_and_senseless_tables(slow: bool) -> None:
    examples = 40 if slow else 6

    @settings(max_examples=examples, database=None)
    @given(st.one_of(sound, crowded, anything), level_bytes)
    def on_any_table(table: bytes, levels: tuple[int, int]) -> None:
        same(pokes_of(table, *levels))

    @settings(max_examples=examples, database=None)
    @given(sound, st.binary(min_size=16, max_size=16), st.permutations(range(16)), level_bytes)
    def with_other_tables(
        table: bytes, points: bytes, order: list[int], levels: tuple[int, int]
    ) -> None:
        """Any points; the directions in another order, so that a rook may jump like a knight."""
        pokes = pokes_of(table, *levels)
        directions = EngineState().zero_page[DIRECTIONS : DIRECTIONS + 16]
        for place in range(16):
            pokes[POINTS + place] = points[place]
            pokes[DIRECTIONS + place] = directions[order[place]]
        same(pokes)

    on_any_table()
    with_other_tables()


def recorded(level: Level, every: int) -> list[dict[str, Any]]:
    """Some of the shorter replies recorded at *level*, poked tables among them."""
    found = [one for one in replies() if one["level"] == level.title]
    return sorted(found, key=lambda one: int(one["cycles"]))[: len(found) // 2 : every]


@pytest.mark.parametrize("level", Level)
def test_the_literal_engine_takes_the_originals_cycles(level: Level, slow: bool) -> None:
    solver = PythonSolver("literal")
    for one in recorded(level, 4 if slow else 40):
        reply = solver.solve(Request(PieceTable.from_hex(one["table"]), level))
        assert (reply.cycles, reply.instructions) == (one["cycles"], one["instructions"]), one


def test_both_sums_are_the_whole_reply(slow: bool) -> None:
    for one in recorded(Level.NORMAL, 10 if slow else 60):
        spent = thinking_time(
            PieceTable.from_hex(one["table"]), Level.NORMAL.check, Level.NORMAL.turn
        )
        for shares in (spent.purposes, spent.questions):
            assert sum(share.cycles for share in shares) == one["cycles"]
            assert all(share.cycles >= 0 for share in shares)
        assert spent.purposes[1].often == len(one["candidates"])
