"""The manual's ten books."""

import chess
import pytest

from microchess.errors import OpeningError
from microchess.machine.player import janus
from microchess.machine.script import parse
from microchess.machine.script import run as run_script
from microchess.program.book import compile_book, keypad_script, line
from microchess.program.openings import DEFAULT, OPENINGS, Opening, named

IDS = [f"{one.key}-{chess.COLOR_NAMES[one.computer]}" for one in OPENINGS]


@pytest.mark.parametrize("opening", OPENINGS, ids=IDS)
def test_the_line_is_a_legal_game_and_its_book_the_manuals_but_for_slips(opening: Opening) -> None:
    assert compile_book(line(opening), opening.computer) == opening.book
    different = {0xC0 + i for i in range(28) if opening.book[i] != opening.printed[i]}
    assert different == {slip.address for slip in opening.slips}
    for slip in opening.slips:
        assert opening.printed[slip.address - 0xC0] == slip.printed


def test_an_opening_is_found_by_a_few_letters_and_what_is_none_told_those_there_are() -> None:
    for name in ("ruy-lopez", "Ruy Lopez", "ruy", "RUY"):
        assert named(name, chess.BLACK).name == "Ruy Lopez"
    for name in ("", "sicilian", "f"):
        with pytest.raises(OpeningError, match="french-defence, giuoco-piano"):
            named(name, chess.WHITE)


def test_the_keypad_script_enters_the_book_and_leads_back() -> None:
    opening = named("ruy-lopez", chess.BLACK)
    bridge = janus().boot()
    assert bridge.book == DEFAULT.book
    for _ in run_script(bridge, parse([keypad_script(opening.book)])):
        pass
    assert bridge.book == opening.book
    steps_back = run_script(bridge, parse(["C"]))
    assert [step.display for step in steps_back] == ["CCCCCC"]


@pytest.mark.parametrize(
    ("moves", "computer", "complaint"),
    [
        ("e4 a6 e5 d5 exd6", chess.WHITE, "3.exd6 is en passant"),
        ("a4 b5 axb5 a6 bxa6 Bb7 a7 Bc6 axb8=Q", chess.WHITE, "5.axb8=Q is a promotion"),
        ("e4", chess.BLACK, "no move of Black in the line"),
        ("", chess.WHITE, "no move of White in the line"),
        (f"{DEFAULT.moves} Be7 Qd3 O-O Re1", chess.WHITE, "room for 28"),
    ],
)
def test_a_line_no_book_can_tell_is_refused(
    moves: str, computer: chess.Color, complaint: str
) -> None:
    board = chess.Board()
    played = [board.push_san(san) for san in moves.split()]
    with pytest.raises(OpeningError, match=complaint):
        compile_book(played, computer)
