"""Measurements whose figures nobody compares."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*words: str | Path) -> str:
    """What Python prints."""
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


ONE_PLY = """
import chess
board = chess.Board("6k1/5ppp/8/q7/8/8/5PPP/R3Q1K1 w - - 0 1")
assert one_ply(board).uci() == "e1e8"
board.push_uci("a1a5")
board.turn = chess.WHITE
board.set_piece_at(chess.A8, chess.Piece(chess.ROOK, chess.BLACK))
board.set_piece_at(chess.E7, chess.Piece(chess.KNIGHT, chess.BLACK))
assert one_ply(board).uci() == "a5a8"
"""
BOTH_COLOURS = """
score = play("super-blitz", "random", 0, 3)
assert (score.games, sum(score.pairs)) == (6, 3)
assert score.rate > 0.5
openings = starts(200)
assert len({one.moves for one in openings}) == 200
assert all(len(one.moves) == 10 for one in openings[24:])
met = [frozenset(names) for names in matches()]
assert len(set(met)) == len(met)
assert frozenset(("random", "Stockfish 1350")) in met
"""
SLOTS = """
import chess
from microchess.program.position import Position
board, ours = chess.Board(), MicroChess("super-blitz")
for san in ("Nf3", "a6", "Nd4", "b6", "Nb3", "c6", "Nc3", "d6", "Ne4", "e6", "Ng3", "f6"):
    if board.turn:
        ours(board)
    board.push_san(san)
ours(board)
kept, fresh = ours._position, Position.from_board(board, chess.WHITE)
assert kept.board().board_fen() == fresh.board().board_fen() == board.board_fen()
assert kept.table != fresh.table
"""


IDEAS = """
from dataclasses import replace
from microchess.program.levels import Level
for level in Level:
    asked = replace(request(waterfall_chapter()), level=level)
    spent = thinking_time(asked.table, level.check, level.turn)
    saved, (ours, cycles) = ideas(asked), spent_by_janus(asked)
    assert sum(one.theirs for one in saved) == spent.reply.cycles
    assert sum(one.ours for one in saved) == sum(ours.values()) == cycles
    if level is Level.NORMAL:
        print(cycles, *(one.theirs - one.ours for one in saved))
"""


@pytest.mark.slow
def test_what_each_idea_saves_adds_up_and_stands_in_the_essay() -> None:
    imports = "from bench.ideas import *; from bench.essay import request, waterfall_chapter"
    numbers = run("-c", f"{imports}\n{IDEAS}").split()
    essay = (ROOT / "docs" / "essay.md").read_text(encoding="utf-8")
    assert len(numbers) == 6
    assert not [number for number in numbers if f"{int(number):,}" not in essay]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("players import one_ply", ONE_PLY),
        ("ladder import matches, play, starts", BOTH_COLOURS),
        ("players import MicroChess", SLOTS),
    ],
    ids=["one ply mates, else takes most", "all meet, both colours", "men keep their slots"],
)
def test_the_players_of_the_ladder(names: str, code: str) -> None:
    assert run("-c", f"from bench.{names}\n{code}") == ""
