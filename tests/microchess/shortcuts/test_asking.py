"""Replies, their candidates as rows, and players side by side."""

import re
from collections.abc import Callable
from typing import Any

import chess
import pytest

from microchess.engine.state import EngineState
from microchess.errors import CellError, FenError, ImageError
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.position import Position
from microchess.program.reply import ManMove, Reply
from microchess.program.squares import (
    from_chess,
    read_square,
    square_byte,
    square_name,
)
from microchess.program.table import INITIAL_TABLE, PieceTable, man_name
from microchess.shortcuts.asking import ask, candidate_rows, chess_move, compare_players
from microchess.shortcuts.starting import boot_kim1, boot_microchess, new_game

TABLE = PieceTable(INITIAL_TABLE)
ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
CHECKED = "4k3/8/8/8/8/8/4r3/R3K2R w - - 0 1"
"""White's rooks have moves that leave the king in check."""


def test_moves_that_chess_forbids_have_no_san() -> None:
    rows = candidate_rows(CHECKED, ask(CHECKED, Level.SUPER_BLITZ, "python"))
    legal = {chess.Board(CHECKED).san(move) for move in chess.Board(CHECKED).legal_moves}
    sans = [row["san"] for row in rows]
    assert None in sans
    assert set(sans) - {None} == legal


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        (ITALIAN, "d8g5"),
        ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8q"),
        ("8/P7/8/Q7/8/8/1k6/3K4 w - - 0 1", "a7a8r"),
        ("8/P7/7k/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1", "a7a8q"),
        (CHECKED, "a1b1"),
    ],
)
def test_a_reply_is_a_move_on_a_board(fen: str, move: str) -> None:
    position, played = Position.from_fen(fen), chess.Move.from_uci(move)
    source, target = (
        from_chess(square, position.computer_white)
        for square in (played.from_square, played.to_square)
    )
    man = position.table.standing_on(source)
    assert man is not None
    reply = Reply(ManMove(man, source, target), position.table.moved(man, target), (), None, None)
    assert chess_move(fen, reply) == chess_move(position, reply) == played


def test_a_reply_to_another_position_is_not_taken_for_one_to_this() -> None:
    reply = ask("startpos", Level.SUPER_BLITZ, "python")
    for what in (chess_move, candidate_rows):
        with pytest.raises(CellError, match=r"piece 15 stands on \$"):
            what("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", reply)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (ask, "position"),
        (lambda wrong: ask("startpos", level=wrong), "level"),
        (lambda wrong: ask("startpos", player=wrong), "player"),
        (lambda wrong: candidate_rows("startpos", wrong), "reply"),
        (lambda wrong: new_game(computer=wrong), "computer"),
        (lambda wrong: new_game(position=wrong), "position"),
        (boot_microchess, "player"),
        (boot_kim1, "program"),
        (PieceTable, "piece table"),
        (PieceTable.from_hex, "table"),
        (lambda wrong: Position(wrong, True), "table"),
        (lambda wrong: Position(TABLE, wrong), "computer_white"),
        (Position.from_fen, "position"),
        (lambda wrong: Position.from_board(wrong, True), "board"),
        (lambda wrong: Position.from_board(chess.Board(), wrong), "computer"),
        (Position(TABLE, True).board, "turn"),
        (Position(TABLE, True).piece_at, "man"),
        (Level.named, "level"),
        (EngineState, "level"),
        (EngineState().press, "key"),
        (lambda wrong: EngineState().read(wrong, 1), "address"),
        (lambda wrong: EngineState().load_bytes(0, wrong), "data"),
        (square_byte, "square"),
        (lambda wrong: square_name(wrong, True), "byte"),
        (lambda wrong: read_square("e4", wrong), "computer_white"),
        (lambda wrong: TABLE.with_man(wrong, 0), "man"),
    ],
)
def test_a_wrong_argument_is_named_with_what_was_expected(
    call: Callable[[Any], object], told: str
) -> None:
    wrong: Any
    for wrong in (2.5, -1, 256, ("white",), []):
        expected = f"^{told} {re.escape(repr(wrong))}: expected "
        with pytest.raises((TypeError, ValueError), match=expected):
            call(wrong)


def test_all_kinds_of_positions_are_the_same_question() -> None:
    board = chess.Board(ITALIAN)
    position = Position.from_board(board, chess.BLACK)
    moves = "startpos moves e4 e5 Nf3 Nc6 Bc4"
    answers = [ask(one, Level.SUPER_BLITZ, "python") for one in (ITALIAN, board, position, moves)]
    assert answers[0].candidates
    assert answers == answers[:1] * 4
    assert new_game("rom", chess.BLACK, Level.SUPER_BLITZ, moves).board.fen() == ITALIAN
    swapped = TABLE.with_man(6, 0x06).with_man(7, 0x01)
    game = new_game("rom", chess.WHITE, Level.SUPER_BLITZ, Position(swapped, True))
    assert game.bridge.table == swapped


def test_rows_tell_of_every_candidate_in_order_and_which_was_played() -> None:
    reply = ask(ITALIAN, Level.SUPER_BLITZ, "python")
    rows = candidate_rows(ITALIAN, reply)
    table = Position.from_fen(ITALIAN).table
    for row, one in zip(rows, reply.candidates, strict=True):
        assert row["man"] == man_name(one.man)
        assert (int(row["from"], 16), int(row["to"], 16)) == (table[one.man], one.to)
        assert row["value"] == one.value
        assert bytes(row[name] for name in COUNTER_NAMES) == one.counters
        assert all(isinstance(cell, str | int | None) for cell in row.values())
    assert len({tuple(row) for row in rows}) == 1, "the same columns"
    (chosen,) = (row for row in rows if row["chosen"])
    assert reply.move is not None
    shown = (int(chosen["from"], 16), int(chosen["to"], 16))
    assert shown == (reply.move.source, reply.move.target)
    assert chosen["value"] == max(one.value for one in reply.candidates)


def test_who_resigns_chooses_nothing() -> None:
    mated = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"
    reply = ask(mated, Level.NORMAL, "python")
    assert reply.move is None
    assert chess_move(mated, reply) is None
    assert not any(row["chosen"] for row in candidate_rows(mated, reply))


def test_what_cannot_be_asked_is_told() -> None:
    with pytest.raises(FenError):
        ask("e4")
    with pytest.raises(ImageError, match="no player 'hal'"):
        compare_players("rom", "hal", ["startpos"])
    with pytest.raises(ImageError, match="'python' and 'python': expected two players"):
        compare_players("python", "python", ["startpos"])
    with pytest.raises(TypeError, match="positions 'startpos': expected several, in a list"):
        compare_players("rom", "python", "startpos")
