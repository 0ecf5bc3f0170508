"""An earlier position has the bytes of then, with every piece in its slot."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from microchess.engine.formula import IN_1976
from microchess.program.squares import CAPTURED
from microchess.program.table import INITIAL_TABLE
from microchess.puzzles.puzzle import puzzle
from tests.tui.panels.moments import moment
from tui.session.looking import looked_at
from tui.session.snapshot import Activity
from tui.session.words import digits_say, headline, task

GAME = ["e4", "d5", "exd5", "Nf6", "Nc3", "Nxd5", "Nf3", "Nxc3"]
MOVED = 0, 1, 2, 2, 3, 4, 4, 5
"""How many pieces are not where they were, or are no more, before each of these."""


def test_the_table_is_that_of_then() -> None:
    board, boards = chess.Board(), []
    for san in GAME:
        boards.append(board.fen())
        board.push_san(san)
    game = replace(moment().game, start=chess.STARTING_FEN, sans=(*GAME,), computer=chess.BLACK)
    assert looked_at(game, None) is game
    begun = looked_at(game, 0)
    assert begun.past
    assert sorted(begun.table) == sorted(INITIAL_TABLE)
    for at, (fen, count) in enumerate(zip(boards, MOVED, strict=True)):
        seen = looked_at(game, at)
        assert seen.fen == fen
        assert sum(a != b for a, b in zip(seen.table, begun.table, strict=True)) == count
    assert list(looked_at(game, 7).table).count(CAPTURED) == 2


@pytest.mark.parametrize(
    ("number", "moves", "told"),
    [
        ("1", "", "puzzle 1: you can mate in 1"),
        ("1", "c3a1", "puzzle 1 is solved; next: <next puzzle>"),
        ("1", "b4a3", "puzzle 1: not solved; Undo tries again"),
        ("2", "e2h5", "puzzle 2 is solved; next: <next puzzle>"),
        ("3", "first", "puzzle 3: you can mate in 2, right so far"),
        ("3", "first h7h6", "puzzle 3: you can mate in 2, right so far"),
        ("3", "first h7h6 a2a3", "puzzle 3: not solved; Undo tries again"),
    ],
)
def test_a_puzzle_stays_in_sight_until_it_is_solved(number: str, moves: str, told: str) -> None:
    one = puzzle(number)
    made = moves.replace("first", one.solutions[0].uci()).split()
    verdict = "checkmate; Black (you) wins" if made == ["c3a1"] else ""
    game = replace(moment().game, start=one.board.fen(), moves=(*made,), verdict=verdict)
    assert task(game) == told
    assert told in headline(replace(moment(), game=game), {})
    assert task(moment().game) == ""


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("6", "6 typed; "),
        ("6 3 9 4", "6 3 4 typed; "),
        ("6 3 4 3", "EE EE EE"),
        ("6 C", "EE EE EE"),
        ("6 3 4 3 F 5", "5 typed; "),
    ],
)
def test_squares_that_are_half_typed_are_not_explained_as_a_move(keys: str, told: str) -> None:
    now = moment()
    game = replace(now.game, log=(*now.game.log, *(f"by hand: {key}" for key in keys.split())))
    assert digits_say(replace(now, game=game)).startswith(told)
    keyed = replace(now, activity=Activity.KEYING, under_way=Activity.KEYING)
    assert digits_say(keyed) == "your move, as it is keyed in."


def test_who_thinks_is_named_and_a_tape_is_no_move() -> None:
    now = moment()
    thinks = replace(now, activity=Activity.THINKING)
    assert headline(thinks, {}).startswith(f"{now.game.program} thinks: 0.0 s")
    assert headline(replace(thinks, formula=IN_1976), {}) == "the Python engine thinks"
    assert headline(replace(now, activity=Activity.BY_HAND), {}) == "a key is pressed"
    held = replace(now, activity=Activity.HELD, halt="breakpoint at $1F1F")
    assert headline(held, {}) == "paused: breakpoint at $1F1F"
    keyed = replace(held, under_way=Activity.KEYING)
    assert headline(keyed, {}) == "paused: breakpoint at $1F1F; your move is half keyed in"
    monitor = replace(now, machine=replace(now.machine, listening=False))
    assert headline(monitor, {}) == "the keypad runs the KIM-1, not the chess"
