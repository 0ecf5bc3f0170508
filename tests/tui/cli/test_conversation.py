"""A game in lines, as a screen reader hears it."""

import io
import re

import chess
import pytest

from microchess.game.game import Game
from microchess.machine.player import janus
from microchess.program.levels import Level
from tui.cli.conversation import Conversation


def said(capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """What is said after each line, the spoken board first."""
    conversation = Conversation(lambda: Game(janus(), level=Level.SUPER_BLITZ), drawn=False)
    conversation.run(io.StringIO("\n".join(lines)))
    out = capsys.readouterr().out
    return [part.partition("\n")[2].strip() for part in out.split("your move> ")]


def test_moves_are_told_in_words_and_no_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    begun, e5, last, turn, digits = said(capsys, "e5", "last", "turn", "digits")
    assert begun.endswith("e4: white pawn e2 to e4\n1.")
    assert e5.endswith("Nf3: white knight g1 to f3\n2.")
    assert last == "Nf3: white knight g1 to f3\n2."
    assert turn == "move 2, black to move: you\n2."
    assert digits == "digits 06 01 22: KN, g1 to f3"


def test_a_hint_is_a_legal_move_and_tells_what_is_threatened(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, _, fen, hint = said(capsys, "e5", "fen", "hint")
    found = re.fullmatch(
        r"hint: (\S+), what MicroChess would play for you: .* of 255; MicroChess threatens Nxe5",
        hint,
    )
    assert found
    chess.Board(fen.removesuffix("\n2.")).parse_san(found[1])


def test_no_hint_is_given_after_the_end_and_an_undo_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, resigned, again = said(capsys, "resign", "hint", "undo", "turn")
    assert "a hint is for your move" in resigned
    assert "you go on" in resigned
    assert again == "move 1, black to move: you"


def test_the_board_is_asked_and_drawn_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ("on e4", "what stands on d8?", "what is on rank 4", "pieces black", "board")
    _, *answers, board = said(capsys, *lines)
    assert [answer.removesuffix("\n1.") for answer in answers] == [
        "e4: white pawn",
        "d8: black queen",
        "rank 4: white pawn e4",
        "black: king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, "
        "pawns a7 b7 c7 d7 e7 f7 g7 h7",
    ]
    assert len(board.splitlines()) == 10
    assert board.splitlines()[0].split() == [*"01234567"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("on z9", "expected e4, 33, $33 (the byte) or 033 (octal); 4 for a rank, e for a file"),
        ("on", "'' is no square"),
        ("what now", "expected e.g. what stands on e4"),
        ("pieces red", "expected pieces, pieces white or pieces black"),
        ("board x", "expected board, board on or board off"),
        ("last x", "last takes nothing after it"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    line: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reason in said(capsys, line)[1]
