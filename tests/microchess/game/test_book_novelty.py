"""The steady book: kept to after a novel reply, as long as its next move is sound."""

import chess

from microchess.game.answer import Answer
from microchess.game.game import Game
from microchess.machine.player import janus
from microchess.program.openings import named


def answers(replies: list[str], steady: bool, **options: object) -> list[Answer]:
    """What White's program plays against these replies."""
    game = Game(janus(), steady=steady, **options)  # type: ignore[arg-type]
    found = [game.answer()]
    for reply in replies:
        game.play(game.parse(reply))
        found.append(game.answer())
    return found


def test_a_steady_book_goes_on_and_says_what_was_poked() -> None:
    found = answers(["d6", "Nf6"], steady=True)
    assert [one.san for one in found[:2]] == ["e4", "Nf3"]
    assert found[1].value is None, "out of the book"
    assert [str(poke) for poke in found[1].action.pokes] == ["$D8=54"]


def test_a_book_move_that_loses_a_pawn_is_not_played_and_the_book_stays_closed() -> None:
    found = answers(["d5", "c6"], steady=True)
    assert [one.value is None for one in found] == [True, False, False]
    assert found[1].san == answers(["d5"], steady=False)[1].san


def test_an_expected_reply_needs_no_poke_and_a_steady_book_castles() -> None:
    found = answers(["e5", "Nc6", "d6"], steady=True, opening=named("ruy-lopez", chess.WHITE))
    assert [one.san for one in found] == ["e4", "Nf3", "Bb5", "O-O"]
    assert not any(one.action.pokes for one in found[:3])
