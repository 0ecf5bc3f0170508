"""Keys that move with the men: the same by any way, and perft that remembers counts."""

import chess
import pytest

from microchess.boards.hashing import CountTable
from microchess.boards.perft import divide, perft
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import EXHIBITS, Exhibit, exhibit
from tests.microchess.boards.positions import POSITIONS

KEYED = [one for one in EXHIBITS if one.memory().key]
assert {one.memory.title for one in KEYED} >= {"TSCP", "Banksia", "GNU Chess 4", "Rustic"}
keyed = pytest.mark.parametrize("one", KEYED, ids=lambda one: one.key)


def key(one: Exhibit, fen: str, line: str = "") -> int:
    game = one.game(chess.Board(fen))
    for uci in line.split():
        game.make(game.find(chess.Move.from_uci(uci)))
    assert game.men.key is not None
    return game.men.key.cell[0]


@keyed
def test_the_key_is_that_of_the_position_however_it_came_about(one: Exhibit) -> None:
    start, there = chess.STARTING_FEN, "g1f3 b8c6 b1c3 g8f6"
    castled = chess.Board(POSITIONS[1].fen)
    castled.push_san("O-O")
    castled.push_san("O-O-O")
    for fen, line, same in (
        (start, there, key(one, start, "b1c3 g8f6 g1f3 b8c6")),
        (POSITIONS[1].fen, "e1g1 e8c8", key(one, castled.fen())),
        ("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5 d5c6", key(one, "4k3/8/2P5/8/8/8/8/4K3 b")),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", key(one, "1Q2k3/8/8/8/8/8/8/4K3 b")),
    ):
        assert key(one, fen, line) == same, fen
    assert key(one, start, there) != key(one, start, "g1f3 b8c6 b1c3 a7a6")
    passing = "4k3/8/8/2pP4/8/8/8/4K3"
    for men, beside in ((passing, "b"), (passing, "w - c6"), ("r3k3/8/8/8/8/8/8/4K3", "w q")):
        assert key(one, f"{men} {beside}") != key(one, f"{men} w"), beside


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
