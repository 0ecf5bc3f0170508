"""Why not that move: the changes are true, and the smallest; what MicroChess would do, in words."""

from dataclasses import replace
from typing import Any

import chess
import pytest

from microchess.analysis.advice import hint, in_words, threat
from microchess.analysis.explain import Explanation, explain
from microchess.analysis.why_not import Varied, WhyNot, prove_changes, why_not
from microchess.engine.formula import Formula, FormulaError
from microchess.engine.state import think
from microchess.errors import MicroChessError
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.squares import on_board
from microchess.program.table import PieceTable
from microchess.puzzles.puzzle import puzzle
from tests.golden import replies
from tests.sample import one_in

POSITIONS = [one for one in replies() if one["kind"] == "position" and len(one["candidates"]) > 1]
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


def asked(fen: str, level: Level, rank: int) -> Explanation:
    told = explain(chess.Board(fen), level)
    return replace(told, asked=told.judgements[rank - 1])


@pytest.mark.parametrize("golden", one_in(14, POSITIONS[::35]))
def test_every_change_is_true_in_the_machine(golden: dict[str, Any]) -> None:
    level, number = Level.named(golden["level"]), len(golden["candidates"])
    for rank in {2, number // 2 + 1}:
        told = asked(golden["fen"], level, rank)
        found = why_not(told)
        assert [one.kind for one in found.searches] == list(Varied)
        prove_changes(found, janus())
        for change in found.changes:
            differs = (change.table, change.level) != (told.position.table, level)
            assert differs == (change.kind is not Varied.WEIGHT)


def test_no_smaller_change_would_do() -> None:
    told = asked(FEN, Level.BLITZ, 8)
    assert told.asked is not None
    candidate, table = told.asked.candidate, told.position.table
    found = {one.kind: one for one in why_not(told).changes}

    def plays_it(changed: PieceTable) -> bool:
        move = think(changed, Level.BLITZ.check, Level.BLITZ.turn).move
        return move is not None and (move.man, move.target) == (candidate.man, candidate.to)

    steps = found[Varied.ELSEWHERE].size
    assert steps > 1
    for man, byte in table.living.items():
        for to in {byte + way for way in (-17, -16, -15, -1, 1, 15, 16, 17)}:
            if on_board(to) and to not in {*table, candidate.to} and man != candidate.man:
                fits = 0x10 <= to < 0x70 or man % 16 < 8
                assert not (fits and plays_it(table.with_man(man, to)))


def test_what_was_searched_is_said_where_nothing_does() -> None:
    board = chess.Board("k7/8/8/8/8/8/8/K7 w - - 0 1")
    found = why_not(explain(board, Level.NORMAL, board.parse_san("Kb1")))
    fewer = found.searches[1]
    assert (fewer.kind, fewer.tried, fewer.change) == (Varied.FEWER, 0, None)
    assert "each piece but the kings" in fewer.covers


def test_a_change_that_is_not_true_is_told() -> None:
    found = why_not(asked(FEN, Level.NORMAL, 2))
    last = found.searches[2]
    assert last.change is not None
    false = replace(
        last, change=replace(last.change, table=asked(FEN, Level.NORMAL, 1).position.table)
    )
    with pytest.raises(MicroChessError, match=r"Janus replies .*, not"):
        prove_changes(WhyNot(found.asked, (false,)), janus())


def test_nothing_is_searched_for_the_move_it_chooses_or_with_other_sums() -> None:
    with pytest.raises(MicroChessError, match="it chooses that move"):
        why_not(asked(FEN, Level.NORMAL, 1))
    with pytest.raises(FormulaError, match="whole quarters"):
        why_not(asked(FEN, Level.NORMAL, 2), Formula(BMOB=0.1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "computer", "words"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", True, "threatens your king: you are in check"),
        ("4k3/8/8/7q/8/8/8/4K2R b - - 0 1", True, "MicroChess threatens Rxh5"),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", True, "MicroChess threatens nothing"),
        ("4k3/8/8/8/8/8/3P1P2/K3R3 b - - 0 1", False, "MicroChess threatens nothing"),
    ],
)
def test_a_threat_is_a_capture_and_a_check_of_yours_is_called_that(
    fen: str, computer: chess.Color, words: str
) -> None:
    table = Position.from_board(chess.Board(fen), computer).table
    now = table, (Level.NORMAL.check, Level.NORMAL.turn), chess.Board(fen), computer
    assert in_words(hint(*now), threat(*now)).endswith(words)


def test_a_hint_mates_where_the_formula_would_rather_check() -> None:
    first = puzzle("1")
    table = Position.from_board(first.board, chess.WHITE).table
    now = table, (Level.BLITZ.check, Level.BLITZ.turn), first.board, chess.WHITE
    assert in_words(hint(*now), None) == "hint: Qa1#, which mates; MicroChess threatens nothing"
