"""Keys that move with the men: the same by any way, and perft that remembers counts."""

import chess
import pytest

from microchess.boards.hashing import CountTable
from microchess.boards.perft import divide, perft
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import EXHIBITS, Exhibit, exhibit
from tests.microchess.boards.positions import POSITIONS

KEYED = [one for one in EXHIBITS if one.memory().key]
keyed = pytest.mark.parametrize("one", KEYED, ids=lambda one: one.key)


def key(one: Exhibit, board: chess.Board, line: str = "") -> int:
    game = one.game(board)
    for uci in line.split():
        game.make(game.find(chess.Move.from_uci(uci)))
    assert game.men.key is not None
    return game.men.key.cell[0]


def test_the_programs_that_had_a_key_have_one() -> None:
    assert {one.memory.title for one in KEYED} >= {"TSCP", "Banksia", "GNU Chess 4", "Rustic"}


@keyed
def test_the_key_is_that_of_the_position_however_it_came_about(one: Exhibit) -> None:
    there = "g1f3 b8c6 b1c3 g8f6"
    assert key(one, chess.Board(), there) == key(one, chess.Board(), "b1c3 g8f6 g1f3 b8c6")
    assert key(one, chess.Board(), there) != key(one, chess.Board(), "g1f3 b8c6 b1c3 a7a6")
    castled = chess.Board(POSITIONS[1].fen)
    castled.push_san("O-O")
    castled.push_san("O-O-O")
    assert key(one, POSITIONS[1].board, "e1g1 e8c8") == key(one, castled)
    passing = "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1"
    assert key(one, chess.Board(passing), "c7c5 d5c6") == key(
        one, chess.Board("4k3/8/2P5/8/8/8/8/4K3 b - - 0 1")
    )
    promoted = chess.Board("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert key(one, promoted, "a7b8q") == key(one, chess.Board("1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1"))


@keyed
@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/2pP4/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
        "r3k3/8/8/8/8/8/8/4K3 w q - 0 1",
    ],
    ids=["side to move", "en passant", "rights"],
)
def test_what_lies_beside_the_men_is_in_the_key(one: Exhibit, fen: str) -> None:
    men, *_ = fen.split()
    assert key(one, chess.Board(fen)) != key(one, chess.Board(f"{men} w - - 0 1"))


@keyed
def test_perft_is_equal_with_a_table_and_without(one: Exhibit) -> None:
    table = CountTable(1)
    position = POSITIONS[2]
    game = one.game(position.board)
    for depth in (1, 3, 2, 3):
        assert perft(game, depth, table) == position.leaves[depth - 1], position.fen
    assert divide(game, 2, table) == divide(game, 2)


def test_a_table_saves_moves_and_forgets_what_is_overwritten() -> None:
    board, made = chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), []
    for table in (None, CountTable(1)):
        recorder = CellRecorder()
        assert perft(exhibit("tscp").game(board, recorder), 4, table) == 1156
        made.append(recorder.writes)
    assert made[1] < made[0]
    table = CountTable(1)
    table.keep(7, 2, 99)
    assert (table.find(7, 2), table.find(7, 3), table.find(8, 2)) == (99, None, None)
    table.keep(7 + (1 << 16), 2, 5)
    assert table.find(7, 2) is None
    table.keep(3, 256, 1)
    assert table.find(3, 0) is None


def test_a_move_writes_the_key_for_each_man_and_for_what_lies_beside() -> None:
    recorder = CellRecorder()
    game = exhibit("tscp").game(chess.Board(), recorder)
    move = game.find(chess.Move.from_uci("g1f3"))
    recorder.clear()
    game.make(move)
    written = [access.bank for access in recorder.accesses if access.written]
    assert written.count("hash") == 2 + 1
