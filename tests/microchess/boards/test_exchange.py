"""Captures: the value of an exchange by words, by moving, and by Scorpio's own; an order."""

from itertools import groupby

import chess
import pytest

from microchess.boards.exchange import VALUES, Exchange, exchange
from microchess.boards.questions import ask
from microchess.boards.registry import EXHIBITS, exhibit
from tests.microchess.boards.checks import live
from tests.microchess.boards.positions import POSITIONS
from tests.microchess.boards.test_recorded import rows

RECORDED = [
    (row["fen"], uci, value) for row in rows("scorpio") for uci, value in row.get("see", {}).items()
]
PROMOTING = "1n2k3/P1P5/8/1r6/2P5/P7/8/R3K3 w Q - 0 1"
BOARDS = [position.board for position in POSITIONS] + [chess.Board(PROMOTING)]
BATTERY = "4k3/4r3/8/4p3/8/4R3/4Q3/4K3 w - - 0 1"


def told_by_scorpio(found: Exchange) -> int:
    """It ends early where the first man is lost for more than he took, even if the man who takes
    him were then taken for nothing, and tells that bound.
    """
    first, *others = found.captures
    if others:
        bound = first.gain - VALUES[first.kind] + VALUES[others[0].kind]
        return min(bound, 0) or found.value
    return found.value


@pytest.mark.parametrize("key", ["scorpio", "knightcap", "dorpsgek", "10x12", "rustic"])
def test_values_are_those_of_scorpios_see(key: str) -> None:
    """But for one, by a king that would stand in check."""
    for fen, uci, value in RECORDED:
        board, move = chess.Board(fen), chess.Move.from_uci(uci)
        game = exhibit(key).game(board)
        before = live(game.men)
        found = exchange(game.men, move.to_square, game.turn, move.from_square)
        if found is None:
            assert uci == "e8d7"
        else:
            assert told_by_scorpio(found) == value, (fen, uci)
        assert live(game.men) == before


def test_all_exhibits_agree_on_every_square() -> None:
    """Words and mailbox and all others, captures in the same order; nothing is left changed."""
    for position in POSITIONS[1:]:
        board = position.board
        games = [one.game(board) for one in EXHIBITS if not one.memory().misfits(board)]
        for square in chess.SquareSet(board.occupied):
            assert len({exchange(game.men, square, game.turn) for game in games}) == 1
        assert all(game.board().board_fen() == board.board_fen() for game in games)


def test_sliders_behind_sliders_join_in() -> None:
    board = chess.Board(BATTERY)
    words = ask(exhibit("knightcap"), board, "who wins on e5")
    mailbox = ask(exhibit("tscp"), board, "who wins on e5")
    assert words.text == mailbox.text == "+100 by Re3 Re7 Qe2"
    assert words.reads < mailbox.reads / 4
    assert not words.writes


def test_a_king_does_not_capture_what_is_guarded() -> None:
    for rank, told in (("5P2", "nothing captures"), ("8", "+100 by Kd5")):
        board = chess.Board(f"8/8/8/3k4/4P3/{rank}/8/4K3 b - - 0 1")
        assert ask(exhibit("bell"), board, "who wins on e4").text == told


@pytest.mark.parametrize("board", BOARDS, ids=chess.Board.fen)
def test_captures_go_by_target_and_the_least_valuable_attacker_comes_first(
    board: chess.Board,
) -> None:
    game = exhibit("dorpsgek-in-c").game(board)
    captures = game.captures()
    assert captures is not None
    found = [game.chess_move(move) for move in captures]
    wanted = [
        move for move in board.generate_pseudo_legal_captures() if not board.is_en_passant(move)
    ]
    assert sorted(map(str, found)) == sorted(map(str, wanted))
    targets = [target for target, _ in groupby(move.to_square for move in found)]
    assert len(targets) == len(set(targets))
    for _, to_one in groupby(found, key=lambda move: move.to_square):
        kinds = [board.piece_type_at(move.from_square) or 0 for move in to_one]
        assert kinds == sorted(kinds)


def test_a_capture_promotes_to_knight_bishop_rook_queen() -> None:
    game = exhibit("dorpsgek-in-c").game(chess.Board(PROMOTING))
    found = [game.chess_move(move).uci() for move in game.captures() or ()]
    assert found == [
        *(f"{source}b8{kind}" for source in ("a7", "c7") for kind in "nbrq"),
        "c4b5",
    ]
