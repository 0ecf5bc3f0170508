"""Scorpio's lists: the same exchange on b8, every pointer back in its place."""

from __future__ import annotations

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.geometry import OX88
from microchess.boards.nodes import NIL, number_of
from microchess.boards.registry import exhibit
from microchess.boards.representation import Man
from microchess.boards.representations.scorpio import Scorpio
from microchess.boards.view import CellState
from tests.microchess.boards.checks import cell

SCORPIO = exhibit("scorpio")
ROOK = Man(chess.ROOK, chess.WHITE)


def rooks(game: BoardGame) -> list[str]:
    assert isinstance(game.men, Scorpio)
    return [OX88.name(square) for square in game.men.chain(ROOK)]


def test_the_example() -> None:
    game = SCORPIO.game(chess.Board("r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1"))
    men = game.men
    assert isinstance(men, Scorpio)
    before = men.raw()
    assert sum(map(len, before.values())) == 655
    node_b5, node_h1 = 0x41, 0x07
    assert rooks(game) == ["b5", "h1"]
    assert (men.heads[number_of(*ROOK)], men.next[node_b5], men.next[node_h1]) == (
        node_b5,
        node_h1,
        NIL,
    )
    game.make(game.find(chess.Move.from_uci("b5b8")))
    assert OX88.name(men.square[node_b5]) == "b8"
    assert rooks(game) == ["b8", "h1"]
    game.make(game.find(chess.Move.from_uci("a8b8")))
    assert rooks(game) == ["h1"]
    assert men.heads[number_of(*ROOK)] == node_h1
    assert OX88.name(men.square[node_b5]) == "a8"
    assert men.next[node_b5] == node_h1, "parked, and still whole"
    parked = cell(SCORPIO.view(game), "square", node_b5)
    assert (parked.text, parked.state) == ("a8", CellState.STALE)
    game.unmake()
    game.unmake()
    assert men.raw() == before


def test_lists_run_from_h8_down() -> None:
    game = SCORPIO.game(chess.Board())
    assert isinstance(game.men, Scorpio)
    pawns = [OX88.name(square) for square in game.men.chain(Man(chess.PAWN, chess.BLACK))]
    assert pawns == ["h7", "g7", "f7", "e7", "d7", "c7", "b7", "a7"]


def test_a_promoted_man_takes_the_node_of_his_square_and_comes_first() -> None:
    game = SCORPIO.game(chess.Board("4k3/P1P1P3/8/8/8/8/8/Q3K3 w - - 0 1"))
    before = game.men.live()
    game.make(game.find(chess.Move.from_uci("c7c8q")))
    assert isinstance(game.men, Scorpio)
    queens = [OX88.name(s) for s in game.men.chain(Man(chess.QUEEN, chess.WHITE))]
    assert queens == ["c8", "a1"]
    assert game.men.node[OX88.of[chess.C8]] == OX88.of[chess.C8]
    game.unmake()
    assert game.men.live() == before
