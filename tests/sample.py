"""Cases of which every run tries some, and ``--slow`` all."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def every_run(cases: Iterable[Any], count: int) -> list[Any]:
    """*cases* for ``parametrize``; those after the first *count* are slow."""
    return [case if at < count else _slow(case) for at, case in enumerate(cases)]


def one_in(every: int, cases: Sequence[Any]) -> list[Any]:
    """*cases* for ``parametrize``; all but one in so many are slow."""
    return [_slow(case) if at % every else case for at, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    values = case if type(case) is tuple else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)
