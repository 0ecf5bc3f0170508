"""The machine follows the GUI's list of moves, every man in his slot, the book in step."""

import random
from collections.abc import Callable

import chess
import pytest

from microchess.game.game_line import GameLine
from microchess.machine.computer import ChessComputer, EmulatedComputer, PythonComputer
from microchess.machine.player import Player
from microchess.program import openings
from microchess.program.book import line
from microchess.program.levels import Level
from microchess.program.openings import OPENINGS
from microchess.program.squares import to_chess
from microchess.program.table import PieceTable
from microchess.uci.uci_operator import UciOperator
from tests import golden

Maker = Callable[[], ChessComputer]


@pytest.fixture(params=["machine", "python"])
def new_computer(request: pytest.FixtureRequest, player: Player) -> Maker:
    if request.param == "python":
        return PythonComputer
    return lambda: EmulatedComputer(player.boot())


def presses(computer: ChessComputer) -> list[str]:
    """The keys that will be pressed, as they are."""
    pressed: list[str] = []
    press = computer.press

    def noted(key: str) -> None:
        pressed.append(key)
        press(key)

    computer.press = noted  # type: ignore[method-assign]
    return pressed


def follow_out(operator: UciOperator) -> chess.Move | None:
    """Think to the end; the move as squares."""
    for _ in operator.computer.think():
        pass
    move = operator.played()
    if move is None:
        return None
    white = operator._line is not None and operator._line.position.computer_white
    return chess.Move(to_chess(move.source, white), to_chess(move.target, white))


def test_it_thinks_as_the_original_did(new_computer: Maker) -> None:
    computer = new_computer()
    for reply in golden.sound_replies()[::196]:
        computer.cells.level = Level.named(reply["level"])
        computer.cells.table = PieceTable.from_hex(reply["table"])
        computer.cells.omove = 0
        candidates = [one for one in computer.think() if one is not None]
        assert [(one.man, one.to, one.value) for one in candidates] == [
            (one["man"], one["to"], one["value"]) for one in reply["candidates"]
        ], reply["table"]
        move = computer.cells.shown_move()
        shown = move and {"man": move.man, "from": move.source, "to": move.target}
        assert shown == reply["reply"], reply["table"]


def test_while_the_list_grows_the_machine_follows_and_answers_as_one_told_at_once(
    new_computer: Maker,
) -> None:
    computer = new_computer()
    grown, pressed = UciOperator(computer, openings.DEFAULT.book), presses(computer)
    board, dice = chess.Board(), random.Random(1)
    while board.ply() < 30 and not board.is_game_over():
        line = GameLine.of(chess.Board(), board.move_stack)
        grown.show(line, Level.SUPER_BLITZ)
        assert grown.cells.table == line.position.table
        move = follow_out(grown)
        if board.ply() % 12 == 0:
            at_once = UciOperator(new_computer(), openings.DEFAULT.book)
            at_once.show(line, Level.SUPER_BLITZ)
            assert move == follow_out(at_once)
        if move is None or not board.is_legal(move):
            move = dice.choice(list(board.legal_moves))
        board.push(move)
        if not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
    assert board.ply() > 20
    assert pressed.count("C") == 1, "it was never keyed in again"


@pytest.mark.parametrize("at_once", [False, True])
def test_the_book_is_kept_in_step(new_computer: Maker, at_once: bool) -> None:
    for opening in OPENINGS[::3]:
        operator = UciOperator(new_computer(), opening.book)
        board = chess.Board()
        for move in line(opening):
            if board.turn == opening.computer:
                if at_once:
                    operator.forget()
                operator.show(GameLine.of(chess.Board(), board.move_stack), Level.NORMAL)
                assert follow_out(operator) == move, opening.key
            board.push(move)


def test_another_move_than_its_own_is_believed(new_computer: Maker) -> None:
    computer = new_computer()
    operator, pressed = UciOperator(computer, openings.DEFAULT.book), presses(computer)
    operator.show(GameLine.read(), Level.BLITZ)
    assert follow_out(operator) == chess.Move.from_uci("e2e4")
    told = GameLine.read("startpos", ["d2d4", "e7e5"])
    operator.show(told, Level.BLITZ)
    assert operator.cells.table == told.position.table
    assert pressed.count("C") == 1
    assert follow_out(operator) == chess.Move.from_uci("d4e5")
