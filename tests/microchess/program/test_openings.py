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


def test_the_default_is_the_one_the_program_comes_with() -> None:
    assert janus().boot().book == DEFAULT.book


@pytest.mark.parametrize("name", ["ruy-lopez", "Ruy Lopez", "ruy", "RUY"])
def test_an_opening_is_found_by_a_few_letters(name: str) -> None:
    assert named(name, chess.BLACK).name == "Ruy Lopez"


@pytest.mark.parametrize("name", ["", "sicilian", "f"])
def test_a_name_that_is_no_opening_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(OpeningError, match="french-defence, giuoco-piano"):
        named(name, chess.WHITE)


def test_a_line_too_long_for_28_bytes_is_refused() -> None:
    board = chess.Board()
    moves = [board.push_san(san) for san in (*line_of_19(), "Re1")]
    with pytest.raises(OpeningError, match="room for 28"):
        compile_book(moves, chess.WHITE)


def line_of_19() -> list[str]:
    return [*DEFAULT.moves.split(), "Be7", "Qd3", "O-O"]


def test_the_keypad_script_enters_the_book_and_leads_back() -> None:
    opening = named("ruy-lopez", chess.BLACK)
    bridge = janus().boot()
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
    ],
)
def test_a_line_no_book_can_tell_is_refused(
    moves: str, computer: chess.Color, complaint: str
) -> None:
    board = chess.Board()
    played = [board.push_san(san) for san in moves.split()]
    with pytest.raises(OpeningError, match=complaint):
        compile_book(played, computer)
