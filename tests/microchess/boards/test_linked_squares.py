"""Glaurung's lists, linked by square and chained; and lists beside bitboards."""

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.questions import ask
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import exhibit
from microchess.boards.replay import LineReplay
from microchess.boards.representations.glaurung import BOARD, END, Glaurung
from microchess.boards.representations.listed import RusticWithLists

EXCHANGE = chess.Board("r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1")
LINE = ("b5b8", "a8b8")


def orders(key: str) -> list[list[str]]:
    """The order of White's men at first, with the line made, and with it taken back."""
    replay = LineReplay(exhibit(key), EXCHANGE)
    seen = [_order(replay.game)]
    for uci in LINE:
        replay.make(chess.Move.from_uci(uci))
    seen.append(_order(replay.game))
    for _ in LINE:
        replay.unmake()
    return [*seen, _order(replay.game)]


def _order(game: BoardGame) -> list[str]:
    return [game.men.numbering.name(square) for square in game.men.men(chess.WHITE)]


def test_links_bring_the_order_back_and_lists_beside_bitboards_do_not() -> None:
    assert orders("glaurung") == [["h1", "b5", "e1"], ["h1", "e1"], ["h1", "b5", "e1"]]
    assert orders("rustic-with-lists") == [["e1", "b5", "h1"], ["e1", "h1"], ["e1", "h1", "b5"]]
    assert orders("rustic") == [["e1", "h1", "b5"], ["e1", "h1"], ["e1", "h1", "b5"]]


def test_the_list_of_a_kind_ends_at_the_head_of_the_next() -> None:
    men = exhibit("glaurung").game(chess.Board()).men
    assert isinstance(men, Glaurung)
    for color in chess.COLORS:
        cell, walked = END[color], []
        for _ in range(16 + 6):
            cell = men.previous[cell]
            walked.append(cell)
        assert walked[-1] == END[color] - 6
        assert {n for n in walked if n in BOARD.square} == set(men.men(color))
        assert [n for n in walked if n not in BOARD.square] == list(
            range(END[color] - 1, END[color] - 7, -1)
        )


def test_a_list_saves_looking_for_bits_and_costs_writes() -> None:
    board = chess.Board()
    writes, reads = {}, {}
    for key in ("rustic", "rustic-with-lists"):
        step = LineReplay(exhibit(key), board).make(chess.Move.from_uci("g1f3"))
        writes[key] = step.writes
        reads[key] = ask(exhibit(key), board, "what are my moves").reads
    assert writes["rustic-with-lists"] == writes["rustic"] + 2
    assert reads["rustic-with-lists"] > reads["rustic"]


def test_every_word_agrees_with_its_list() -> None:
    recorder = CellRecorder()
    game = exhibit("rustic-with-lists").game(EXCHANGE, recorder)
    men = game.men
    assert isinstance(men, RusticWithLists)
    for uci in LINE:
        game.play(game.find(chess.Move.from_uci(uci)))
        for number, word in enumerate(men.pieces):
            assert set(men.listed(number)) == set(chess.scan_forward(word))
