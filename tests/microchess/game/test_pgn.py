"""PGN as it comes: what is good is read, what is not is named."""

import tomllib
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emu.files import reading
from emu.notation import Poke
from microchess.errors import PgnError
from microchess.game import pgn
from microchess.game.game import Game
from microchess.game.pgn import PgnEntry
from microchess.game.pgn_file import PgnFile
from microchess.game.pgn_split import split
from microchess.game.pgn_tokens import tokens
from microchess.machine.player import janus
from microchess.program.levels import Level

GOOD = '[Event "good"]\n\n1. d4 d5 *\n'
BAD = '[Event "bad"]\n\n1. e4 e5 2. Ke3 Nc6 {never} (2... Nf6) 3. Nf3 *\n'


CASES = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "pgn" / "cases.toml").read_text(encoding="utf-8")
)["case"]


def entries(text: str) -> list[PgnEntry]:
    return list(pgn.read_games(text))


def moves(entry: PgnEntry) -> str:
    return chess.Board().variation_san(entry.game.mainline_moves())


def sans(entry: PgnEntry) -> str:
    return " ".join(node.san() for node in entry.game.mainline())


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_unusual_and_damaged_files_are_read_right_and_what_is_not_read_is_told(
    case: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(case["text"].encode(case.get("encoding", "utf-8")))
    found = entries(reading.read_text(path))
    assert [sans(entry) for entry in found] == [game["moves"] for game in case["games"]]
    for entry, game in zip(found, case["games"], strict=True):
        given = entry.game.headers
        tags = {tag: given[tag] for tag in given if given[tag] not in ("?", "????.??.??")}
        assert tags.pop("Result") == game["result"]
        assert tags == game["tags"]
        assert entry.whole == game.get("whole", True)
    assert [one.faults_in_words for one in found if one.faults] == case.get("told", [])


@pytest.mark.parametrize("part", ['[Event "x"]\n\n1. e4 {open\n\n', "1. e4 {open\n\n", "{ "])
def test_the_end_of_comments_is_looked_for_in_time_linear_in_the_text(part: str) -> None:
    class Counting(str):
        """Text that counts how many signs are looked at."""

        looked = 0

        def find(self, *wanted: Any) -> int:
            found = super().find(*wanted)
            Counting.looked += (found if found >= 0 else len(self)) - wanted[1]
            return found

    text = Counting(part * 1000 + "}")
    list(tokens(text))
    assert Counting.looked <= 2 * len(text)


def test_variations_around_a_fault_keep_their_places() -> None:
    text = "1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... Ke5 2. c4 (2. c3) c5) 2. c4) 1... c5 *"
    (entry,) = entries(text)
    assert moves(entry) == "1. e4 c5"
    queen = entry.game.variations[1]
    assert [str(node.move) for node in queen.variations] == ["d7d5", "g8f6"]
    assert str(queen.variations[0].variations[0].move) == "c2c4"
    assert [fault.move for fault in entry.faults] == ["1... Ke5"]
    (deep,) = entries("1. e4 e5 " + "(1... c5 2. Nf3 (2. Nc3 " * 1500)
    assert moves(deep) == "1. e4 e5"


@pytest.mark.parametrize("text", ["", "# Notes\n", "<svg>\n\n1. e4 e5\n</svg>\n", "% x\n"])
def test_a_text_of_another_kind_is_no_game(tmp_path: Path, text: str) -> None:
    path = tmp_path / "readme.md"
    path.write_text(text)
    with pytest.raises(PgnError, match="no game found"):
        pgn.load(path)
    with pytest.raises(PgnError, match="no game found"):
        pgn.parse(text)
    path.write_bytes('[Event "x"]\n\n1. e4 *\n'.encode("utf-16-le"))
    with pytest.raises(PgnError, match="it is text in UTF-16 or UTF-32; expected UTF-8"):
        pgn.load(path)


def test_the_good_games_of_a_file_are_loaded_as_far_as_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("\n".join((BAD, GOOD, BAD, f'[Result "{"x" * 3000}"]\n{GOOD}')))
    loaded = pgn.load(path)
    assert [(one.number, one.game.headers["Event"]) for one in loaded.entries] == [
        (2, "good"),
        (4, "good"),
    ]
    assert loaded.present == 2
    assert str(loaded.entries[1]) == "4: ? - ? *, 2 half-moves"
    assert [fault.partition(", move")[0] for fault in loaded.faults] == [
        "game 1: line 3",
        "game 3: line 11",
        "game 4: line 13: the tag Result says 'xxxxxxxxxxxxxxxxxxxx', read as *",
    ]
    monkeypatch.setattr(pgn, "MOST_LISTED", 2)
    assert pgn.load(path).faults[1:] == ("only the first 2 games of games.pgn are read",)
    path.write_text(BAD)
    with pytest.raises(PgnError, match=r"^games\.pgn: game 1: line 3, move 2\. Ke3: no"):
        pgn.load(path)


def test_of_the_games_of_one_session_the_last_is_gone_on_with(tmp_path: Path) -> None:
    game = Game(janus(), chess.BLACK, Level.SUPER_BLITZ)
    game.play(game.parse("e4"))
    game.answer()
    game.poke(Poke(0x60, 0x23))  # White's king before Black's pawns: no position of chess
    path = tmp_path / "session.pgn"
    path.write_text("".join(f"{one}\n\n" for one in game.pgn()))
    loaded = pgn.load(path)
    assert loaded.present == 2
    assert loaded.entries[-1].whole
    assert loaded.entries[-1].game.board().fen() == game.board.fen()
    assert str(loaded.entries[0]) == "1: You - MicroChess *, 2 half-moves"


def test_comments_behind_semicolons_are_kept() -> None:
    text = """; of the file
[Event "a; b"]

; before the moves
1. e4 ; the king's } pawn
e5 {in; braces
; too} 2. Nf3 (2. f4;a gambit
exf4) *
"""
    (entry,) = entries(text)
    assert not entry.faults
    first, second, _ = entry.game.mainline()
    assert entry.game.comment == "of the file before the moves"
    assert (first.comment, second.comment) == ("the king's ) pawn", "in; braces\n; too")
    assert second.variations[1].comment == "a gambit"


@given(st.text('e4 {}()[]"%;*1.\n', max_size=60))
def test_the_texts_of_all_games_are_the_whole_text(text: str) -> None:
    found = [one.text for one in split(text)]
    assert "".join(found) == (text if found else "")
    assert [one.faults_in_words.partition(":")[0] for one in entries(text)] == [
        f"game {number}" for number in range(1, len(found) + 1)
    ]


@given(st.text('"\\[]A{} ;%', max_size=20))
def test_tags_are_written_so_that_they_are_read(value: str) -> None:
    game = chess.pgn.Game({"White": value})
    assert pgn.parse(pgn.written(game)).headers["White"] == game.headers["White"]


@pytest.mark.parametrize("text", ["% notes\n", "{a diary}\n", "<svg/>", "dear diary\n"])
def test_a_file_of_something_else_is_not_an_empty_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(text)
    file = PgnFile(path)
    file.close()
    assert file.texts == (text,)


def test_glyphs_are_signs_and_numbers() -> None:
    (entry,) = entries("1.Pe4 N $1 c6 2. e4-e5!? d5 3. exd6e.p. TN Qd7!! = ½-½")
    assert (moves(entry), entry.whole) == ("1. e4 c6 2. e5 d5 3. exd6 Qd7", True)
    nodes = [*entry.game.mainline()]
    assert [nodes[ply].nags for ply in (0, 3, 4, 5)] == [{146, 1}, set(), {146}, {3, 10}]
