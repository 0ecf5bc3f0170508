"""Every memory against python-chess, in random games from the six standard positions."""

import chess
import pytest

from microchess.boards.perft import perft
from microchess.boards.registry import EXHIBITS, Exhibit
from microchess.boards.registry import exhibit as find
from microchess.boards.rules import COMPLETE
from microchess.errors import MoveError, PositionError
from tests.microchess.boards.checks import (
    CORNERS,
    DEPTHS,
    MEMORIES,
    faults,
    live,
    move_problems,
    oracle_leaves,
    playout,
    position_problems,
    problems,
)
from tests.microchess.boards.positions import POSITIONS, Standard

everywhere = pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda one: one.key)
every_memory = pytest.mark.parametrize("exhibit", MEMORIES, ids=lambda one: one.key)


def leaves(exhibit: Exhibit, position: Standard, depth: int) -> int:
    """What perft must give: the published numbers, or python-chess's without the rules missing."""
    if exhibit.rules == COMPLETE:
        return position.leaves[depth - 1]
    return oracle_leaves(exhibit.rules, position.fen, depth)


@everywhere
def test_perft(exhibit: Exhibit, slow: bool) -> None:
    for number in range(5, -1, -1 if slow else -3):
        position, depth = POSITIONS[number], 3 if slow and number == 3 else DEPTHS[number]
        game = exhibit.game(position.board)
        before = live(game.men)
        assert perft(game, depth) == leaves(exhibit, position, depth), position.fen
        assert live(game.men) == before, position.fen
        assert not faults(game.men)


@every_memory
def test_random_games(exhibit: Exhibit, slow: bool) -> None:
    """Placement, moves, attacks, questions, round trips, invariants, panels: at every ply."""
    for position in POSITIONS[:: 1 if slow else 3]:
        board = position.board
        for game in playout(exhibit, board, plies=5 if slow else 3, seed=len(position.fen)):
            assert list(problems(exhibit, game, board)) == [], board.fen()


@everywhere
def test_corners_of_the_rules(exhibit: Exhibit, slow: bool) -> None:
    for what, fen in list(CORNERS.items())[:: 1 if slow else 3]:
        board = chess.Board(fen)
        if exhibit.memory().misfits(board):
            assert exhibit.key == "microchess"
            continue
        game = exhibit.game(board)
        assert list(problems(exhibit, game, board)) == [], what
        assert perft(game, 2) == oracle_leaves(exhibit.rules, fen, 2), what


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "no black king"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "opposite check"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawns on backrank"),
    ],
)
def test_what_is_no_position_is_refused(fen: str, reason: str) -> None:
    for exhibit in EXHIBITS:
        with pytest.raises(PositionError, match=reason):
            exhibit.game(chess.Board(fen))


@pytest.mark.parametrize(
    ("fen", "move", "why"),
    [
        (chess.STARTING_FEN, "e4e5", "no piece stands on e4"),
        (POSITIONS[1].fen, "e1g1", "needs a rule that MicroChess does not know"),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", "needs a rule that .* does not know"),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5e6", "a pawn on d5 cannot go to e6"),
    ],
)
def test_a_move_that_is_not_legal_is_refused(fen: str, move: str, why: str) -> None:
    with pytest.raises(MoveError, match=why):
        find("microchess").game(chess.Board(fen)).find(chess.Move.from_uci(move))


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
    assert not list(game.men.moves_of(game.men.numbering.of[chess.B8], chess.WHITE, None))


@pytest.mark.parametrize("key", ["knightcap", "dorpsgek", "loop"])
def test_the_position_with_the_most_moves_is_held(key: str) -> None:
    white = chess.Board("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
    for board in (white, white.mirror()):
        game = find(key).game(board)
        assert len(game.legal()) == 218
        assert [*position_problems(game, board), *move_problems(game, board)] == []


@every_memory
def test_more_men_than_promotion_can_make(exhibit: Exhibit) -> None:
    """Fourteen queens: who keeps men by slots or lists says no, whoever keeps squares does not."""
    board = chess.Board("4k3/8/8/8/8/8/QQQQQQQ1/QQQQKQQQ b - - 0 1")
    reasons = {
        "microchess": "White has 14 queens, the table has room for 1",
        "microchess-extended": "White has 0 pawns and 13 promoted pieces, over 8",
        "knightcap": "White has more pieces than its sixteen places hold",
        "loop": "white queens: 14, there is room for 9",
    }
    if exhibit.key in reasons:
        with pytest.raises(PositionError, match=reasons[exhibit.key]):
            exhibit.game(board)
    else:
        assert list(problems(exhibit, exhibit.game(board), board)) == []
