"""A game in lines: typed, drawn, and as a screen reader hears it."""

import io
import re
from pathlib import Path

import chess
import pytest

from emu.files.formats.papertape import write as write_paper_tape
from microchess.game.game import Game
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzles
from tests import synthetic
from tests.cases import cases
from tests.commands import run
from tui.cli.conversation import Conversation


def play(lines: str, *options: str) -> str:
    """What is shown of a game at super-blitz, in which one has Black if nothing else is said."""
    level = () if "--puzzle" in options else ("--level", "super-blitz")
    side = () if {"--puzzle", "--fen", "--side"} & {*options} else ("--side", "black")
    code, out, _ = run("play", *level, *side, *options, typed=lines)
    assert code == 0
    return out


def test_a_game_can_be_played_through_a_pipe() -> None:
    out = play("e5\nNc6\nfen\nkeys\nflip\nlevel blitz\ntable\nhelp\nquit\ne4\n")
    assert "MicroChess: Bc4   LEDs 04 02 35   from the book" in out
    assert "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3" in out
    assert "Nc6: 7 6 5 5 F" in out
    assert "level blitz ($02F2=00, $018B=FB)" in out
    assert out.rstrip().endswith("quit")


WRONG_LINES = cases("wrong_lines")


def test_a_wrong_line_is_answered_and_the_game_goes_on() -> None:
    out = play("\n".join([*(line for line, _ in WRONG_LINES), "e5"]))
    for line, answer in WRONG_LINES:
        assert answer in out.partition(f"move> {line}\n")[2].partition("move>")[0]
    assert "MicroChess: Nf3" in out


def test_pokes_show_the_board_and_undo_takes_them_back() -> None:
    out = play("poke 51=CC 5F=43\nfen\nundo\nundo\nfen\n")
    assert "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1" in out
    assert "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" in out


def test_a_pgn_is_written_with_the_result_of_a_resignation(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    out = play(f"e5\nresign\ne6\npgn {file}\n")
    assert "exists already" in play(f"pgn {file}\n")
    assert "Black (you) gives up; White (MicroChess) wins" in out
    assert "the game is over" in out
    assert '[Result "1-0"]' in file.read_text()


def test_a_puzzle_is_beaten_from_there() -> None:
    one = next(one for one in puzzles() if one.mate == 1)
    mate = one.board.san(one.solutions[0])
    out = play(f"level\n{mate}\n", "--puzzle", str(one.number))
    assert out.startswith(f"{one}\n")
    assert f"level {one.level.title} " in out
    assert "checkmate" in out


def test_the_book_asked_for_is_played_and_its_misprints_told() -> None:
    out = play("e4\n", "--side", "white", "--opening", "french")
    assert "$CB is printed 04, meant 01" in out
    assert "MicroChess: e6" in out


def test_a_program_that_crashes_takes_the_players_move_back(tmp_path: Path) -> None:
    """Its key PC runs into $02, an opcode that is none."""
    cells = synthetic.memory() | {0x0200: 0x02}
    file, fen = tmp_path / "crash.ptp", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    file.write_text(write_paper_tape(synthetic.program(cells)))
    out = play("Kd1\nfen\n", "--image", str(file), "--anyway", "--side", "white", "--fen", fen)
    assert "undocumented opcode $02 at $0200: JAM, until RS; your move is taken back" in out
    assert fen in out


# Spoken


def said(capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """What is said after each line, the spoken board first."""
    conversation = Conversation(lambda: Game(janus(), level=Level.SUPER_BLITZ), drawn=False)
    conversation.run(io.StringIO("\n".join(lines)))
    out = capsys.readouterr().out
    return [part.partition("\n")[2].strip() for part in out.split("your move> ")]


def test_moves_are_told_in_words_and_no_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "e5", "last", "turn", "digits", "fen", "hint"
    begun, e5, last, turn, digits, fen, hint = said(capsys, *lines)
    assert begun.endswith("e4: white pawn e2 to e4\n1.")
    assert e5.endswith("Nf3: white knight g1 to f3\n2.")
    assert last == "Nf3: white knight g1 to f3\n2."
    assert turn == "move 2, black to move: you\n2."
    assert digits == "digits 06 01 22: KN, g1 to f3\n2."
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
