"""What can be asked of the live session."""

from __future__ import annotations

import pickle

from tui.session import commands as c

VERBS = [verb for verb in vars(c).values() if isinstance(verb, c.Verb)]


def test_no_two_verbs_are_taken_for_one_another_even_from_another_process() -> None:
    assert len(set(VERBS)) == len(VERBS) > 40
    assert pickle.loads(pickle.dumps(VERBS)) == VERBS
