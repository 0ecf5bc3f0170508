"""Lists that are updated and lists that are rebuilt: the same men, and what each costs."""

import chess

from microchess.boards.registry import exhibit
from microchess.boards.replay import LineReplay
from tests.microchess.boards.positions import POSITIONS


def order(replay: LineReplay) -> list[list[int]]:
    """Both lists as they are walked."""
    return [list(replay.game.men.men(color)) for color in chess.COLORS]


def test_rebuilding_reads_every_square_and_brings_the_order_back() -> None:
    replays = [LineReplay(exhibit(key), chess.Board()) for key in ("gnuchess", "gnuchess-rebuilt")]
    updated, rebuilt = replays
    start = [order(one) for one in replays]
    for uci in ("e2e4", "d7d5", "e4d5", "d8d5"):
        kept, anew = (one.make(chess.Move.from_uci(uci)) for one in replays)
        assert anew.reads >= 64 > kept.reads
        assert anew.writes > kept.writes
        for color in chess.COLORS:
            assert set(updated.game.men.men(color)) == set(rebuilt.game.men.men(color))
    for _ in range(4):
        for one in replays:
            one.unmake()
    assert order(updated) != start[0]
    assert order(rebuilt) == start[1]


def test_rebuilt_lists_are_in_the_order_of_the_squares() -> None:
    for position in POSITIONS:
        game = exhibit("gnuchess-rebuilt").game(position.board)
        for move in game.legal()[:9]:
            game.make(move)
            for color in chess.COLORS:
                king, *others = reversed(list(game.men.men(color)))
                assert others == sorted(others)
                assert game.men.king(color) == king
            game.unmake()
