"""What the arbiter rules when the program plays what chess forbids, or gives up."""

import chess
import pytest

from microchess.game.arbiter import helpful, strict
from microchess.program.position import Position
from microchess.program.reply import Candidate, ManMove
from microchess.program.slots import man_type
from microchess.program.squares import from_chess
from microchess.program.table import KING_ROOK, QUEEN, QUEEN_BISHOP

EDGE = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
ALL_ALIVE = "1r6/P6k/8/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"
PINNED = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ONLY_EN_PASSANT = "8/8/8/5ppP/5kp1/8/5PPK/6RR w - g6 0 1"
QUEENS = "its pawn is made a queen"


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
    [
        pytest.param(
            *(chess.STARTING_FEN, "e2e4", {"e2e4": 0xD0}, None, "e2e4", []),
            id="what chess allows without a word",
        ),
        pytest.param(
            *(PINNED, "e2a2", {"e2a2": 0xD8, "e2b2": 0xD7, "e2e3": 0xD5, "e2e8": 0xD6}),
            *(None, "e2e8", ["would be left in check", "plays Rxe8+ ($D6) instead"]),
            id="the next best of its own",
        ),
        pytest.param(
            *(PINNED, None, {"e1f1": 0x0B, "e1d1": 0x0B}),
            *(None, "e1f1", ["it resigns, and is made to go on", "plays Kf1"]),
            id="no resignation; of equals the first judged",
        ),
        pytest.param(EDGE, "a7a8", {"a7a8": 0xD0}, None, "a7a8q", [QUEENS], id="a queen"),
        pytest.param(
            *(ALL_ALIVE, "a7b8", {"a7b8": 0xF0, "b2b4": 0xC0}, None, "a7b8q", [QUEENS]),
            id="a queen though nobody is lost",
        ),
        pytest.param(
            *(CASTLES, "e1g1", {}, None, "e1g1", ["it castles: its rook is moved for it"]),
            id="castling out of the book",
        ),
        pytest.param(
            *(CASTLES.replace("KQkq", "-"), "e1g1", {"a1a8": 0xD0}),
            *(None, "a1a8", ["no right to castle there", "plays Rxa8+"]),
            id="castling without the right",
        ),
        pytest.param(
            *(ONLY_EN_PASSANT, None, {}, "h5g6", "h5g6", ["made to go on", "no candidate was"]),
            id="what it does not know, when nothing else is left",
        ),
        pytest.param(
            *(PINNED, "e2e8", {"e2e8": 0xD6, "e1d1": 0xC0}, "e1d1"),
            *("e1d1", ["not among the moves asked for", "plays Kd1"]),
            id="only the moves asked for",
        ),
    ],
)
def test_helpful_plays_what_chess_allows(
    fen: str,
    wished: str | None,
    judged: dict[str, int],
    allowed: str | None,
    move: str,
    notes: list[str],
) -> None:
    board, position = seen(fen)
    ruling = helpful(
        board,
        position,
        wish(position, wished) if wished else None,
        [candidate(position, uci, value) for uci, value in judged.items()],
        [chess.Move.from_uci(allowed)] if allowed else [],
    )
    assert ruling.move == chess.Move.from_uci(move)
    for note, told in zip(notes, ruling.notes, strict=True):
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
