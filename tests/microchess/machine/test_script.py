"""Keys and pokes in a row."""

import pytest

from emu.notation import Poke
from microchess.errors import ScriptError
from microchess.machine import script
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.cases import cases
from tests.golden import transcripts


def test_words_are_keys_in_any_case_and_pokes() -> None:
    assert script.parse(["c pc", "@51=cc", "da"]) == ["C", "PC", Poke(0x51, 0xCC), "DA"]


@pytest.mark.parametrize(("word", "reason"), cases("no_words_of_scripts"))
def test_a_word_that_is_neither_is_named(word: str, reason: str) -> None:
    with pytest.raises(ScriptError, match=reason):
        script.parse([word])


def test_a_poke_counts_one_idle_pass_as_the_original_does() -> None:
    """CMP, BEQ taken, two JSR and the display's RTS: 24 cycles there; ours compares another way."""
    golden = next(t for t in transcripts() if t["name"] == "from-square-cc")["steps"][1]
    bridge = janus().boot()
    bridge.level = Level.SUPER_BLITZ
    *_, step = script.run(bridge, script.parse(["C", golden["key"]]))
    assert step.cycles == golden["cycles"]


def test_st_and_rs_leave_for_the_monitor_and_its_keys_work_there() -> None:
    bridge = janus().boot()
    steps = list(script.run(bridge, script.parse(["C ST AD 0 0 5 0 PC GO PC RS"])))
    assert [steps[at].display[:4] for at in (6, 9, 10)] == ["0050", "0F13", "0F13"]
    assert steps[1].cycles is steps[10].cycles is None
