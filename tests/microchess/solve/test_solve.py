"""The shortest wins: what is found, what is proven, and that a stopped search goes on."""

from pathlib import Path

import chess
import pytest

from microchess.errors import MicroChessError
from microchess.machine.choose import choose
from microchess.program.levels import Level
from microchess.program.openings import named
from microchess.solve import search
from microchess.solve.lines import lines, number_of_lines, prove, san
from microchess.solve.search import ShortestSearch
from microchess.solve.states import Answerer, End, Quest, State
from microchess.solve.store import SolveTable
from tests.sample import every_run

FIRST_WIN = "1. d4 Nc6 2. e4 Nf6 3. Bc4 Nxe4 4. Qf3 Nxd4 5. Qxf7#"
"""Of spec/shortest-wins.md, at all levels."""
TWO_WAYS = "k7/8/2K5/8/8/8/8/7Q w - - 0 1"


def task(fen: str = chess.STARTING_FEN, level: Level = Level.SUPER_BLITZ, **more: object) -> Quest:
    return Quest(fen, chess.BLACK, level, choose("python"), **more)  # type: ignore[arg-type]


def moves(text: str) -> tuple[chess.Move, ...]:
    board = chess.Board()
    return tuple(board.push_san(one) for one in text.split() if not one.endswith("."))


def lines_of(one: Quest, end: End, most: int, path: Path | None = None, jobs: int = 1) -> list[str]:
    with SolveTable(path, {}, 1) as store:
        solved = ShortestSearch(one, store, jobs).solve(end, most)
        found = list(lines(store, solved))
        assert number_of_lines(store, solved) == len(found)
    for line in found:
        prove(one, line, end)
    return sorted(san(one, line) for line in found)


@pytest.mark.parametrize("level", every_run(reversed(Level), 1))
def test_the_known_win_is_one_on_the_machine_and_no_other_line_passes_for_it(level: Level) -> None:
    line = moves(FIRST_WIN)
    prove(task(level=level), line, End.MATE)
    with pytest.raises(MicroChessError, match="expected stalemate"):
        prove(task(level=level), line, End.STALEMATE)
    with pytest.raises(MicroChessError, match=r"on the machine .* is played, not"):
        prove(task(level=level), moves("1. d4 d5 2. e4"), End.MATE)


def test_mates_by_all_ways_at_any_number_of_jobs_and_none_without_need(tmp_path: Path) -> None:
    found = lines_of(task(TWO_WAYS), End.MATE, 3)
    assert len(found) == 6
    assert all(line.count(".") == 2 and line.endswith("#") for line in found)
    search.CHUNK, before = 4, search.CHUNK
    assert lines_of(task(TWO_WAYS), End.MATE, 3, tmp_path / "two", jobs=2) == found
    search.CHUNK = before
    mate_in_one = "k7/8/1K6/8/8/8/8/7R w - - 0 1"
    assert lines_of(task(mate_in_one), End.MATE, 3) == ["1. Rh8#"]


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        ("5k2/8/8/8/4R1Q1/8/8/4K2R w K - 0 1", "1. O-O#"),
        ("Q7/2k5/3R4/1pP5/8/5K2/7B/8 w - b6 0 1", "1. cxb6#"),
        ("6k1/3P1ppp/8/8/8/8/8/R3K2R w - - 0 1", "1. d8=Q#"),
    ],
)
def test_castling_en_passant_and_promotion_mate(fen: str, mate: str) -> None:
    assert mate in lines_of(task(fen), End.MATE, 1)


def test_castling_and_the_book_are_parts_of_a_state() -> None:
    one = task(opening=named("four-knights", chess.BLACK))
    answerer = Answerer(one, one.spec.solver())
    state = one.root
    for text in ["e4", "Nf3", "Nc3", "Bb5", "O-O", "d3"]:
        state = state.after(state.board.parse_san(text))
        again = State.unpacked(state.packed(), chess.BLACK)
        assert again.packed() == state.packed()
        answered, twin = answerer.answer(state), answerer.answer(again)
        assert not isinstance(answered, End)
        assert not isinstance(twin, End)
        assert twin.move == answered.move
        state = answered.state
    moved = {state.board.piece_at(square) for square in (chess.G8, chess.F8)}
    assert moved == {chess.Piece.from_symbol("k"), chess.Piece.from_symbol("r")}
