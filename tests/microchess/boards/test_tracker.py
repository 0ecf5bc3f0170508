"""Memories that follow a game, forward and back."""

import random

import chess
import pytest

from microchess.boards.questions import ask
from microchess.boards.registry import exhibit
from microchess.boards.tracker import KEPT, GameTracker, MachineTracker
from microchess.boards.view import How
from microchess.errors import PositionError
from microchess.program.position import Position
from microchess.program.table import PieceTable
from tests.microchess.boards.checks import MEMORIES, faults

START = chess.STARTING_FEN


def shows(follower: GameTracker) -> str:
    """The men as the memory has them."""
    assert follower._replay is not None
    return follower._replay.game.board().board_fen()


@pytest.mark.parametrize("one", MEMORIES, ids=lambda one: one.key)
def test_a_game_with_moves_taken_back_is_followed_and_asked(one) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(one.key)
    board, follower = chess.Board(), GameTracker(one)
    for _ in range(15):
        if len(board.move_stack) > 1 and chance.random() < 0.2:
            for _ in range(chance.choice((1, 2))):
                board.pop()
        else:
            board.push(chance.choice(list(board.legal_moves)))
        tracked = follower.follow(START, [move.uci() for move in board.move_stack])
        if tracked.view is not None:
            assert shows(follower) == board.board_fen()
            assert follower._replay is not None
            assert not faults(follower._replay.game.men)
        else:
            assert tracked.remark
    before = follower.follow(START, ["e2e4"])
    board = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    for question in ("what is on e4", "who attacks f7", "what are my moves", "where can g8 go"):
        assert follower.ask(question).text == ask(one, board, question).text
    assert follower.tracked == before, "a question leaves the memory as it was"


def test_moves_that_are_final_can_still_be_taken_back() -> None:
    board, follower = chess.Board(), GameTracker(exhibit("microchess-extended"))
    for knights in ("g1f3", "g8f6", "f3g1", "f6g8") * (KEPT // 4 + 1):
        board.push_uci(knights)
    moves = [move.uci() for move in board.move_stack]
    for plies in range(len(moves) + 1):
        assert follower.follow(START, moves[:plies]).remark == ""
    for plies in range(len(moves) - 2, 0, -2):
        tracked = follower.follow(START, moves[:plies])
        assert [event.back for event in tracked.events] == [True, True]
        board.pop()
        board.pop()
        assert shows(follower) == board.board_fen()


def test_a_rule_a_memory_lacks_is_named_and_the_game_goes_on() -> None:
    fen = "4k2r/7p/8/8/8/8/7P/4K2R w Kk - 0 1"
    follower = GameTracker(exhibit("firstchess"))
    tracked = follower.follow(fen, ["e1g1"])
    assert "needs a rule" in tracked.remark
    assert tracked.view is not None
    assert shows(follower) == "4k2r/7p/8/8/8/8/7P/5RK1"
    tracked = follower.follow(fen, ["e1g1", "h7h6"])
    assert tracked.remark == ""
    assert tracked.events[-1].what.startswith("make h7h6")


def test_what_does_not_fit_is_explained_and_left_again() -> None:
    follower = GameTracker(exhibit("microchess-extended"))
    nonsense = follower.follow("8/8/8/8/8/8/8/K7 w - - 0 1", [])
    assert nonsense.view is None
    assert "no black king" in nonsense.remark
    with pytest.raises(PositionError, match="no black king"):
        follower.ask("where is my king")
    assert follower.follow(START, []).view is not None


def test_the_machines_bytes_answer_where_they_stand() -> None:
    board = chess.Board()
    table = Position.from_board(board, chess.WHITE).table
    machine = MachineTracker()
    machine.follow(START, [], table.data, 0, chess.WHITE)
    in_slot_3 = machine.ask("what is on a1").reads
    table_2 = bytes(table.data[man] for man in (0, 1, 3, 2, *range(4, 32)))
    machine.follow(START, [], table_2, 0, chess.WHITE)
    assert machine.ask("what is on a1").reads == in_slot_3 + 1
    machine.follow(START, [], table.data, 0, chess.WHITE)
    mine = machine.ask("where is my king")
    assert (mine.text, [access.cell for access in mine.accesses]) == ("e1", [0])
    board.push_uci("e2e4")
    after = table.moved(next(m for m in range(32) if table[m] == 0x14), 0x34)
    machine.follow(START, ["e2e4"], after.data, 0xCC, chess.WHITE)
    blacks = machine.ask("where is my king")
    assert blacks.text == "e8"
    assert {a.cell for a in blacks.accesses if not a.written} >= {16}


def test_ram_that_goes_back_is_restored() -> None:
    table = Position.from_board(chess.Board(), chess.WHITE).table
    after = PieceTable(bytes([*table.data[:31], 0x44]))
    machine = MachineTracker()
    machine.follow(START, [], table.data, 0, chess.WHITE)
    wrote = machine.follow(START, ["a2a3"], after.data, 0xCC, chess.WHITE)
    assert sorted(wrote.marks().values(), key=str) == [How.GHOST, How.WRITTEN]
    back = machine.follow(START, [], table.data, 0, chess.WHITE)
    assert set(back.marks().values()) == {How.RESTORED}
