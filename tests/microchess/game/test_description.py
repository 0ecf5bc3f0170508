"""A board in words, and positions as GUIs tell them: refused, or held with stand-ins."""

import chess
import pytest

from microchess.errors import MicroChessError, MoveError
from microchess.game import description
from microchess.game.game_line import GameLine
from tests.cases import cases


@pytest.mark.parametrize(("asked", "told"), cases("places_in_words"))
def test_a_square_a_rank_and_a_file_are_told(asked: str, told: str) -> None:
    assert description.place(chess.Board("r3k3/8/8/8/8/8/P7/4K3 w - - 0 1"), asked, True) == told


def test_what_is_no_place_is_refused() -> None:
    for asked in ("", "9", "i", "e9", "e44"):
        with pytest.raises(MicroChessError, match="4 for a rank, e for a file"):
            description.place(chess.Board(), asked, True)


def test_the_men_of_a_side_are_told_king_first() -> None:
    board = chess.Board("8/8/8/8/8/8/PP6/4K3 w - - 0 1")
    assert description.men(board, chess.WHITE) == "white: king e1, pawns a2 b2"
    assert description.men(board, chess.BLACK) == "black: nobody"


@pytest.mark.parametrize(("fen", "move", "told"), cases("moves_in_words"))
def test_the_last_move_is_told(fen: str, move: str, told: str) -> None:
    board = chess.Board(fen)
    assert description.last_move(board) == "no move yet"
    board.push_uci(move)
    assert description.last_move(board) == told


PROMOTES = "8/P7/7k/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"


@pytest.mark.parametrize(("fen", "moves", "kind", "why"), cases("refused_lines"))
def test_what_makes_no_sense_is_refused(fen: str, moves: str, kind: str, why: str) -> None:
    with pytest.raises(MicroChessError, match=why) as refused:
        GameLine.read(fen, moves.split())
    assert type(refused.value).__name__ == kind


@pytest.mark.parametrize("known", [0, 2, 3, 4])
@pytest.mark.parametrize(
    ("start", "moves", "other"),
    [
        ("startpos", "h2h4 g8f6 h4h5 f6e4", "h2h4 g8h6"),
        (PROMOTES, "a7a8q h6g6 a8a7 g6h6", "a7a8q h6h5"),
    ],
)
def test_a_line_that_goes_on_is_the_line_told_at_once(
    start: str, moves: str, other: str, known: int
) -> None:
    before = GameLine.read(start, moves.split()[:known])
    for told in (moves, other, other + " d2d3"):
        assert GameLine.read(start, told.split(), before) == GameLine.read(start, told.split())
    with pytest.raises(MoveError, match="h1h8 is not legal"):
        GameLine.read(start, [*moves.split(), "h1h8"], before)


@pytest.mark.parametrize(
    ("fen", "moves", "notes", "man"),
    [
        ("k7/8/8/8/8/8/8/K4QQ1 w - - 0 1", "", "queen on g1: a rook", "g1 R"),
        ("4k3/P7/8/8/8/8/8/1NBQKBNR w - - 0 1", "a7a8q e8e7", "queen on a8: a rook", "a8 R"),
        (PROMOTES, "a7a8q h6g6", "queen on a8: a pawn", "a8 P"),
    ],
)
def test_a_second_queen_stands_in_as_a_rook_and_a_pawn_while_nobody_is_lost(
    fen: str, moves: str, notes: str, man: str
) -> None:
    line, (square, symbol) = GameLine.read(fen, moves.split()), man.split()
    assert line.notes == (f"no room for the {notes} stands in",)
    seen = line.position.board().piece_at(chess.parse_square(square))
    assert seen == chess.Piece.from_symbol(symbol)


def test_whom_a_pawn_stands_in_for_comes_alive_when_a_slot_is_free() -> None:
    start = PROMOTES.replace("8/P7/7k", "8/P3n3/7k")
    line = GameLine.read(start, ["a7a8q", "e7f5", "g2g4", "f5g3", "f2f3", "g3h1"])
    seen = line.position.board()
    assert seen.piece_at(chess.A8) == chess.Piece.from_symbol("R"), "the lost rook's slot"
    assert len(seen.pieces(chess.ROOK, chess.WHITE)) == 2
    assert len(seen.pieces(chess.PAWN, chess.WHITE)) == 7
    line = GameLine.read("3r4/P5k1/8/8/8/8/8/1NBQKBNR w - - 0 1", ["a7a8q", "d8d1"])
    queen = line.position.board().piece_at(chess.A8)
    assert queen == chess.Piece.from_symbol("Q"), "the lost queen's slot"
