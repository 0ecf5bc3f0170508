"""Panel Think: candidates in their order, a value taken apart, and why, for any front end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import chess
import pytest

from microchess.engine.state import think
from microchess.engine.value import KING_LOST
from microchess.errors import MicroChessError
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import Candidate, best_of
from microchess.program.table import INITIAL_TABLE, POINTS_TABLE, PieceTable
from tests.tui.panels.moments import acts, done, moment, shown
from tui.panels.panel import Focus, PanelWork, PlayBack, effects
from tui.panels.thinking import ThinkingPanel
from tui.panels.value_parts import because, difference, parts_of
from tui.session.livegame import LiveGame
from tui.session.snapshot import Snapshot
from tui.session.thought import Thought
from tui.session.thought_words import mirror_verdict
from tui.session.timetravel import TimeTravel


@pytest.fixture(scope="module")
def thought() -> Thought:
    level = Level.SUPER_BLITZ
    reply = think(PieceTable(INITIAL_TABLE), level.check, level.turn)
    return Thought(
        PieceTable(INITIAL_TABLE),
        POINTS_TABLE,
        chess.STARTING_FEN,
        chess.WHITE,
        reply.candidates,
        shown="0F 13 33",
        judged_at=tuple(range(1000, 1000 + len(reply.candidates))),
        began=900,
        cycles=500_000,
        level_bytes=(level.check, level.turn),
    )


@pytest.fixture
def view(thought: Thought) -> Snapshot:
    return replace(moment(), thought=thought)


def watched(view: Snapshot, judged: int) -> Snapshot:
    """The moment of the reply at which so many candidates are judged."""
    thought = view.thought
    assert thought is not None
    cycle = thought.judged_at[judged - 1] if judged else thought.began
    return replace(view, watching=True, machine=replace(view.machine, cycles=cycle))


def table(panel: ThinkingPanel, view: Snapshot, name: str = "candidates") -> Any:
    return shown(panel, view)[name]


def said(panel: ThinkingPanel, view: Snapshot, name: str) -> str:
    blocks = shown(panel, view)
    return str(blocks[name].text) if name in blocks else ""


def off(panel: ThinkingPanel, view: Snapshot, name: str) -> str:
    """Why an action cannot be done."""
    return str(acts(panel, view)[name].off)


def with_counter(one: Candidate, name: str, value: int) -> bytes:
    at = COUNTER_NAMES.index(name)
    return one.counters[:at] + bytes([value]) + one.counters[at + 1 :]


def test_the_best_comes_first_when_it_is_done(view: Snapshot, thought: Thought) -> None:
    panel = ThinkingPanel()
    candidates = table(panel, view)
    best = best_of(thought.candidates)
    assert best is not None
    first = candidates.rows[0]
    assert first.key == candidates.chosen == str(thought.candidates.index(best))
    assert [cell.text for cell in first.cells] == ["► e4", "208", "", "13 to 33"]
    values = [int(row.cells[1].text) for row in candidates.rows]
    assert values == sorted((one.value for one in thought.candidates), reverse=True)
    bars = [row.cells[2].bar for row in candidates.rows]
    assert (bars[0], min(bar for bar in bars if bar is not None)) == (1, 0)
    assert [row.cells[0].text[0] for row in candidates.rows].count("►") == 1


def test_heads_titles_and_parts_are_in_words_where_there_is_little_room_too(
    view: Snapshot, thought: Thought
) -> None:
    panel, best = ThinkingPanel(), best_of(thought.candidates)
    assert best is not None
    assert table(panel, view).columns[-1].head == "From, to"
    watching = watched(view, thought.candidates.index(best) + 1)
    assert table(panel, watching, "parts").parts == ("e4 is worth 208, the sum of",)
    lost = best._replace(value=KING_LOST, counters=with_counter(best, "BMAXC", POINTS_TABLE[0]))
    for one in (best, lost):
        view = replace(view, thought=replace(thought, candidates=(one,)))
        panel.clicked(view, "candidates", "0")
        rows = table(panel, view, "parts").rows
        texts = [row.cells[0].short or row.cells[0].text for row in rows]
        assert not {*texts} & {*COUNTER_NAMES}
        assert max(map(len, texts)) <= 24
        assert len({*texts}) == len(texts) == len(parts_of(thought, one))


def test_at_a_moment_they_stand_in_their_turn_with_what_is_known_then(
    view: Snapshot, thought: Thought
) -> None:
    panel, names = ThinkingPanel(), [thought.name_of(one) for one in thought.candidates]
    told = said(panel, watched(view, 3), "moment")
    best = best_of(thought.candidates[:3])
    assert best is not None
    assert told.startswith(f"3 of 20 judged, best so far {thought.name_of(best)}; ")
    rows = table(panel, watched(view, 3)).rows
    assert [row.cells[0].text[2:] for row in rows] == names
    last = [row.cells[2].text for row in rows]
    assert {last[thought.candidates.index(best)], last[2]} == {"best", "judged"}
    assert rows[3].cells[0].tone == "muted"
    none = replace(watched(view, 0), machine=replace(view.machine, cycles=500_900))
    late = replace(none, thought=replace(thought, judged_at=(600_000,) * 20))
    assert said(panel, late, "moment").startswith("none judged yet, 0.500 s after key PC; ")
    early = replace(none, machine=replace(view.machine, cycles=100))
    assert said(panel, early, "moment") == "your move is keyed in"
    assert done(panel, watched(view, 0), "again") == [PlayBack()]
    assert off(panel, watched(view, 0), "why") == "no move judged yet"


def test_a_row_chosen_is_marked_on_the_board_and_watched(view: Snapshot, thought: Thought) -> None:
    panel = ThinkingPanel()
    panel.follow(view)
    assert panel.moved(view, "candidates", 1) is None
    chosen = table(panel, view).rows[1].key
    assert table(panel, view).chosen == chosen
    way = thought.way_of(thought.candidates[int(chosen)])
    assert panel.arrows(view) == (way, None, None)
    made = replace(view, game=replace(view.game, last=way))
    assert panel.arrows(made) is None
    panel.moved(view, "candidates", 100)
    assert table(panel, view).chosen == table(panel, view).rows[-1].key
    assert panel.clicked(watched(view, 20), "candidates", "4") == TimeTravel.watch(1004)
    other = replace(thought, fen=chess.STARTING_FEN.replace(" w ", " b "))
    panel.follow(replace(view, thought=other))
    assert table(panel, view).chosen == table(panel, view).rows[0].key


def test_why_begins_with_a_sentence_and_the_parts_add_up(view: Snapshot, thought: Thought) -> None:
    panel, found = ThinkingPanel(), thought.candidates
    best = best_of(found)
    assert best is not None
    for index, one in enumerate(found):
        rows = parts_of(thought, one)
        assert sum(float(part.adds or 0) for part in rows) == one.value
        assert [bool(part.adds) for part in rows] == sorted(
            (bool(p.adds) for p in rows), reverse=True
        )
        assert {"base", "bonus", "rounding", "WMOB", "BCAP2", "BMAXP"} <= {p.name for p in rows}
        less = [float(part.adds or 0) for part in difference(thought, one, best)]
        assert sum(less) == one.value - best.value
        assert less == sorted(less, key=abs, reverse=True)
        panel.clicked(view, "candidates", str(index))
        told = said(panel, view, "why")
        if one.value != best.value:
            assert told.startswith(f"e4 beats {thought.name_of(one)} by {best.value - one.value}: ")
            assert "instead of" in told or "it goes to the centre" in told
    lost = best._replace(value=KING_LOST, counters=with_counter(best, "BMAXC", POINTS_TABLE[0]))
    assert difference(thought, lost, best) == []
    assert sum(float(part.adds or 0) for part in parts_of(thought, lost)) == KING_LOST
    told = because(thought, best, lost)
    assert told == "e4 beats e4 by 208. e4: the king could be taken: 0."


def test_a_part_tells_who_counted_it(view: Snapshot) -> None:
    panel = ThinkingPanel()
    assert done(panel, view, "why") == [Focus("parts")]
    assert table(panel, view, "parts").chosen == "base"
    assert "parts" not in acts(panel, view)
    assert list(effects(panel.clicked(view, "parts", "base"))) == [Focus("history")]
    assert "208 for every move" in said(panel, view, "asked")
    assert table(panel, view, "history").rows[-1].cells[0].text.endswith("= 208")
    panel.moved(view, "history", 1)
    panel.moved(view, "history", 1)
    assert table(panel, view, "history").chosen == "1"
    assert done(panel, view, "parts") == [Focus("parts")]
    work = panel.clicked(view, "parts", "WMOB")
    assert isinstance(work, PanelWork)
    pieces = list(work.begin(janus()))
    assert pieces[-1] == Focus("history")
    assert said(panel, view, "asked").startswith("Why is WMOB 34? It counts: own moves after")
    last = [row.cells[1].text for row in table(panel, view, "history").rows if row.cells[1].text]
    assert last[-1].endswith("→ 34")
    begun = panel.clicked(view, "parts", "BMOB")
    assert isinstance(begun, PanelWork)
    work_left = begun.begin(janus())
    next(work_left)
    panel.moved(view, "candidates", 1)
    assert list(work_left) == []
    assert "parts" in shown(panel, view)


def test_bytes_of_no_level_are_told(view: Snapshot, thought: Thought) -> None:
    panel = ThinkingPanel()
    view = replace(view, thought=replace(thought, level_bytes=(1, 2)))
    work = panel.clicked(view, "parts", "WMOB")
    assert isinstance(work, PanelWork)
    with pytest.raises(MicroChessError, match="none of the three levels"):
        list(work.begin(janus()))


def test_what_there_is_not_is_said(view: Snapshot, thought: Thought) -> None:
    panel = ThinkingPanel()
    nothing = replace(view, thought=None)
    assert said(panel, nothing, "none") == "no reply yet in this position: make a move"
    assert {off(panel, nothing, one) for one in ("again", "why")} == {said(panel, nothing, "none")}
    begun = replace(view, thought=replace(thought, shown=""))
    assert off(panel, begun, "again") == "it is still thinking"
    game = replace(view.game, sans=("e4", "e5"))
    assert said(panel, replace(nothing, game=game), "none").startswith("no thinking is kept")
    book = replace(view, thought=replace(thought, candidates=(), judged_at=()))
    assert said(panel, book, "none") == "a move out of the opening book: not thought out"
    assert off(panel, book, "again") == said(panel, book, "none")
    for gone in ("candidates", "parts", "history"):
        assert panel.moved(book, gone, 1) is None
    assert panel.arrows(book) is None


def test_the_python_engine_is_compared(view: Snapshot, thought: Thought) -> None:
    panel = ThinkingPanel()
    assert done(panel, view, "compare") == [LiveGame.set_mirror(True)]
    compared = replace(view, mirror=True)
    assert said(panel, compared, "compared") == "Python engine: from the next reply on"
    found = thought.candidates
    at, name = "Python engine: it differs at 1 candidate, first", thought.name_of(found[3])
    other = found[3]._replace(value=1)
    verdict = mirror_verdict(replace(thought, mirror=(*found[:3], other, *found[4:])))
    assert verdict == (f"{at} {name}: its value is {found[3].value}, there 1", False)
    counted = found[3]._replace(counters=with_counter(other, "WCC", 99))
    verdict = mirror_verdict(replace(thought, mirror=(*found[:3], counted, *found[4:])))
    assert verdict == (f"{at} {name}: WCC is 0, there 99", False)
    last = thought.name_of(found[-1])
    verdict = mirror_verdict(replace(thought, mirror=found[:-1]))
    assert verdict[0] == f"{at} {last}, which it does not judge"
    same = replace(thought, mirror=found, mirror_shown=thought.shown)
    told = said(panel, replace(compared, thought=same), "compared")
    assert told == "Python engine: 20 candidates and the answer the same"
    told = said(panel, replace(compared, thought=replace(same, reweighed=True)), "compared")
    assert told.startswith("Made with other weights. Python engine with those of 1976: 20")
