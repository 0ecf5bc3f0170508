"""Linked lists: the same exchange on b8, every pointer back in its place."""

from __future__ import annotations

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.lens import CellState
from microchess.boards.numbering import OX88
from microchess.boards.registry import exhibit
from microchess.boards.representation import Man
from microchess.boards.representations.linked import NIL, Linked

LINKED = exhibit("linked")
ROOK = Man(chess.ROOK, chess.WHITE)


def rooks(game: BoardGame) -> list[str]:
    assert isinstance(game.men, Linked)
    return [OX88.name(square) for square in game.men.chain(ROOK)]


def test_the_example() -> None:
    game = LINKED.game(chess.Board("r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1"))
    men = game.men
    assert isinstance(men, Linked)
    before = men.raw()
    node_b5, node_h1 = 0x41, 0x07
    assert rooks(game) == ["b5", "h1"]
    assert (men.heads[chess.ROOK], men.next[node_b5], men.next[node_h1]) == (node_b5, node_h1, NIL)
    game.make(game.find(chess.Move.from_uci("b5b8")))
    assert OX88.name(men.square[node_b5]) == "b8"
    assert rooks(game) == ["b8", "h1"]
    game.make(game.find(chess.Move.from_uci("a8b8")))
    assert rooks(game) == ["h1"]
    assert men.heads[chess.ROOK] == node_h1
    assert OX88.name(men.square[node_b5]) == "a8"
    assert men.next[node_b5] == node_h1, "parked, and still whole"
    parked = LINKED.lens(game).cell("square", node_b5)
    assert (parked.text, parked.state) == ("a8", CellState.STALE)
    game.unmake()
    game.unmake()
    assert men.raw() == before


def test_a_promoted_man_comes_first_and_goes_back_to_his_place() -> None:
    game = LINKED.game(chess.Board("4k3/P1P1P3/8/8/8/8/8/Q3K3 w - - 0 1"))
    before = game.men.raw()
    game.make(game.find(chess.Move.from_uci("c7c8q")))
    assert isinstance(game.men, Linked)
    queens = [OX88.name(s) for s in game.men.chain(Man(chess.QUEEN, chess.WHITE))]
    assert queens == ["c8", "a1"]
    game.unmake()
    assert game.men.raw() == before


def test_its_size() -> None:
    assert sum(len(bank.raw) for bank in Linked().banks.values()) == 655
