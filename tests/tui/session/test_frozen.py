"""Commands are values: equal by kind and fields, never changed, whole or refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from microchess.program.levels import Level
from tui.session import commands as c


def test_equal_are_commands_of_one_kind_with_equal_fields() -> None:
    assert c.StepInstruction() == c.StepInstruction(False) == c.StepInstruction(over=False)
    assert c.RunTo(5) != c.Watch(5)
    assert c.Undo() == c.Undo() != c.Redo()
    assert len({c.RunTo(5), c.RunTo(5), c.RunTo(6), c.Watch(5)}) == 3


def test_a_command_goes_from_one_process_to_another() -> None:
    wanted = c.NewGame(False, Level.BLITZ, fen="8/8/8/8/8/8/8/K1k5 w - - 0 1", steady=True)
    assert pickle.loads(pickle.dumps(wanted)) == wanted
    assert repr(c.RunTo(5)) == "RunTo(address=5)"


def test_a_command_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match=r"RunTo\.address"):
        c.RunTo(5).address = 6  # type: ignore[misc]


@pytest.mark.parametrize(
    ("values", "named", "why"),
    [
        ((), {}, "needs address"),
        ((1, 2), {}, "1 fields, not 2"),
        ((1,), {"address": 2}, "no field address"),
        ((1,), {"other": 2}, "no field other"),
    ],
)
def test_fields_that_do_not_fit_are_refused(
    values: tuple[Any, ...], named: dict[str, Any], why: str
) -> None:
    with pytest.raises(TypeError, match=why):
        c.RunTo(*values, **named)
