"""What the arbiter rules when the program plays what chess forbids, or gives up."""

import chess
import pytest

from microchess.game.arbiter import helpful, strict
from microchess.program.position import Position
from microchess.program.reply import Candidate, ManMove
from microchess.program.slots import man_type
from microchess.program.squares import from_chess
from microchess.program.table import KING_ROOK, QUEEN, QUEEN_BISHOP
from tests.cases import cases

EDGE = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
ALL_ALIVE = "1r6/P6k/8/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"
PINNED = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ONLY_EN_PASSANT = "8/8/8/5ppP/5kp1/8/5PPK/6RR w - g6 0 1"


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


@pytest.mark.parametrize(
    ("fen", "wished", "move", "note"),
    [
        (chess.STARTING_FEN, "e2e4", "e2e4", ""),
        (PINNED, "e2a2", "e2a2", "e2a2 is not legal: the king would be left in check"),
        (EDGE, "a7a8", "a7a8", "a7a8 is not legal: the pawn has to become a piece"),
        (CASTLES.replace("KQkq", "-"), "e1g1", "e1g1", "no right to castle there"),
        (PINNED, None, None, "it resigns"),
    ],
)
def test_strict_reports_the_move_as_it_is(
    fen: str, wished: str | None, move: str | None, note: str
) -> None:
    board, position = seen(fen)
    ruling = strict(board, position, wish(position, wished) if wished else None)
    assert ruling.move == (chess.Move.from_uci(move) if move else None)
    assert note in "".join(ruling.notes)
    assert bool(ruling.notes) == bool(note)


@pytest.mark.parametrize(
    ("fen", "wished", "judged", "allowed", "move", "notes"),
    [pytest.param(*case, id=name) for name, *case in cases("helpful_arbiter")],
)
def test_helpful_plays_what_chess_allows(
    fen: str, wished: str, judged: str, allowed: str, move: str, notes: str
) -> None:
    board, position = seen(fen)
    values = (one.split("=") for one in judged.split(" ") if judged != "-")
    ruling = helpful(
        board,
        position,
        wish(position, wished) if wished != "-" else None,
        [candidate(position, uci, int(value, 16)) for uci, value in values],
        [chess.Move.from_uci(allowed)] if allowed != "-" else [],
    )
    assert ruling.move == chess.Move.from_uci(move)
    for note, told in zip(filter(None, notes.split("; ")), ruling.notes, strict=True):
        assert note in told


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


def test_a_thought_cut_short_or_a_captured_man_of_the_book_is_no_resignation() -> None:
    board, position = seen(PINNED)
    ruling = helpful(board, position, None, [], finished=False)
    assert ruling.move is not None
    assert board.is_legal(ruling.move)
    (note,) = ruling.notes
    assert note.startswith("no candidate was judged")
    board, position = seen(EDGE)
    dead = ManMove(QUEEN, 0xCC, 0x33)
    assert strict(board, position, dead).move is None
    ruling = helpful(board, position, dead, [candidate(position, "a1b1", 0xC0)])
    assert ruling.move == chess.Move.from_uci("a1b1")
