"""Moves as people write them, and why some cannot be played."""

import chess
import pytest

from microchess.errors import MoveError
from microchess.program.move_text import check_spelling, parse_move
from microchess.program.position import Position, read_fen
from tests.cases import cases

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDING = "4k3/P6P/8/8/8/8/8/Q3K3 w - - 0 1"


def parse(text: str, fen: str, computer: chess.Color = chess.BLACK) -> str:
    board = read_fen(fen)
    table = Position.from_board(board, computer).table
    return parse_move(text, board, table, computer == chess.WHITE).uci()


@pytest.mark.parametrize(("text", "uci"), cases("moves_as_typed"))
def test_san_uci_and_octal_mean_the_same_moves(text: str, uci: str) -> None:
    """Octal counts from the player's left."""
    assert parse(text, "startpos") == uci
    assert parse("6343", "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 b", chess.WHITE) == "e7e5"


@pytest.mark.parametrize(("text", "fen", "uci"), cases("moves_in_small_letters"))
def test_men_may_be_named_in_small_letters_where_b_is_no_file(
    text: str, fen: str, uci: str
) -> None:
    assert parse(text, fen) == uci


SPELT_WELL = "e4 exd5 Nf3 nf3+ Ngf3 R1a3 e8=Q e8q O-O 0-0-0 e2e4 6444 Ng1-f3 ng1-f3 e8b"


@pytest.mark.parametrize("text", [*SPELT_WELL.split(), "64 44"])
def test_what_is_a_move_in_some_position_is_spelt_well(text: str) -> None:
    check_spelling(text)


@pytest.mark.parametrize(
    "text", ["", "xyz9", "kj23E0", "e9", "Nf", "9944", "e4 e5", "e8=X", "E4", "NF3"]
)
def test_what_is_a_move_nowhere_is_not(text: str) -> None:
    with pytest.raises(MoveError, match="is no move; expected"):
        check_spelling(text)


@pytest.mark.parametrize("text", ["O-O", "0-0", "e1g1", "Kg1", "kg1", "Ke1-g1", "Kg1+"])
def test_castling_is_understood_in_every_spelling(text: str) -> None:
    assert parse(text, KIWIPETE) == "e1g1"
    assert parse(text.replace("1", "8"), KIWIPETE.replace(" w ", " b ")) == "e8g8"
    queenside = text.replace("g", "c").replace("O-O", "O-O-O").replace("0-0", "0-0-0")
    assert parse(queenside.removesuffix("+"), KIWIPETE) == "e1c1"


@pytest.mark.parametrize("castling", ["KQkq", "Kk", "-"])
@pytest.mark.parametrize("men", ["4k3/8/8/8/8/8/8/R3K2R", "4k3/8/8/8/5r2/8/8/RN2K2R"])
def test_every_square_of_the_board_may_be_named_for_the_king(men: str, castling: str) -> None:
    fen = f"{men} w {castling} - 0 1"
    for target in chess.SQUARE_NAMES:
        try:
            move = chess.Move.from_uci(parse(f"K{target}", fen))
        except MoveError as error:
            assert str(error).startswith(f"K{target} is not legal: ")  # noqa: PT017
        else:
            assert read_fen(fen).is_legal(move)


def test_a_promotion_without_a_piece_becomes_the_best_the_table_has_room_for() -> None:
    assert parse("h7h8", ENDING) == "h7h8r"
    assert parse("h7h8", ENDING.replace("Q3K3", "4K3")) == "h7h8q"
    assert parse("h8=N", ENDING) == "h7h8n"


@pytest.mark.parametrize(("text", "fen", "reason"), cases("refused_moves"))
def test_a_move_that_cannot_be_played_is_refused_with_the_reason(
    text: str, fen: str, reason: str
) -> None:
    with pytest.raises(MoveError, match=reason):
        parse(text, fen)
