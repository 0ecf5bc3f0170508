"""What can be asked of the live session."""

from __future__ import annotations

import pickle

from microchess.machine.player import janus
from tui.session import commands as c
from tui.session.executor import Executor

VERBS = [verb for verb in vars(c).values() if isinstance(verb, c.Verb)]


def test_no_two_verbs_are_taken_for_one_another_even_from_another_process() -> None:
    assert len(set(VERBS)) == len(VERBS) > 40
    assert pickle.loads(pickle.dumps(VERBS)) == VERBS


def test_each_verb_but_those_of_time_has_a_handler() -> None:
    executor = Executor(janus(), None, lambda _: None, {}, None, None)
    handled = {verb for verb in VERBS if verb.area is not c.Area.TIME}
    assert set(executor.handlers) == handled
