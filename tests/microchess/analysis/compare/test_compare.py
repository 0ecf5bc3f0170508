"""Comparing players: where positions come from, what is kept, what a difference looks like."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from emu.errors import BudgetSpent
from microchess.analysis.compare import difference, sources
from microchess.analysis.compare.cases import CaseResult, CompareCase, Difference
from microchess.analysis.compare.difference import compare, suspects
from microchess.analysis.compare.report import write_report
from microchess.analysis.compare.runner import run_chunk
from microchess.analysis.compare.sources import SourceError
from microchess.analysis.compare.store import RESULTS, ResultStore, StoreError, read_result
from microchess.analysis.compare.visits import first_parting
from microchess.analysis.compare.words import result_in_words
from microchess.engine import search
from microchess.engine.formula import Formula
from microchess.engine.state import EngineState, think
from microchess.game.given import GivenPosition
from microchess.machine.solver import PlayerSpec, PythonSolver, is_sound
from microchess.program.levels import Level
from microchess.program.position import Position, read_fen
from microchess.program.request import Request
from microchess.program.table import PieceTable
from tests import synthetic
from tests.commands import interrupted, run

SPECS = (PlayerSpec("rom"), PlayerSpec("python"))
QUICK = (Level.SUPER_BLITZ,)
HARD = "0322000713144325101711161215443373637077615752562067513662656453"
SMALL = 2_000_000
"""Cycles that suffice for it at super blitz, and not at normal."""
SHARED = "47042247225446001417112207514313736170770223674247cc6173cc773763"
PGN = '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n\n[Event "y"]\n\n1. d4 d5 *\n'


def valued_by(monkeypatch: pytest.MonkeyPatch, formula: Formula) -> None:
    """Every Python player has this formula."""
    monkeypatch.setattr(EngineState.__init__, "__defaults__", (Level.NORMAL, formula))


def some_cases(count: int = 6) -> list[CompareCase]:
    return sources.cases(sources.playouts(count, seed=1), QUICK)


# Positions


def test_playouts_and_selfplay_are_the_same_for_a_seed_and_other_for_another() -> None:
    drawn = list(sources.playouts(30, 5))
    assert len(drawn) == 30
    assert drawn == list(sources.playouts(30, 5))
    assert drawn != list(sources.playouts(30, 6))
    assert list(sources.selfplay(1, 5)) == list(sources.selfplay(1, 5))
    assert all(is_sound(item.table) for item in sources.poked(50, 3, sound=True))
    assert not all(is_sound(item.table) for item in sources.poked(50, 3, sound=False))
    assert len(sources.cases(drawn * 2, tuple(Level))) == 30 * 3, "a table is compared once"


def test_every_position_of_a_pgn_is_taken_with_its_men_in_their_slots(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    items = list(sources.from_pgn(path))
    assert [(item.game, item.ply) for item in items] == [
        *((0, ply) for ply in range(8)),
        *((1, ply) for ply in range(3)),
    ]
    castled = items[7]
    assert castled.fen is not None
    assert read_fen(castled.fen).turn is False
    assert castled.table[0x12] == 0x75, "White's king's rook"


KNIGHTS_CHANGED = "startpos moves Nc3 a6 Ne4 a5 Ng3 a4 Nf3 h6 Nd4 h5 Nb3 h4"


def test_fens_epds_and_lines_of_moves_are_read(tmp_path: Path) -> None:
    path = tmp_path / "some.epd"
    path.write_text(
        "# four positions\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
        "4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;\n"
        f'7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#; id "no #1";\n{KNIGHTS_CHANGED}  # in his slot\n'
    )
    *three, item = sources.from_fens(path)
    assert len(three) == 3
    assert item.table == GivenPosition.of_text(KNIGHTS_CHANGED).position.table


@pytest.mark.parametrize(
    ("read", "text", "complaint"),
    [
        (sources.from_fens, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nnonsense\n", "line 2: no FEN"),
        (sources.from_fens, "QQ6/8/8/8/7k/8/4P3/4K3 w - - 0 1", "line 1: .*White has 2 queens"),
        (sources.from_pgn, "", "no game in it"),
        (sources.from_pgn, "1. e4 e5 2. Ke3 *\n", "game 1: line 1, move 2. Ke3: no legal move"),
    ],
)
def test_a_file_of_no_positions_is_refused(
    tmp_path: Path, read: Callable[[Path], Iterator[sources.Item]], text: str, complaint: str
) -> None:
    path = tmp_path / "bad"
    path.write_text(text)
    with pytest.raises(SourceError, match=complaint):
        list(read(path))


@pytest.mark.parametrize(
    ("source", "text", "counts", "told"),
    [
        (
            *("--pgn", '[FEN "4k3/7P/8/8/8/8/8/Q3K3 w - - 0 1"]\n\n1. h8=Q+ Kd7 *\n', "1 +1 +0"),
            "game 1: left out from h8=Q+ at ply 1 on: no queen of that side is lost",
        ),
        ("--tables", f"{HARD}\n{SHARED}\n{SHARED[:-2]}CC\n", "1 +1 +0", "2 tables left out"),
    ],
)
def test_what_the_table_cannot_hold_or_janus_not_play_is_left_out_with_one_line(
    source: str, text: str, counts: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    code, out, err = run("compare", source, path, "--levels", "super-blitz")
    assert (code, err.count("\n")) == (0, 1)
    assert re.search(rf"all +{counts}", out)
    assert told in err


# Results


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    cases, folder = some_cases(), tmp_path / "run"
    folder.mkdir()
    for name in (".cases.jsonl.0123456789ab.new", ".run.json.0123456789ab.new"):
        (folder / name).write_text("{")  # a kill at the very beginning
    store = ResultStore(folder, {"a": 1}, cases)
    store.add(run_chunk(SPECS, tuple(cases[:4])))
    with (folder / RESULTS).open("a") as file:
        file.write('{"id": 4, "half a li')
    store.close()
    again = ResultStore(folder, {"a": 1}, cases)
    assert [case.id for case in again.missing] == [4, 5]
    again.add(run_chunk(SPECS, tuple(cases)))
    again.close()
    whole = ResultStore(folder, {"a": 1}, cases)
    assert whole.missing == []
    assert len((folder / RESULTS).read_text().splitlines()) == 6


def test_a_kill_between_two_writes_loses_no_file_to_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = some_cases(2)
    results = run_chunk(SPECS, tuple(cases))
    parted = replace(results[1], difference=Difference(("rom", "python"), "reply"))
    store = ResultStore(tmp_path / "run", {}, cases)
    with monkeypatch.context() as patch:
        patch.setattr(ResultStore, "_keep_to_replay", lambda *_: _interrupt())
        with pytest.raises(KeyboardInterrupt):
            store.add([results[0], parted])
    store.close()
    again = ResultStore(tmp_path / "run", {}, cases)
    again.close()
    assert again.missing == []
    path = again.path_of(parted)
    assert path is not None
    assert read_result(path) == parted


def _interrupt() -> None:
    raise KeyboardInterrupt


def test_a_folder_of_another_comparison_is_refused(tmp_path: Path) -> None:
    (case,) = some_cases(1)

    def refused(name: str, run: dict[str, Any], match: str) -> None:
        with pytest.raises(StoreError, match=match):
            ResultStore(tmp_path / name, run, [case])

    ResultStore(tmp_path / "run", {"seed": 1}, [case]).close()
    refused("run", {"seed": 2}, "holds a comparison with seed 1, not 2; choose")
    players = {"players": ["rom", "python"], "images": {}}
    ResultStore(tmp_path / "players", players, [case]).close()
    others = {"players": ["original", "python"], "images": {"original": "ab" * 32}}
    refused("players", others, r"players \['rom', 'python'\], not \['original', 'python'\]")
    for content in ("[]", "3", "{"):
        (tmp_path / "run" / "run.json").write_text(content)
        refused("run", {"seed": 1}, r"run\.json is damaged|holds a comparison")
    for name in (".mine.new", "file"):
        (tmp_path / f"of {name}").mkdir()
        (tmp_path / f"of {name}" / name).touch()
        refused(f"of {name}", {}, "is not empty and holds no comparison")


# Differences


STARTPOS = Position.from_fen("startpos").table
ALTERED = {
    "WCAP0": (Formula(WCAP0=Fraction(2)), -2),
    "WMOB": (Formula(WMOB=Fraction(3, 4)), 0.5),
    "bonus": (Formula(bonus=Fraction(5)), 3),
}
"""By term: a weight that is not the original's, and by how much."""


@pytest.mark.parametrize("term", ALTERED)
def test_an_altered_weight_is_pinned_to_its_term_and_its_amount(term: str) -> None:
    cases, (formula, amount) = sources.cases(sources.playouts(24, 3), QUICK), ALTERED[term]
    specs = (SPECS[0], PlayerSpec("python", formula=formula))
    wrong = [one.difference for one in run_chunk(specs, tuple(cases)) if one.difference]
    assert wrong
    assert all(one.what == "candidate" and not one.counters for one in wrong)
    ((name, change),) = suspects(wrong)
    assert name == term
    assert change == pytest.approx(amount, abs=0.1)


def test_compare_tells_of_an_altered_weight_and_replays_the_case(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    valued_by(monkeypatch, ALTERED["WCAP0"][0])
    options = ["--random", "24", "--seed", "3", "--levels", "super-blitz", "--show", "1"]
    code, out, _ = run("compare", *options, "--out", tmp_path / "run")
    assert code == 1
    assert "first difference: candidate " in out
    assert re.search(r"value rom \$[0-9A-F]{2}, python \$[0-9A-F]{2}", out)
    assert "all differences together: weight of WCAP0 differs by about" in out
    replay = re.search(r"again: microchess (.*)", out)
    assert replay is not None
    code, out, _ = run(*replay[1].split())
    assert (code, "first difference" in out) == (1, True)


def test_bisect_finds_the_first_visit_at_which_two_searches_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = CompareCase(0, "fen", "super-blitz", STARTPOS.hex)
    assert first_parting(*SPECS, case) is None
    whole = search.Search._pawn_moves

    def no_double_step(self: search.Search, side: int, man: int, test: int) -> object:
        return list(whole(self, side, man, test))[:1]

    with monkeypatch.context() as patch:
        patch.setattr(search.Search, "_pawn_moves", no_double_step)
        parting = first_parting(*SPECS, case)
        (result,) = run_chunk(SPECS, (case,))
    assert parting is not None
    machine, engine = parting.visits
    assert machine is not None
    assert engine is not None
    assert (parting.index, machine.state, machine.man, machine.target) == (1, 12, 15, 0x33)
    assert (engine.man, engine.target) == (14, 0x24)
    text = "\n".join(result_in_words(result, parting))
    assert "first visit at which the searches part: number 2" in text
    assert "before the move: KP 13-33" in text
    valued_by(monkeypatch, ALTERED["bonus"][0])
    options = ["--random", "1", "--levels", "super-blitz,super-blitz", "--bisect"]
    code, out, _ = run("compare", *options)
    assert code == 1
    assert "case 0: both visit the same moves; exchanges are not compared" in out
    assert re.search(r"all +1 +0 +1", out)


def test_visits_of_machine_and_engines_are_the_same_through_whole_searches() -> None:
    for case in sources.cases(sources.playouts(1, seed=9), (Level.SUPER_BLITZ, Level.BLITZ)):
        for spec in (SPECS[0], PlayerSpec("literal")):
            assert first_parting(spec, SPECS[1], case) is None


def test_another_reply_and_another_count_are_differences_too() -> None:
    table = STARTPOS
    reply = think(table, 0, 0xFF)
    other = think(table.with_man(15, 0xCC), 0, 0xFF)
    found = compare(table, reply, other)
    assert found is not None
    assert found.what == "candidate"
    shorter = type(reply)(reply.move, reply.after, reply.candidates[:-1], None, None)
    assert compare(table, reply, shorter).what == "count"  # type: ignore[union-attr]
    moved = type(reply)(None, reply.after, reply.candidates, None, None)
    assert compare(table, reply, moved).what == "reply"  # type: ignore[union-attr]
    after = type(reply)(reply.move, table, reply.candidates, None, None)
    assert compare(table, reply, after).what == "after"  # type: ignore[union-attr]
    assert PythonSolver().solve(Request(table, Level.SUPER_BLITZ)) == reply


def test_an_image_that_crashes_is_an_error_of_its_player_not_of_the_run() -> None:
    crash = synthetic.program(synthetic.memory() | {0x0200: 0x02})
    specs = (PlayerSpec("original", crash), PlayerSpec("python"))
    (result,) = run_chunk(specs, tuple(some_cases(1)))
    assert result.difference is not None
    assert result.difference.what == "error"
    assert "original: undocumented opcode $02 at $0200" in result.difference.detail


# Report and command line


def test_the_report_stands_alone_and_shows_every_disagreement() -> None:
    items = [*list(sources.selfplay(1, 2))[:6], *sources.poked(2, 2, sound=True)]
    cases = sources.cases(items, QUICK)
    good = run_chunk(SPECS, tuple(cases))
    specs = (SPECS[0], PlayerSpec("python", formula=Formula(WCAP0=Fraction(0))))
    bad = run_chunk(specs, tuple(some_cases(8)))
    page = write_report("Two players", "microchess compare <x>", [*good, *bad], 99)
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"url\(\s*['\"]?http|@import|<script", page)
    assert "microchess compare &lt;x&gt;" in page
    wrong = [result for result in bad if not result.agree]
    assert wrong
    assert page.count('<div class="card wide"><svg') == len(wrong)
    assert re.search(
        r"<h2>Thinking cycles</h2>\n.*<td>rom</td><td>super-blitz</td><td>[\d,]+<", page
    )
    assert "Value of the chosen move over a game" in page
    silent = run_chunk((PlayerSpec("rom"),), tuple(some_cases(12)), 1000)
    assert "12 undecided" in write_report("x", "y", silent, 12), "nobody answered"


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = ["--levels", "super-blitz", "--jobs", "2", "--random", "200", "--json"]
    code, err = interrupted("compare", *options, "--out", str(folder))
    assert code == 130
    assert "Traceback" not in err
    assert "the same command goes on from here" in err
    kept = (folder / RESULTS).read_text().splitlines()
    assert 0 < len(kept) < 200
    assert all(json.loads(line)["agree"] for line in kept)
    assert (folder / "report.html").exists()


# Budgets


def hard_cases() -> list[CompareCase]:
    item = sources.Item("table", PieceTable.from_hex(HARD))
    return sources.cases([item], (Level.SUPER_BLITZ, Level.NORMAL))


def test_a_spent_budget_is_no_disagreement() -> None:
    quick, slow = run_chunk(SPECS, tuple(hard_cases()), SMALL)
    assert (quick.status, quick.agree, quick.spent) == ("agree", True, {})
    assert (slow.status, slow.agree, slow.difference) == ("undecided", False, None)
    assert slow.spent == {"rom": SMALL}
    assert set(slow.answers) == {"python"}
    assert slow.as_json()["agree"] is None
    assert CaseResult.from_json(json.loads(json.dumps(slow.as_json()))) == slow


def test_those_who_answered_are_compared_though_another_spent_its_budget() -> None:
    case = hard_cases()[1]
    python = PythonSolver(formula=ALTERED["bonus"][0]).solve(case.request)
    other = PythonSolver().solve(case.request)
    with pytest.raises(BudgetSpent) as spent:
        PlayerSpec("rom").solver(SMALL).solve(case.request)
    differ = difference.result(case, {"rom": spent.value, "python": python, "original": other})
    assert differ.status == "differ"
    assert differ.difference is not None
    assert differ.difference.players == ("python", "original")
    assert differ.spent == {"rom": SMALL}
    nobody = difference.result(case, {"rom": spent.value, "original": spent.value})
    assert nobody.status == "undecided"


def undecided_run(tmp_path: Path, budget: int, *options: str) -> tuple[int, str, str]:
    file = tmp_path / "tables.txt"
    file.write_text(HARD + "\n")
    more = ["--levels", "super-blitz,normal", "--jobs", "2", "--out", tmp_path / "run"]
    return run("compare", "--tables", file, *more, "--budget", budget, *options)


def test_compare_tells_what_is_undecided_and_asks_again_with_a_larger_budget(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    code, out, _ = undecided_run(tmp_path, SMALL)
    assert code == 3
    assert re.search(r"^rom: +no answer after 2,000,000 cycles$", out, re.M)
    assert re.search(r"^all +2 +1 +0 +1$", out, re.M)
    assert "differ" not in out.replace("differ undecided", "")
    page = (folder / "report.html").read_text()
    assert "no disagreement" in page
    assert "1 undecided" in page
    assert "no answer after 2,000,000 cycles" in page
    replay = re.search(r"again: microchess (.*)", out)
    assert replay is not None
    code, out, _ = run(*replay[1].split())
    assert (code, "no answer after 2,000,000 cycles" in out) == (3, True)
    code, out, _ = run(*replay[1].split(), "--budget", "1000000000")
    assert (code, "rom and python agree on this case now" in out) == (0, True)
    before = (folder / RESULTS).read_text()
    assert undecided_run(tmp_path, SMALL)[0] == 3
    assert (folder / RESULTS).read_text() == before, "the same budget is not tried again"
    assert list((folder / "undecided").iterdir())
    for _ in range(2):
        code, out, _ = undecided_run(tmp_path, 1_000_000_000)
        assert code == 0
        assert re.search(r"^all +2 +2 +0 +0$", out, re.M)
        assert not list((folder / "undecided").iterdir())


def test_a_disagreement_weighs_more_than_what_is_undecided(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    valued_by(monkeypatch, Formula(WMOB=Fraction(0)))
    code, out, _ = undecided_run(tmp_path, SMALL, "--jobs", "1", "--json")
    assert code == 1
    lines = (tmp_path / "run" / RESULTS).read_text().splitlines()
    assert sorted(lines) == sorted(out.splitlines())
    statuses = {json.loads(line)["level"]: json.loads(line)["status"] for line in lines}
    assert statuses == {"super-blitz": "differ", "normal": "undecided"}
