"""``microchess reply``, ``keys`` and ``explain``: one answer, or many, and why."""

import json
import os
from pathlib import Path

import chess
import pytest

from emu.files.formats.papertape import write as write_paper_tape
from microchess.analysis.explain import explain
from microchess.program.levels import Level
from tests import synthetic
from tests.commands import interrupted, run
from tests.golden import sound_replies, transcripts

HARD = "0322000713144325101711161215443373637077615752562067513662656453"
"""Many captures: more than two million cycles at normal."""
SHARED = "47042247225446001417112207514313736170770223674247cc6173cc773763"


def batch(folder: Path, *lines: object) -> str:
    """A file with a line for each, in JSON where it is none yet."""
    file = folder / "batch.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    file.write_text("\n".join(texts))
    return str(file)


def test_keys_json_is_a_golden_transcript_but_for_the_cycles() -> None:
    golden = next(t for t in transcripts() if t["name"] == "from-empty")
    keys = [step["key"] for step in golden["steps"]]
    code, out, err = run(
        "keys", *keys, "--json", "--name", golden["name"], "--level", golden["level"]
    )
    assert (code, err) == (0, "")
    done = json.loads(out)
    for step in [*done["steps"], *golden["steps"]]:
        assert step.pop("cycles") > 0
    assert done == golden


def test_keys_end_where_their_cycles_do_and_run_on_the_rom_that_is_asked_for() -> None:
    code, _, error = run("keys", "C", "PC", "--max-cycles", "100000")
    assert (code, "not reached within" in error) == (3, True)
    assert run("keys", "C", "--max-cycles", "100000000", "--monitor", "ours")[0] == 0
    assert "both halves of the KIM-1's ROM" in run("keys", "C", "--monitor", "kim")[2]


def test_a_reply_has_the_golden_fields_and_is_told_in_san_or_digits() -> None:
    golden = sound_replies()[0]
    _, out, _ = run("reply", "--table", golden["table"], "--level", golden["level"], "--json")
    done = json.loads(out)
    assert done.keys() == golden.keys() - {"kind", "fen"}
    for name in ("table", "level", "reply", "after", "candidates"):
        assert done[name] == golden[name]
    _, out, _ = run("reply", "--fen", "startpos", "--level", "blitz", "--trace")
    assert out.startswith("Janus, blitz: ")
    assert out.count("\n") == 2 + 1 + 20 + 1
    _, out, _ = run("reply", "--table", golden["table"], "--level", "super-blitz")
    assert "Janus, super-blitz: " in out


def test_a_batch_answers_in_order_and_tells_of_bad_lines(tmp_path: Path) -> None:
    golden = [g for g in sound_replies() if g["level"] == "super-blitz"][:4]
    lines = [{"table": g["table"], "level": g["level"]} for g in golden]
    bad = {
        "{}": 'line 4: neither "table" nor "fen" given',
        "nonsense": "line 5: 'nonsense'; expected e.g.",
        '{"fen": "startpos", "level": "hard"}': "line 6: no level 'hard'",
        "[" * 200_000: "line 7: '[[[",
    }
    file = batch(tmp_path, *lines[:2], "", *bad, *lines[2:])
    code, out, err = run("reply", "--batch", file)
    assert (code, err.count("\n")) == (1, 4)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [a["after"] for a in answers if "error" not in a] == [g["after"] for g in golden]
    for answer, told in zip(answers[2:6], bad.values(), strict=True):
        assert answer["error"].startswith(told)


def test_a_batch_on_processes_reads_an_image_once(tmp_path: Path) -> None:
    """It may come out of a pipe, which cannot be read again."""
    near, far = os.pipe()
    os.write(far, write_paper_tape(synthetic.program()).encode())
    os.close(far)
    image = ("--image", f"/dev/fd/{near}", "--anyway")
    code, out, err = run("reply", "--batch", batch(tmp_path, *3 * [{"fen": "startpos"}]),
                         "--jobs", "2", *image)  # fmt: skip
    os.close(near)
    assert (code, len(out.splitlines())) == (0, 3), err


def test_ctrl_c_during_a_batch_is_quiet(tmp_path: Path) -> None:
    code, err = interrupted(
        "reply", "--jobs", "2", "--batch", batch(tmp_path, *500 * [{"fen": "startpos"}])
    )
    assert code == 130
    assert "Traceback" not in err


def test_a_reply_that_spends_its_budget_is_undecided(tmp_path: Path) -> None:
    command = ("reply", "--table", HARD, "--level", "super-blitz", "--player", "rom", "--budget")
    code, out, err = run(*command, "20000")
    assert (code, out) == (3, "")
    assert err == "undecided: Janus has no reply after 20,000 cycles; --budget can give it more\n"
    assert run(*command, "200000000")[0] == 0
    file = batch(tmp_path, *({"table": HARD, "level": one} for one in ("super-blitz", "normal")))
    code, out, err = run("reply", "--player", "rom", "--batch", file, "--budget", "2000000")
    first, second = (json.loads(line) for line in out.splitlines())
    assert (code, bool(first["reply"])) == (3, True)
    assert (second["table"], second["level"], second["cycles"]) == (HARD, "normal", 2_000_000)
    assert err == f"microchess: {second['undecided']}\n"
    assert "line 2: Janus has no reply after 2,000,000 cycles" in err
    file = batch(tmp_path, {"table": HARD}, "nonsense")
    assert run("reply", "--player", "rom", "--batch", file, "--budget", "9")[0] == 1


def test_janus_says_once_what_it_promises_where_men_share_a_square(tmp_path: Path) -> None:
    promise = "on sound boards only"
    command = ("reply", "--level", "super-blitz")
    code, out, err = run(*command, "--player", "rom", "--table", SHARED)
    assert (code, err.count(promise), err.count("\n")) == (0, 1, 1)
    assert out.startswith("Janus")
    assert run(*command, "--player", "python", "--table", SHARED)[2] == ""
    assert run(*command, "--player", "rom", "--table", HARD)[2] == ""
    file = batch(tmp_path, *({"table": one} for one in (HARD, SHARED, SHARED)))
    code, out, err = run(*command, "--player", "rom", "--batch", file)
    assert (code, len(out.splitlines()), err.count(promise)) == (0, 3, 1)


def test_another_formula_replies(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("BMOB = -3\n")
    asked = ("--fen", "startpos", "--formula", str(file), "--level", "super-blitz", "--json")
    best = json.loads(run("explain", *asked)[1])["candidates"][0]
    assert {term["name"]: term["weight"] for term in best["terms"]}["BMOB"] == -3
    assert sum(term["contribution"] for term in best["terms"]) == best["value"]
    answer = json.loads(run("reply", *asked)[1])
    assert max(one["value"] for one in answer["candidates"]) == best["value"]
    code, _, err = run("reply", *asked, "--player", "rom")
    assert (code, "--formula has no effect on another player than python" in err) == (2, True)


FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


@pytest.mark.parametrize("fen", [FEN, chess.STARTING_FEN])
def test_the_terms_of_every_candidate_add_up_to_its_value(fen: str) -> None:
    """Of equal values the first judged is the best."""
    told = explain(chess.Board(fen), Level.BLITZ)
    values = [one.candidate.value for one in told.judgements]
    assert values == sorted(values, reverse=True)
    assert told.chosen is told.judgements[0]
    for one in told.judgements:
        assert one.parts.exception or one.parts.total == one.candidate.value


@pytest.mark.parametrize(
    ("fen", "move", "says"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "king could be taken next (WMAXP 0): mate"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "nobody could be taken next (WMAXP 0): stale"),
        ("k7/2K5/8/1Q1R3p/7P/8/8/8 w - - 0 1", "Qb6", ""),
    ],
)
def test_255_is_mate_or_a_stalemate_with_nobody_to_take_next(
    fen: str, move: str, says: str
) -> None:
    board = chess.Board(fen)
    asked = explain(board, Level.NORMAL, board.parse_san(move)).asked
    assert asked is not None
    assert asked.candidate.counters[6] == 0
    assert says in asked.parts.exception
    assert bool(asked.parts.exception) == bool(says) == (asked.candidate.value == 255)


def test_the_move_asked_about_stands_beside_the_chosen_one() -> None:
    asked = ("explain", "--fen", FEN, "--level", "super-blitz")
    code, out, _ = run(*asked, "--move", "Rg1", "--top", "2")
    assert code == 0
    assert "<- chosen" in out
    assert "<- asked" in out
    assert "(27 in all)" in out
    assert next(line for line in out.splitlines() if line.startswith("value")).count("$") == 2
    told = json.loads(run(*asked, "--move", "d2d4", "--json")[1])
    assert len(told["candidates"]) == 27
    assert told["candidates"][told["asked"] - 1]["san"] == "d4"


def test_a_counter_is_explained() -> None:
    position = ("explain", "--fen", "3r3k/8/8/3n4/4P3/8/8/3R3K w - - 0 1", "--level", "blitz")
    told = json.loads(run(*position, "--move", "Rxd5", "--counter", "wcap1", "--json")[1])
    assert (told["move"], told["name"]) == ("Rxd5", "WCAP1")
    assert (told["address"], told["value"]) == (0xE1, 6)
    assert told["changes"][-1]["by"][0]["move"] == "e4xd5"
