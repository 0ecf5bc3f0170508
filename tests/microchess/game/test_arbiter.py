"""What the arbiter rules when the program plays what chess forbids, or gives up."""

from __future__ import annotations

import chess
import pytest

from microchess.game.arbiter import helpful, strict
from microchess.program.position import Position
from microchess.program.reply import Candidate, ManMove
from microchess.program.slots import man_type
from microchess.program.squares import from_chess
from microchess.program.table import KING, KING_ROOK, QUEEN, QUEEN_BISHOP

EDGE = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
ALL_ALIVE = "1r6/P6k/8/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"
PINNED = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1"


def seen(fen: str) -> tuple[chess.Board, Position]:
    board = chess.Board(fen)
    return board, Position.from_board(board, board.turn)


def wish(position: Position, uci: str) -> ManMove:
    move = chess.Move.from_uci(uci)
    white = position.computer_white
    source, target = from_chess(move.from_square, white), from_chess(move.to_square, white)
    man = position.table.standing_on(source)
    assert man is not None
    return ManMove(man, source, target)


def candidate(position: Position, uci: str, value: int) -> Candidate:
    one = wish(position, uci)
    return Candidate(one.man, one.target, value, bytes(22))


def test_what_chess_allows_is_let_through_without_a_word() -> None:
    board, position = seen(chess.STARTING_FEN)
    for ruling in (
        strict(board, position, wish(position, "e2e4")),
        helpful(board, position, wish(position, "e2e4"), [candidate(position, "e2e4", 0xD0)]),
    ):
        assert (ruling.move, ruling.notes) == (chess.Move.from_uci("e2e4"), ())


def test_strict_reports_a_king_left_in_check_as_it_is() -> None:
    board, position = seen(PINNED)
    ruling = strict(board, position, wish(position, "e2a2"))
    assert ruling.move == chess.Move.from_uci("e2a2")
    assert ruling.notes == ("e2a2 is not legal: the king would be left in check",)


def test_helpful_takes_the_next_best_of_its_own() -> None:
    board, position = seen(PINNED)
    ruling = helpful(
        board,
        position,
        wish(position, "e2a2"),
        [
            candidate(position, move, value)
            for move, value in (("e2a2", 0xD8), ("e2b2", 0xD7), ("e2e3", 0xD5), ("e2e8", 0xD6))
        ],
    )
    assert ruling.move == chess.Move.from_uci("e2e8")
    assert len(ruling.notes) == 2
    assert "plays Rxe8+ ($D6) instead" in ruling.notes[1]


def test_of_equals_the_first_judged_is_taken() -> None:
    board, position = seen(PINNED)
    moves = [candidate(position, move, 0x0B) for move in ("e1f1", "e1d1")]
    assert helpful(board, position, None, moves).move == chess.Move.from_uci("e1f1")


def test_a_resignation_is_lost_with_strict_and_played_on_with_helpful() -> None:
    board, position = seen(PINNED)
    assert strict(board, position, None).move is None
    ruling = helpful(board, position, None, [candidate(position, "e1d1", 0)])
    assert ruling.move == chess.Move.from_uci("e1d1")
    assert ruling.notes[0] == "it resigns, and is made to go on"


def test_a_pawn_on_the_last_rank_becomes_a_queen_if_she_is_lost() -> None:
    board, position = seen(EDGE)
    ruling = helpful(board, position, wish(position, "a7a8"), [candidate(position, "a7a8", 0xD0)])
    assert ruling.move == chess.Move.from_uci("a7a8q")
    assert ruling.notes == ("its pawn is made a queen",)
    assert strict(board, position, wish(position, "a7a8")).move == chess.Move.from_uci("a7a8")


@pytest.mark.parametrize(
    ("lost", "becomes"),
    [(KING_ROOK, chess.ROOK), (QUEEN_BISHOP, chess.BISHOP), (QUEEN, chess.QUEEN)],
)
def test_else_the_best_lost_man(lost: int, becomes: chess.PieceType) -> None:
    board, position = seen(ALL_ALIVE)
    home = next(
        square
        for square, piece in board.piece_map().items()
        if piece.color and position.table[lost] == from_chess(square, True)
    )
    assert man_type(lost) == becomes
    board.remove_piece_at(home)
    position = Position(position.table.with_man(lost, 0xCC), True)
    ruling = helpful(board, position, wish(position, "a7a8"), [candidate(position, "a7a8", 0xD0)])
    assert ruling.move == chess.Move(chess.A7, chess.A8, becomes)


def test_with_nobody_lost_it_becomes_a_queen_all_the_same() -> None:
    board, position = seen(ALL_ALIVE)
    ruling = helpful(
        board,
        position,
        wish(position, "a7b8"),
        [candidate(position, "a7b8", 0xF0), candidate(position, "b2b4", 0xC0)],
    )
    assert ruling.move == chess.Move.from_uci("a7b8q")
    assert ruling.notes == ("its pawn is made a queen",)


def test_a_thought_cut_short_is_no_resignation() -> None:
    board, position = seen(PINNED)
    ruling = helpful(board, position, None, [], finished=False)
    assert ruling.move is not None
    assert board.is_legal(ruling.move)
    (note,) = ruling.notes
    assert note.startswith("no candidate was judged")


def test_castling_out_of_the_book_needs_the_right_to_castle() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    board, position = seen(fen)
    castles = wish(position, "e1g1")
    assert castles.man == KING
    ruling = helpful(board, position, castles, [])
    assert (ruling.move, ruling.notes) == (
        chess.Move.from_uci("e1g1"),
        ("it castles: its rook is moved for it",),
    )
    board, position = seen(fen.replace("KQkq", "-"))
    ruling = strict(board, position, wish(position, "e1g1"))
    assert "no right to castle there: king or rook moved, or were put there" in ruling.notes[0]
    ruling = helpful(board, position, castles, [candidate(position, "a1a8", 0xD0)])
    assert ruling.move == chess.Move.from_uci("a1a8")


def test_a_captured_man_that_the_book_moves_goes_nowhere() -> None:
    board, position = seen(EDGE)
    dead = ManMove(QUEEN, 0xCC, 0x33)
    assert strict(board, position, dead).move is None
    ruling = helpful(board, position, dead, [candidate(position, "a1b1", 0xC0)])
    assert ruling.move == chess.Move.from_uci("a1b1")


def test_what_it_does_not_know_is_played_when_nothing_else_is_legal() -> None:
    only_en_passant = "8/8/8/5ppP/5kp1/8/5PPK/6RR w - g6 0 1"
    board, position = seen(only_en_passant)
    allowed = [chess.Move.from_uci("h5g6")]
    assert helpful(board, position, None, [], allowed).move == allowed[0]


def test_only_the_moves_asked_for_count() -> None:
    board, position = seen(PINNED)
    moves = [candidate(position, move, value) for move, value in (("e2e8", 0xD6), ("e1d1", 0xC0))]
    allowed = [chess.Move.from_uci("e1d1")]
    ruling = helpful(board, position, wish(position, "e2e8"), moves, allowed)
    assert ruling.move == allowed[0]
    assert "not among the moves asked for" in ruling.notes[0]
