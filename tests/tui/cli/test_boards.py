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
    ],
    ids=["list", "ours", "memory", "line", "square", "former names", "question"],
)
def test_what_is_shown(arguments: list[str], shown: list[str]) -> None:
    code, out, err = run("boards", *arguments)
    assert (code, err) == (0, "")
    assert [text for text in shown if text not in out] == []
    assert arguments or max(map(len, out.splitlines())) <= 100


def test_all_memories_of_a_position() -> None:
    code, out, err = run("boards", "all", "--fen", KIWIPETE)
    assert (code, err) == (0, "")
    assert out.count("Source: ") == len(SHOWN)


def test_our_own_variants_are_shown_only_if_asked_for() -> None:
    ours = {one.key for one in EXHIBITS} - {one.key for one in SHOWN}
    assert {"microchess-extended", "knightcap-completed"} <= ours
    assert not ours & set(run("boards")[1].split())
    question = ("boards", "--question", "where is my king")
    assert not ours & set(run(*question)[1].split())
    assert ours <= set(run(*question, "--ours")[1].split())
    assert {one["key"] for one in json.loads(run("boards", "--json")[1])}.isdisjoint(ours)
    assert "as published" not in run("boards", "knightcap-completed")[1]


def test_what_a_system_does_not_know_of_a_position_is_told() -> None:
    fen = "r3k3/8/8/3pP3/8/8/8/4K3 w q d6 0 1"
    unknown = "does not know castling rights q nor the capture en passant on d6"
    for name, told in (("microchess", True), ("prinz", True), ("tscp", False)):
        for more in ((), ("--json",)):
            assert (unknown in run("boards", name, "--fen", fen, *more)[1]) == told
    code, out, err = run("boards", "prinz", "--fen", fen, "--line", "exd6")
    assert (code, out) == (1, "")
    assert err == "microchess: e5d6 needs a rule that Prinz does not know\n"


@pytest.mark.parametrize(
    "arguments",
    [[], ["tscp"], ["tscp", "--line", "e4"], ["tscp", "--question", "what is on e2"]],
    ids=" ".join,
)
def test_json(arguments: list[str]) -> None:
    code, out, _ = run("boards", *arguments, "--json")
    assert code == 0
    assert json.loads(out)


def test_perft() -> None:
    assert run("perft", "3") == (0, "8,902\n", "")
    assert run("perft", "0") == (0, "1\n", "")
    assert run("perft", "3", "--hash", "1") == (0, "8,902\n", "")
    code, out, err = run("perft", "--board", "loop", "--fen", KIWIPETE, "--divide", "2")
    assert (code, err) == (0, "")
    assert out.endswith("48 moves 2,039 leaves\n")
    assert "e1g1            43\n" in out


def test_perft_says_which_rules_are_missing() -> None:
    code, out, err = run("perft", "--board", "microchess", "--fen", KIWIPETE, "1")
    assert (code, out) == (0, "46\n")
    assert err == "MicroChess, as published: no castling, no en passant, no promotion\n"


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["boards", "nope"], 1, "no board 'nope'; the boards are microchess, "),
        (["boards", "tscp", "--fen", "x"], 1, "no FEN: 'x'"),
        (["boards", "tscp", "--fen", ""], 1, "no FEN: ''"),
        (["boards", "tscp", "--line", "Ke2"], 1, "'Ke2' is no legal move after rnbqkbnr"),
        (["boards", "--square", "z9"], 1, "'z9' is no square"),
        (["boards", "--question", "how are you"], 1, "no question 'how are you'; ask: "),
        (["boards", "--question", ""], 1, "no question ''; ask: "),
        (["boards", "tscp", "--line", "e4", "--square", "e4"], 2, "not allowed with"),
        (["boards", "bell", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"], 1, "no black king"),
        (["boards", "--batch", "-"], 1, "--batch takes the name of one board"),
        (["boards", "tscp", "bell", "--batch", "-"], 1, "--batch takes the name of one board"),
        (
            ["boards", "tscp", "--batch", "-", "--fen", "startpos"],
            2,
            "--fen has no effect with --b",
        ),
        (["boards", "tscp", "--batch", "no such file"], 1, "no such file: No such file or directo"),
        (["perft"], 2, "the following arguments are required: DEPTH"),
        (["perft", "-1"], 2, "expected 0 to 100"),
        (["perft", "1000"], 2, "'1000'; expected 0 to 100"),
        (["perft", "2", "--hash", "0"], 2, "'0'; expected 1 to 1024"),
        (["perft", "2", "--hash", "2", "--board", "loop"], 1, "loop keeps no key for --hash"),
        (["perft", "--board", "chess", "2"], 1, "no board 'chess'"),
        (["perft", "--divide", "0"], 1, "depth 0 has no first move"),
    ],
)
def test_an_error_is_one_line(arguments: list[str], code: int, complaint: str) -> None:
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert err.count("\n") == 1
    assert complaint in err


NEEDS = "needs a rule that FirstChess does not know"
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
    assert first["captures"] is None
    assert first["cells"]["side"] == 1
    assert refused == {"made": "e1g1", "refused": f"e1g1 {NEEDS}"}
    assert first["left out"] == "FirstChess, as published does not know castling rights KQkq"
    assert "left out" not in last
    assert last["legal"][:4] == ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]
    for one in EXHIBITS:
        assert run("boards", one.key, "--batch", str(file))[0] == 0


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", 'line 2: expected {"fen"'),
        ("[]", 'line 2: expected {"fen"'),
        ('{"fen": 1}', 'line 2: expected {"fen"'),
        ('{"fen": "x"}', "line 2: no FEN: 'x'"),
        ('{"fen": "8/8/8/8/8/8/8/K7 w - - 0 1"}', "line 2: "),
        ('{"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "line": "e1e2"}', 'line 2: "line" is "e1e2"'),
        ('{"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "line": ["e1e3"]}', "line 2: 'e1e3' is no"),
    ],
)
def test_a_bad_line_is_told_in_its_place(tmp_path: Path, line: str, complaint: str) -> None:
    file = tmp_path / "positions.jsonl"
    good = BATCH.splitlines()[0]
    file.write_text(f"{good}\n{line}\n{good}\n")
    code, out, err = run("boards", "tscp", "--batch", str(file))
    assert code == 1
    first, bad, last = map(json.loads, out.splitlines())
    assert first == last
    assert complaint in bad["error"]
    assert err.count("\n") == 1
    assert complaint in err
