"""Translated code against the interpreter: registers, memory, cycles, at every pause."""

from __future__ import annotations

import os
from random import Random

import pytest

from emu import engines
from emu.board import Board
from emu.chips.registers import Registers
from emu.errors import UndocumentedOpcode
from emu.turbo.compiler import Compiled, Order, trees_of
from emu.turbo.driver import Turbo
from emu.turbo.layout import Layout
from tests.emu.turbo.programs import (
    CODE,
    CODE_SIZE,
    EXPANSIONS,
    random_board,
    random_program,
)

ROUNDS = int(os.environ.get("KIM1_FUZZ_ROUNDS", "40"))


class InProcessCompiler:
    """A compiler that works in this process, while its machine waits."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._compiled: Compiled | None = None

    @property
    def busy(self) -> bool:
        """Never."""
        return False

    def kept(self) -> list[Compiled]:
        """Nothing is kept."""
        return []

    def order(self, order: Order) -> None:
        """Compile."""
        from emu.turbo.native import compile_trees, host

        trees = trees_of(self._layout, order)
        code = compile_trees(trees, order.stops, self._layout.size)
        dependencies = tuple(tree.dependencies for tree in trees)
        self._compiled = Compiled(host(), code, order.stops, dependencies)

    def finished(self, wait: bool = False) -> Compiled | None:  # noqa: ARG002
        """What was compiled, once."""
        compiled, self._compiled = self._compiled, None
        return compiled


def boards(native: bool = False) -> tuple[Board, Board]:
    """A board run by the interpreter, and one translated at once."""
    reference, translated = engines.board(EXPANSIONS, "py65"), engines.board(EXPANSIONS, "py65")
    compiler = (lambda: InProcessCompiler(Layout.of(translated.bus))) if native else None
    translated.engine = Turbo(translated, 1, None, compiler, patient=True, eager=native)
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
def test_random_programs_run_alike_in_python(seed: int) -> None:
    run_alike(Random(seed), *boards(), f"seed {seed}")


def test_native_code_stops_where_a_return_leads_to_a_stop_set_later() -> None:
    pytest.importorskip("llvmlite", reason="the native engine needs llvmlite")
    caller = bytes.fromhex("20 20 02 E8 4C 00 02")  # jsr $0220 / back: inx / jmp $0200
    callee = bytes.fromhex("A0 30 88 D0 FD C8 60")  # ldy #$30 / dey, bne / iny / rts
    back = CODE + 3
    board = engines.board(EXPANSIONS, "py65")
    board.bus.program(CODE, caller)
    board.bus.program(CODE + 0x20, callee)
    board.cpu.registers = Registers(CODE, 0, 0, 0, 0xFF, 0x30)
    engine = Turbo(
        board, 1, None, lambda: InProcessCompiler(Layout.of(board.bus)), patient=True, eager=True
    )
    board.engine = engine
    for stop in range(CODE + 0x20, CODE + 0x27):
        board.run(board.cycles + 20_000, {stop})
    board.run(board.cycles + 1_000_000)
    assert engine.native_heads >= {CODE, back}
    reference = engines.board(EXPANSIONS, "py65")
    reference.state = board.state
    for one in (board, reference):
        assert one.run(one.cycles + 100_000, {back})
    assert_same(reference, board, "at the return")


@pytest.mark.parametrize("seed", range(ROUNDS // 4))
def test_random_programs_run_alike_in_native_code(seed: int) -> None:
    pytest.importorskip("llvmlite", reason="the native engine needs llvmlite")
    reference, translated = boards(native=True)
    run_alike(Random(10_000 + seed), reference, translated, f"seed {seed}")


def run_alike(rng: Random, reference: Board, translated: Board, about_seed: str) -> None:
    """Run three random programs on both boards, with pauses, pokes, stops and interrupts."""
    engine = translated.engine
    assert isinstance(engine, Turbo)
    for program in range(3):
        seeds = rng.random()
        code = random_program(rng)
        for board in (reference, translated):
            random_board(Random(seeds), board, code)
        for pause in range(25):
            about = f"{about_seed}, program {program}, pause {pause}"
            cycles = rng.choice((1, 7, 40, 400, 5_000, 12_000, 20_000))
            heads = [key for key in engine.translations.keys if isinstance(key, int)] or [CODE]
            stops = frozenset(
                rng.choice((CODE + rng.randrange(CODE_SIZE), rng.choice(heads)))
                for _ in range(rng.choice((0, 0, 0, 1, 3)))
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
