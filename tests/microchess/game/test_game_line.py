"""Positions as GUIs tell them: refused with the reason, or held with stand-ins."""

import chess
import pytest

from microchess.errors import FenError, MicroChessError, MoveError, PositionError
from microchess.game.game_line import GameLine

PROMOTES = "8/P7/7k/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "moves", "kind", "why"),
    [
        ("startpos", "e2e4 e7e4", MoveError, "e7e4 is not legal"),
        ("startpos", "e2e4 rubbish", MoveError, "'rubbish' is no move; expected e.g. e2e4"),
        ("startpos", "e2e4 0000", MoveError, "0000 is not legal"),
        ("startpos", "e2e9", MoveError, "'e2e9' is no move"),
        ("no fen at all", "", FenError, "no FEN"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "", FenError, "a pawn on a8; expected none"),
        ("4k3/8/8/8/8/8/8/p3K2P b - - 0 1", "", FenError, "a pawn on a1 and h1; expected none"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "", PositionError, "Black has no king"),
        ("4k3/8/8/8/PPPPPPPP/PPPPPPPP/8/4K3 w - - 0 1", "", PositionError, "White has 16 pawns"),
    ],
)
def test_what_makes_no_sense_is_refused(
    fen: str, moves: str, kind: type[MicroChessError], why: str
) -> None:
    with pytest.raises(kind, match=why):
        GameLine.read(fen, moves.split())


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
