"""Every memory against python-chess, in random games from the six standard positions."""

from __future__ import annotations

import chess
import pytest

from microchess.boards.perft import POSITIONS, Standard, perft
from microchess.boards.registry import EXHIBITS, Exhibit
from microchess.boards.registry import exhibit as find
from microchess.boards.rules import COMPLETE
from microchess.errors import MoveError, PositionError
from tests.microchess.boards.checks import (
    CORNERS,
    DEPTHS,
    MEMORIES,
    oracle_leaves,
    playout,
    problems,
)
from tests.sample import one_in

everywhere = pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda one: one.key)
every_memory = pytest.mark.parametrize("exhibit", MEMORIES, ids=lambda one: one.key)
in_some_positions = pytest.mark.parametrize("position", one_in(3, POSITIONS), ids=range(1, 7))


def leaves(exhibit: Exhibit, position: Standard, depth: int) -> int:
    """What perft must give: the published numbers, or python-chess's without the rules missing."""
    if exhibit.rules == COMPLETE:
        return position.leaves[depth - 1]
    return oracle_leaves(exhibit.rules, position.fen, depth)


@everywhere
@pytest.mark.parametrize(
    ("position", "depth"), one_in(3, list(zip(POSITIONS, DEPTHS, strict=True))[::-1])
)
def test_perft(exhibit: Exhibit, position: Standard, depth: int) -> None:
    game = exhibit.game(position.board)
    before = game.men.live()
    assert perft(game, depth) == leaves(exhibit, position, depth)
    assert game.men.live() == before
    assert not game.men.faults()


@pytest.mark.slow
@pytest.mark.parametrize("exhibit", EXHIBITS[::3], ids=lambda one: one.key)
def test_perft_of_the_busiest_position(exhibit: Exhibit) -> None:
    """Castling, captures en passant, and the most moves."""
    position = POSITIONS[1]
    game = exhibit.game(position.board)
    assert perft(game, 3) == leaves(exhibit, position, 3)


@everywhere
@in_some_positions
def test_a_random_game(exhibit: Exhibit, position: Standard) -> None:
    """Placement, moves, attacks, questions, round trips, invariants, panels: at every ply."""
    board = position.board
    for game in playout(exhibit, board, plies=3, seed=len(position.fen)):
        assert list(problems(exhibit, game, board)) == [], board.fen()


@everywhere
@pytest.mark.parametrize("fen", one_in(3, list(CORNERS.values())), ids=CORNERS)
def test_a_corner_of_the_rules(exhibit: Exhibit, fen: str) -> None:
    board = chess.Board(fen)
    if exhibit.memory().misfits(board):
        assert exhibit.key == "microchess"
        return
    game = exhibit.game(board)
    assert list(problems(exhibit, game, board)) == []
    assert perft(game, 2) == oracle_leaves(exhibit.rules, fen, 2)


@pytest.mark.slow
@everywhere
@pytest.mark.parametrize("position", POSITIONS[1::2], ids=(2, 4, 6))
def test_long_random_games(exhibit: Exhibit, position: Standard) -> None:
    board = position.board
    for game in playout(exhibit, board, plies=9, seed=1):
        assert list(problems(exhibit, game, board)) == [], board.fen()


@every_memory
def test_unmaking_goes_back_to_the_start(exhibit: Exhibit) -> None:
    game = exhibit.game(POSITIONS[1].board)
    before = game.men.live(), game.panel()
    made = 0
    while made < min(30, game.men.plies - 1) and (moves := game.legal()):
        game.make(moves[len(moves) // 3])
        made += 1
    assert made > 18
    for _ in range(made):
        game.unmake()
        assert not game.men.faults()
    assert (game.men.live(), game.panel()) == before


@everywhere
@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "no black king"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "opposite check"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawns on backrank"),
    ],
)
def test_what_is_no_position_is_refused(exhibit: Exhibit, fen: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        exhibit.game(chess.Board(fen))


@everywhere
def test_a_move_that_is_not_legal_is_refused(exhibit: Exhibit) -> None:
    game = exhibit.game(chess.Board())
    with pytest.raises(MoveError, match="nobody stands on e4"):
        game.find(chess.Move.from_uci("e4e5"))
    game = exhibit.game(POSITIONS[1].board)
    castling = chess.Move.from_uci("e1g1")
    if exhibit.rules.castling:
        assert game.chess_move(game.find(castling)) == castling
    else:
        with pytest.raises(MoveError, match=r"needs a rule that .* does not know"):
            game.find(castling)
        passing = exhibit.game(chess.Board("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1"))
        with pytest.raises(MoveError, match=r"needs a rule that .* does not know"):
            passing.find(chess.Move.from_uci("d5c6"))
        with pytest.raises(MoveError, match="a pawn on d5 cannot go to e6"):
            passing.find(chess.Move.from_uci("d5e6"))


def test_a_pawn_that_stays_one_stands_still() -> None:
    """FirstChess as published: it captures onto the last rank and is never promoted."""
    board = chess.Board("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    game = find("firstchess").game(board)
    names = {game.chess_move(move).uci() for move in game.legal()}
    assert {"a7b8", "a7a8q", "a7a8n"} <= names
    assert "a7b8q" not in names
    game.play(game.find(chess.Move.from_uci("a7b8")))
    game.play(game.find(chess.Move.from_uci("e8e7")))
    assert game.board().piece_at(chess.B8) == chess.Piece.from_symbol("P")
    assert not game.men.moves_of(game.men.numbering.of[chess.B8], chess.WHITE, None)


@every_memory
def test_more_men_than_promotion_can_make(exhibit: Exhibit) -> None:
    """Fourteen queens: who keeps men by slots or lists says no, whoever keeps squares does not."""
    board = chess.Board("4k3/8/8/8/8/8/QQQQQQQ1/QQQQKQQQ b - - 0 1")
    reasons = {
        "microchess": "White has 14 queens, the table has room for 1",
        "microchess-extended": "White has 0 pawns and 13 promoted men, more than 8",
        "knightcap": "White has more men than its sixteen places hold",
        "loop": "white queens: 14, there is room for 9",
    }
    if exhibit.key in reasons:
        with pytest.raises(PositionError, match=reasons[exhibit.key]):
            exhibit.game(board)
    else:
        assert list(problems(exhibit, exhibit.game(board), board)) == []
