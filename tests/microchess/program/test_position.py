"""FEN and EPD to piece table and back; what does not fit; who stands in which slot."""

import random
import re

import chess
import pytest

from microchess.errors import FenError, PositionError
from microchess.program.epd import EpdLine, read_epd
from microchess.program.position import Position, notes, read_fen
from microchess.program.slots import misfits
from microchess.program.squares import to_chess
from microchess.program.table import MEN, PieceTable
from tests.cases import cases
from tests.golden import replies

AFTER_C = "0304000702050106101711161215141373747077727571766067616662656463"
AFTER_C_E = "0403070005020601171016111512131474737770757276716760666165626364"


@pytest.mark.parametrize(("computer", "table"), [(chess.WHITE, AFTER_C), (chess.BLACK, AFTER_C_E)])
def test_the_initial_position_gives_the_programs_own_tables(
    computer: chess.Color, table: str
) -> None:
    position = Position.from_board(chess.Board(), computer)
    assert position.table == PieceTable.from_hex(table)
    assert position.board(chess.WHITE).board_fen() == chess.STARTING_BOARD_FEN


def test_golden_positions_hold_the_men_their_fens_say() -> None:
    for golden in replies():
        if golden["kind"] == "position":
            board = read_fen(golden["fen"])
            position = Position(PieceTable.from_hex(golden["table"]), board.turn == chess.WHITE)
            assert position.board().board_fen() == board.board_fen()


def test_every_position_of_a_random_game_comes_back_unless_it_does_not_fit() -> None:
    random_, board, fitting = random.Random(0), chess.Board(), 0
    while not board.is_game_over() and board.ply() < 150:
        board.push(random_.choice(list(board.legal_moves)))
        for computer in () if misfits(board) else chess.COLORS:
            position = Position.from_board(board, computer)
            assert position.board(board.turn).board_fen() == board.board_fen()
            assert position.reversed().board(board.turn).board_fen() == board.board_fen()
            assert position.table.problems() == []
            fitting += 1
    assert fitting > 100


@pytest.mark.parametrize(
    ("placement", "reason"),
    [
        ("4k3/8/8/8/8/8/8/QQ2K3", "White has 2 queens, the table has room for 1"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3", "White has 9 pawns, the table has room for 8"),
        ("4k3/8/8/8/8/8/8/8", "White has no king"),
    ],
)
def test_what_cannot_be_held_is_refused_with_the_reason(placement: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Position.from_fen(f"{placement} w - - 0 1")


@pytest.mark.parametrize(
    ("placement", "computer", "slots"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R", chess.WHITE, {"KR": "h1", "QR": "a1"}),
        ("4k3/8/8/8/R7/8/8/R3K3", chess.WHITE, {"KR": "a1", "QR": "a4"}),
        ("r3k3/8/8/8/r7/8/8/4K3", chess.BLACK, {"KR": "a8", "QR": "a4"}),
        ("4k3/8/8/8/8/8/1B6/B3K3", chess.WHITE, {"QB": "a1", "KB": "b2"}),
        ("4k3/8/8/8/8/3P4/3P4/4K3", chess.WHITE, {"QBP": "d2", "QP": "d3"}),
    ],
)
def test_men_of_a_fen_get_their_canonical_slots(
    placement: str, computer: chess.Color, slots: dict[str, str]
) -> None:
    position = Position.from_board(chess.BaseBoard(placement), computer)
    for name, square in slots.items():
        stands = to_chess(position.table[MEN.index(name)], position.computer_white)
        assert chess.square_name(stands) == square


def test_castling_rights_en_passant_and_bishops_of_one_colour_are_told_as_notes() -> None:
    fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"
    assert notes(read_fen(fen), chess.WHITE) == [
        "the program castles only out of its book; it leaves out O-O, O-O-O",
        "the program does not know en passant, which is legal on d6",
    ]
    assert notes(read_fen(fen), chess.BLACK) == []
    assert notes(chess.Board(), chess.WHITE) == []
    (bishops,) = notes(read_fen("4k3/8/8/8/8/8/1B6/B3K3 w - - 0 1"), chess.WHITE)
    assert bishops.startswith("White's bishops on a1 and b2 stand on one colour: the one on b2")


@pytest.mark.parametrize(("text", "why"), cases("no_fen"))
def test_what_of_a_text_is_no_fen_is_said(text: str, why: str) -> None:
    with pytest.raises(FenError, match=f"no FEN: {re.escape(repr(text))}: {why}"):
        read_fen(text)


@pytest.mark.parametrize("text", ["x" * 10_000, f"{chess.STARTING_FEN}{'1' * 10_000}"])
def test_of_a_long_text_the_beginning_is_named(text: str) -> None:
    with pytest.raises(FenError) as refused:
        read_fen(text)
    assert len(str(refused.value)) < 250
    assert text[:30] in str(refused.value)


BARE = "4k3/8/8/8/8/8/4P3/4K3"


@pytest.mark.parametrize(("line", "fen", "title"), cases("epd_lines"))
def test_positions_have_their_counters_and_titles(line: str, fen: str, title: str) -> None:
    found = read_epd(line)
    assert found == EpdLine(found.board, title)
    assert found.board.fen() == fen


@pytest.mark.parametrize(
    ("line", "why"), [*cases("no_epd"), (f"{BARE} w - - 0 {'9' * 5000}", "the move number is")]
)
def test_what_is_no_position_is_said(line: str, why: str) -> None:
    with pytest.raises(FenError, match=why):
        read_epd(line)
