"""Translated code beside the interpreter, in lock step: random programs, and the whole state of
both boards compared at every pause, with bytes poked, keys pressed and lines pulled in between.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from emu import engines
from emu.board import Board
from emu.chips.interrupts import LINES
from emu.conformance.interrupts import Pull
from emu.conformance.random_programs import (
    CODE,
    CODE_SIZE,
    EXPANSIONS,
    TIMERS_WITH_INTERRUPT,
    meddle,
    random_board,
    random_program,
)
from emu.errors import ConformanceError, UndocumentedOpcode
from emu.turbo.driver import Turbo
from emu.units import Cycle, Cycles

PULLS = (1, 2, 24, 300)
"""Cycles for which a line is low."""
PROGRAMS, PAUSES = 3, 25
"""A round: so many programs, each with so many pauses."""
_SHOWN, _LONGEST = 8, 500


class Parted(ConformanceError):
    """The two boards are in different states."""


class _Unforeseen:
    """Has a board look at its lines after every instruction, as it need not."""

    def is_low(self, cycle: Cycle) -> bool:
        return False

    def low_from(self, cycle: Cycle) -> Cycle | None:
        return cycle


def boards() -> tuple[Board, Board]:
    """A board run by the interpreter, and one whose code is made at once."""
    reference, translated = engines.board(EXPANSIONS, "py65"), engines.board(EXPANSIONS, "py65")
    translated.engine = Turbo(translated, hot_visits=1, patient=True)
    return reference, translated


def run_round(seed: int, begun: Callable[[str], object] = lambda _: None) -> int:
    """A round of random programs; how many instructions were compared.

    *begun* is told of each program before it runs: its seed and number, in words. Raises Parted at
    the first difference, naming the seed, the program and the pause.
    """
    reference, translated = boards()
    rng = Random(seed)
    instructions = 0
    for number in range(PROGRAMS):
        about = f"seed {seed}, program {number}"
        begun(about)
        instructions += _run_program(rng, reference, translated, about)
    return instructions


def _run_program(rng: Random, reference: Board, translated: Board, about: str) -> int:
    seeds = rng.random()
    code = random_program(rng)
    wire = rng.choice((None, None, *LINES))
    timer = rng.choice(TIMERS_WITH_INTERRUPT), rng.randrange(256)
    pulled = rng.random() < 0.5
    for board in (reference, translated):
        board.timer_wire = None
        board.interrupts.pullers = {line: [] for line in LINES}
        random_board(Random(seeds), board, code)
        board.timer_wire = wire
        board.bus[timer[0]] = timer[1]
    reference.interrupts.pullers["IRQ"] += [_Unforeseen()] * pulled
    begun, engine = reference.instructions, translated.engine
    assert isinstance(engine, Turbo)
    for pause in range(PAUSES):
        cycles = rng.choice((1, 7, 40, 400, 5_000, 12_000, 20_000))
        heads = list(engine.heads) or [CODE]
        stops = frozenset(
            rng.choice((CODE + rng.randrange(CODE_SIZE), rng.choice(heads)))
            for _ in range(rng.choice((0, 0, 0, 1, 3)))
        )
        at_keypad = rng.random() < 0.2
        if pulled:
            _pull_lines(rng, reference, translated, cycles)
        results = [_run(board, cycles, stops, at_keypad) for board in (reference, translated)]
        if results[0] != results[1]:
            raise Parted(f"{about}, pause {pause}: {results[0]}, translated {results[1]}")
        compare(reference, translated, f"{about}, pause {pause}")
        if isinstance(results[0], str):
            break
        if rng.random() < 0.2:
            address, value = CODE + rng.randrange(CODE_SIZE), rng.randrange(256)
            for board in (reference, translated):
                board.bus[address] = value
        if rng.random() < 0.1:
            for board in (reference, translated):
                board.nmi()
        if rng.random() < 0.3:
            seeds = rng.random()
            for board in (reference, translated):
                meddle(Random(seeds), board)
    return reference.instructions - begun


def _pull_lines(rng: Random, reference: Board, translated: Board, cycles: Cycles) -> None:
    """Have IRQ and NMI low now and then in the next *cycles*."""
    now = reference.cycles
    for line in LINES:
        starts = [now + rng.randrange(min(cycles, 2_000)) for _ in range(rng.choice((0, 1, 3)))]
        pulls = [Pull(range(start, start + rng.choice(PULLS))) for start in starts]
        for board in (reference, translated):
            others = [one for one in board.interrupts.pullers[line] if not isinstance(one, Pull)]
            board.interrupts.pullers[line] = [*others, *pulls]


def _run(board: Board, cycles: int, stops: frozenset[int], at_keypad: bool) -> bool | str:
    try:
        return board.run(board.cycles + cycles, stops, at_keypad)
    except UndocumentedOpcode as stop:
        return str(stop)


def compare(reference: Board, other: Board, about: str) -> None:
    """Raises Parted, saying where, unless both boards are in the same state."""
    expected, found = reference.state, other.state
    if expected.memory != found.memory:
        cells = [
            f"cell ${i:04X}: ${a:02X}, translated ${b:02X}"
            for i, (a, b) in enumerate(zip(expected.memory, found.memory, strict=True))
            if a != b
        ]
        raise Parted(f"{about}: {'; '.join(cells[:_SHOWN])}")
    if expected != found:
        fields = [
            f"{name} {value}, translated {getattr(found, name)}"
            for name, value in vars(expected).items()
            if getattr(found, name) != value
        ]
        raise Parted(f"{about}, cycle {expected.cycles}: {'; '.join(fields)[:_LONGEST]}")
