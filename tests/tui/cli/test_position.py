"""A position is given in the same ways to every command that takes one, and is one for all."""

import chess
import pytest

from microchess.errors import MicroChessError
from microchess.game.given import GivenPosition
from microchess.program.position import Position
from microchess.program.squares import CAPTURED, on_board
from microchess.program.table import INITIAL_TABLE, PieceTable
from tests.cases import cases
from tests.commands import run
from tests.gui import talking_here

MATE = "k7/8/1K6/8/8/8/8/7R w - - 0 1"
OPEN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
MOVES = (
    "startpos moves e4 c5",
    "startpos moves 1. e2e4 1... c7c5",
    f"{chess.STARTING_FEN} moves e4 c5",
)
TAKING = {
    "reply": ("--level", "super-blitz", "--player", "python"),
    "explain": ("--level", "super-blitz", "--top", "3"),
    "compare": ("--players", "python,literal", "--levels", "super-blitz"),
}
ILLEGAL = {
    "R3k3/8/8/8/8/8/8/4K3 w - - 0 1": "White is to move and could take the king of Black",
    "4k3/8/8/8/8/8/8/P3K3 w - - 0 1": "a pawn on a1; expected none",
}
COMMANDS = ["reply", "explain", "solve", "play --lines", "perft 2", "compare", "boards tscp"]


@pytest.mark.parametrize("command", [*COMMANDS, "puzzles"])
def test_what_is_no_position_is_refused_by_every_command(command: str) -> None:
    for fen, why in ILLEGAL.items():
        code, out, err = run(*command.split(), "--fen", fen)
        assert (code, out) == (1, "")
        assert why in err


def test_what_is_no_position_is_refused_by_the_uci_engine() -> None:
    with talking_here() as gui:
        for fen, why in ILLEGAL.items():
            gui.heard.clear()
            assert gui.ask(f"position fen {fen}", "go") == "0000"
            assert why in gui.heard[0]


@pytest.mark.parametrize("command", TAKING)
def test_fen_moves_and_table_are_the_same_question(command: str) -> None:
    def asked(*how: str) -> str:
        code, out, err = run(command, *how, *TAKING[command])
        assert code == 0, err
        return "".join(line for line in out.splitlines(True) if "again:" not in line)

    said = asked("--fen", OPEN)
    assert {asked("--fen", text) for text in MOVES} == {said}
    table = asked("--table", Position.from_fen(OPEN).table.hex)
    if command == "explain":
        assert table == said
    else:  # no colour is known then, and so no SAN
        assert table.splitlines()[1:] == said.replace("fen  ", "table").splitlines()[1:]


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_game_begins_with_the_men_of_a_table_in_their_slots(side: str) -> None:
    table = PieceTable(INITIAL_TABLE).with_man(6, 0x06).with_man(7, 0x01)  # the knights exchanged
    if side == "white":
        table = table.reversed()
    words = ("--table", table.hex, "--side", side)
    code, out, _ = run("play", "--lines", *words, typed="table\nfen\n")
    assert code == 0
    assert " ".join(f"{byte:02X}" for byte in table.data[:16]) in " ".join(out.split())
    assert f"RNBQKBNR {side[0]} " in out


def test_solve_finds_the_same_from_a_table() -> None:
    table = Position.from_board(chess.Board(MATE), chess.BLACK).table.hex
    found = [
        run("solve", *how, "--moves", "1", "--level", "super-blitz", "--player", "python")[1]
        for how in (("--fen", MATE), ("--table", table, "--side", "white"))
    ]
    assert found[0] == found[1]
    assert "mate at move 1" in found[0]


def test_men_keep_their_slots_through_moves_and_captured_men_are_cc() -> None:
    given = GivenPosition.of_text("startpos moves Nf3 Nc6 Nd4 Nxd4 Nc3 Nc6 Nb1 a6 Nc3")
    assert given.position.computer == chess.BLACK
    for one in (given, given.with_computer(chess.WHITE)):
        assert one.position.board().board_fen() == given.board.board_fen()
        assert {byte for byte in one.position.table if not on_board(byte)} == {CAPTURED}
    white = given.with_computer(chess.WHITE).position.table
    assert (white[6], white[7]) == (CAPTURED, 0x25), "the king's knight was taken"


@pytest.mark.parametrize(("text", "error", "told"), cases("unreachable_positions"))
def test_what_cannot_be_reached_is_told(text: str, error: str, told: str) -> None:
    with pytest.raises(MicroChessError, match=told) as refused:
        GivenPosition.of_text(text)
    assert type(refused.value).__name__ == error


def test_what_a_command_has_no_use_for_is_refused() -> None:
    """A table without a king where chess is played, and a real board."""
    table = PieceTable(INITIAL_TABLE).with_man(16, CAPTURED).hex
    for command in ("explain", "solve", "play --lines"):
        code, _, err = run(*command.split(), "--table", table)
        assert (code, "king is not on the board" in err) == (1, True)
    assert run("reply", "--table", table, "--player", "python")[0] == 0
    for command in ("reply", "explain", "solve", "play --lines", "compare"):
        assert "--player serial:PORT" in run(*command.split(), "--fen", "board")[2]
        assert "/dev/nosuch" in run(*command.split(), "--fen", "serial:/dev/nosuch")[2]
    assert "no blunder in" in run("puzzles", "--fen", "startpos")[2]
