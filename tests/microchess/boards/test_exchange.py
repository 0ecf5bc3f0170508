"""Static exchange: one value by words and by moving, and the one that Scorpio's own gave."""

import chess
import pytest

from microchess.boards.exchange import VALUES, Exchange, exchange
from microchess.boards.questions import ask
from microchess.boards.registry import EXHIBITS, exhibit
from tests.microchess.boards.checks import live
from tests.microchess.boards.positions import POSITIONS
from tests.microchess.boards.record import rows

RECORDED = [
    (row["fen"], uci, value) for row in rows("scorpio") for uci, value in row.get("see", {}).items()
]
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
    guarded = "8/8/8/3k4/4P3/5P2/8/4K3 b - - 0 1"
    assert ask(exhibit("bell"), chess.Board(guarded), "who wins on e4").text == "nothing captures"
    bare = "8/8/8/3k4/4P3/8/8/4K3 b - - 0 1"
    assert ask(exhibit("bell"), chess.Board(bare), "who wins on e4").text == "+100 by Kd5"
