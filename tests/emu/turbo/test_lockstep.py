"""Translated code against the interpreter: registers, memory, cycles, at every pause."""

from __future__ import annotations

import os
from random import Random

import pytest

from emu.board import Board
from emu.errors import UndocumentedOpcode
from emu.turbo.driver import Turbo
from tests.emu.turbo.programs import (
    CODE,
    CODE_SIZE,
    EXPANSIONS,
    random_board,
    random_program,
)

ROUNDS = int(os.environ.get("KIM1_FUZZ_ROUNDS", "150"))


def boards() -> tuple[Board, Board]:
    """A board run by the interpreter, and one translated at once."""
    reference, translated = Board(EXPANSIONS, "py65"), Board(EXPANSIONS, "py65")
    translated.engine = Turbo(translated, warm=1)
    return reference, translated


def run(board: Board, cycles: int, stops: frozenset[int]) -> object:
    """Run; what came of it."""
    try:
        return board.run(board.cycles + cycles, stops)
    except UndocumentedOpcode as stop:
        return str(stop)


def assert_same(reference: Board, other: Board, about: str) -> None:
    """Both boards are in the same state."""
    expected, found = reference.state, other.state
    if expected.memory != found.memory:
        cells = [
            f"cell ${i:04X}: ${a:02X}, translated ${b:02X}"
            for i, (a, b) in enumerate(zip(expected.memory, found.memory, strict=True))
            if a != b
        ]
        pytest.fail(f"{about}: {'; '.join(cells[:8])}")
    assert expected == found, about


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_programs_run_alike(seed: int) -> None:
    rng = Random(seed)
    reference, translated = boards()
    for program in range(3):
        seeds = rng.random()
        code = random_program(rng)
        for board in (reference, translated):
            random_board(Random(seeds), board, code)
        for pause in range(25):
            about = f"seed {seed}, program {program}, pause {pause}"
            cycles = rng.choice((1, 7, 40, 400, 5_000, 12_000, 20_000))
            stops = frozenset(
                CODE + rng.randrange(CODE_SIZE) for _ in range(rng.choice((0, 0, 0, 1, 3)))
            )
            results = [run(board, cycles, stops) for board in (reference, translated)]
            assert results[0] == results[1], about
            assert_same(reference, translated, about)
            if isinstance(results[0], str):
                break
            if rng.random() < 0.2:
                address, value = CODE + rng.randrange(CODE_SIZE), rng.randrange(256)
                for board in (reference, translated):
                    board.bus[address] = value
            if rng.random() < 0.1:
                for board in (reference, translated):
                    board.nmi()
