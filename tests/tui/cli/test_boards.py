"""``microchess boards`` and ``microchess perft``."""

import json
from pathlib import Path

import pytest

from microchess.boards.registry import EXHIBITS, SHOWN
from tests.commands import run

EXCHANGE = "r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ([], ["no castling, no en passant, no promotion", *(f"{one.key} " for one in SHOWN)]),
        (["--ours"], [f"{one.key} " for one in EXHIBITS]),
        (["microchess"], ["$50 K:03", "$5F KP:13", "$4F:00~", "no castling"]),
        (
            ["loop", "--fen", EXCHANGE, "--line", "Rb8 a8b8"],
            ["! index w:b8 -->0", "? white rooks 0 b5->h1", "make a8b8", "unmake b5b8"],
        ),
        (["10x12", "gnuchess", "--square", "E1"], ["K>", "white:e1>", "nextpos"]),
        (["linked", "piece-sets"], ["Scorpio", "KnightCap, completed"]),
        (
            ["--question", "where is my king"],
            ["microchess            e1: 1 read\n", "tscp                  e1: 63 reads\n"],
        ),
        (["all", "--fen", KIWIPETE], len(SHOWN) * ["Source: "]),
    ],
    ids=["list", "ours", "memory", "line", "square", "former names", "question", "all"],
)
def test_what_is_shown(arguments: list[str], shown: list[str]) -> None:
    code, out, err = run("boards", *arguments)
    assert (code, err) == (0, "")
    assert [text for text in shown if out.count(text) < shown.count(text)] == []
    assert arguments or max(map(len, out.splitlines())) <= 100


def test_our_own_variants_are_shown_only_if_asked_for() -> None:
    ours = {one.key for one in EXHIBITS} - {one.key for one in SHOWN}
    assert {"microchess-extended", "knightcap-completed"} <= ours
    question = ("boards", "--question", "where is my king")
    for shown in (run("boards")[1], run(*question)[1]):
        assert not ours & set(shown.split())
    assert ours <= set(run(*question, "--ours")[1].split())
    assert {one["key"] for one in json.loads(run("boards", "--json")[1])}.isdisjoint(ours)


def test_what_a_system_does_not_know_of_a_position_is_told() -> None:
    fen = "r3k3/8/8/3pP3/8/8/8/4K3 w q d6 0 1"
    unknown = "does not know castling rights q nor the capture en passant on d6"
    for name, told in (("microchess", True), ("tscp", False)):
        for more in ((), ("--json",)):
            assert (unknown in run("boards", name, "--fen", fen, *more)[1]) == told


@pytest.mark.parametrize("arguments", [["--line", "e4"], ["--question", "what is on e2"]])
def test_json(arguments: list[str]) -> None:
    code, out, _ = run("boards", "tscp", *arguments, "--json")
    assert code == 0
    assert json.loads(out)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["3"], "8,902\n"),
        (["0"], "1\n"),
        (["3", "--hash", "1"], "8,902\n"),
        (["--board", "loop", "--fen", KIWIPETE, "--divide", "1"], "48 moves 48 leaves\n"),
    ],
)
def test_perft(arguments: list[str], shown: str) -> None:
    code, out, err = run("perft", *arguments)
    assert (code, err) == (0, "")
    assert out.endswith(shown)
    assert ("e1g1             1\n" in out) == ("--divide" in arguments)


def test_perft_says_which_rules_are_missing() -> None:
    code, out, err = run("perft", "--board", "microchess", "--fen", KIWIPETE, "1")
    assert (code, out) == (0, "46\n")
    assert err == "MicroChess, as published: no castling, no en passant, no promotion\n"


BATCH = """\
{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "line": ["e2e4"]}

{"fen": "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "line": ["e1g1"]}
{"fen": "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}
"""


def test_a_batch_is_answered_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(BATCH)
    code, out, err = run("boards", "firstchess", "--batch", str(file))
    assert (code, err) == (0, "")
    first, refused, last = map(json.loads, out.splitlines())
    assert first["moves"][:2] == ["b8a6", "b8c6"]
    assert (first["captures"], first["cells"]["side"]) == (None, 1)
    why = "e1g1 needs a rule that FirstChess does not know"
    assert refused == {"made": "e1g1", "refused": why}
    assert first["left out"] == "FirstChess, as published does not know castling rights KQkq"
    assert "left out" not in last
    assert last["legal"][:4] == ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]
    for one in EXHIBITS:
        assert run("boards", one.key, "--batch", str(file))[0] == 0


def test_bad_lines_are_told_in_their_places(tmp_path: Path) -> None:
    bad = {
        "{": 'expected {"fen"',
        "[]": 'expected {"fen"',
        '{"fen": 1}': 'expected {"fen"',
        '{"fen": "x"}': "no FEN: 'x'",
        '{"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "line": "e1e2"}': '"line" is "e1e2"',
        '{"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "line": ["e1e3"]}': "'e1e3' is no",
    }
    file, good = tmp_path / "positions.jsonl", BATCH.splitlines()[0]
    file.write_text("\n".join([good, *bad, good]))
    code, out, err = run("boards", "tscp", "--batch", str(file))
    assert code == 1
    first, *errors, last = map(json.loads, out.splitlines())
    assert first == last
    for number, (told, complaint) in enumerate(zip(errors, bad.values(), strict=True), 2):
        assert told["error"].startswith(f"line {number}: {complaint}")
        assert told["error"] in err
    assert err.count("\n") == len(bad)
