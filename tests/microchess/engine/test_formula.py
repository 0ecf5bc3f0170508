"""The value of a candidate: by the weights of 1976 or others, and taken apart."""

import random
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction

import pytest

from microchess.engine import counters as cells
from microchess.engine.counters import BMOB, SIZE, WCAP0, WMOB
from microchess.engine.formula import IN_1976, Formula, FormulaError
from microchess.engine.state import think
from microchess.engine.value import BASE, MATE, breakdown, strategy, worked_out
from microchess.program.levels import Level
from microchess.program.reply import Candidate
from microchess.program.table import POINTS_TABLE, PieceTable
from tests.cases import cases
from tests.golden import replies

NAMES = [one.name for one in fields(Formula)]


def made_of(counters: dict[int, int], formula: Formula, bonus: bool = False) -> int:
    cells_ = bytearray(SIZE)
    for index, count in counters.items():
        cells_[index] = count
    return formula.apply(cells_, bonus)


def test_the_weights_of_1976_make_every_golden_value() -> None:
    """Read from their own text, which may not be another object with hidden defaults."""
    formula = Formula.from_toml(IN_1976.to_toml())
    assert formula == IN_1976
    for golden in replies():
        table = bytes.fromhex(golden["table"])
        for one in golden["candidates"]:
            man, source = one["man"], table[one["man"]]
            counters = bytes.fromhex(one["counters"])
            assert strategy(counters, man, source, one["to"], 11, formula) == one["value"]


def test_any_weights_of_quarters_come_within_the_halvings_of_the_exact_sum() -> None:
    """Where no byte overflows: the first halving drops up to a quarter, the second a half."""
    rng = random.Random(5)
    for _ in range(300):
        quarters = {name: Fraction(rng.randrange(-12, 13), 4) for name in NAMES[:-2]}
        formula = Formula(**quarters, base=Fraction(128), bonus=Fraction(rng.randrange(-9, 9)))
        assert formula.stages is not None
        counts = {getattr(cells, name): rng.randrange(3) for name in quarters}
        exact = 128 + formula.bonus
        exact += sum(w * counts[getattr(cells, name)] for name, w in quarters.items())
        if 70 < exact < 250 and 0 <= exact - formula.bonus < 256:
            assert 0 <= exact - made_of(counts, formula, bonus=True) < 1


def test_other_weights_are_summed_exactly_rounded_down_and_cut() -> None:
    formula = Formula(WMOB=Fraction("0.3"), WCAP0=Fraction(-3), bonus=Fraction("1.5"))
    assert formula.stages is None
    assert made_of({}, formula) == BASE
    assert made_of({WMOB: 10}, formula) == BASE + 3
    assert made_of({WMOB: 3}, formula, bonus=True) == BASE + 2
    assert made_of({WCAP0: 255}, formula) == 0
    assert made_of({WMOB: 255}, formula) == 255
    assert strategy(bytearray(SIZE), 0, 0x40, 0x41, 11, formula) == MATE, "as stalemate is"


def test_what_is_written_is_read_again_and_what_is_left_out_is_of_1976() -> None:
    rng = random.Random(0)
    formula = Formula(**{name: Fraction(rng.randrange(10**8), 10**6) for name in NAMES})
    assert Formula.from_toml(formula.to_toml()) == formula
    assert Formula.from_toml("# mine\nBCC = -1.5\n") == Formula(BCC=Fraction(-3, 2))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        *cases("no_formulas"),
        ("x = " + "[" * 100_000, "no TOML"),
        ("BCC = " + "9" * 5000, "no TOML|BCC is"),
    ],
)
def test_what_makes_no_formula_is_told_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(FormulaError, match=complaint) as told:
        Formula.from_toml(text)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 250
    for wrong in (None, 10**400):
        with pytest.raises(FormulaError, match="WMOB is"):
            Formula(WMOB=wrong)  # type: ignore[arg-type]


def judged() -> Iterator[tuple[bytes, Candidate]]:
    """Every candidate of some golden tables."""
    for golden in [one for one in replies() if one["level"] == "blitz"][::24]:
        table = PieceTable.from_hex(golden["table"])
        for candidate in think(table, Level.BLITZ.check, Level.BLITZ.turn).candidates:
            yield table.data, candidate


def test_the_terms_of_a_value_and_its_steps_end_with_it() -> None:
    for table, candidate in judged():
        parts = breakdown(table, POINTS_TABLE, candidate)
        assert parts.value == candidate.value
        if not parts.exception:
            assert parts.total == candidate.value
            assert abs(parts.terms[-1].contribution) < 8 or candidate.value < 64
            source = table[candidate.man]
            steps = worked_out(candidate.counters, candidate.man, source, candidate.to)
            assert int(steps[-1].split()[-1]) == candidate.value


def test_steps_of_a_value_name_what_a_byte_cannot_hold() -> None:
    counters = bytearray(SIZE)
    counters[WMOB] = 0x90
    carried, halved, *_ = worked_out(counters, 0, 0x40, 0x41)
    assert carried == "128 + WMOB 144 = 272; as a byte, with the carries, 17"
    assert halved == "17 / 2 = 8, a half is dropped"
    counters[BMOB] = 0x12
    assert "it fell below 0: 0 instead of the half" in worked_out(counters, 0, 0x40, 0x41)
    counters[BMOB] = 0x01
    assert "16 / 2 = 8" in worked_out(counters, 0, 0x40, 0x41)
