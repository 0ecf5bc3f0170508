"""Weights learnt from games."""

import random
from fractions import Fraction
from pathlib import Path

import chess
import chess.pgn
import pytest

from microchess.analysis.choices import ChoiceReader
from microchess.analysis.tune import agreement, tune
from microchess.engine.counters import WCAP0
from microchess.engine.formula import IN_1976, Formula
from microchess.game.arbiter import helpful
from microchess.game.pgn_split import GameText
from microchess.game.promotion import fit, track_promotion
from microchess.machine.choose import read_formula
from microchess.machine.solver import PythonSolver
from microchess.program.levels import Level
from microchess.program.request import Request
from tests.commands import run

OTHER = Formula(WCAP0=Fraction(1), WMOB=Fraction("1.9"), BMOB=Fraction("-1.9"), base=Fraction(120))
"""It counts moves above all."""
READ = ChoiceReader(Level.SUPER_BLITZ)


def played_by(formula: Formula, number: int) -> str:
    """A game of 20 half-moves from a position by chance."""
    rng, board, solver = random.Random(number), chess.Board(), PythonSolver(formula=formula)
    for _ in range(6):
        board.push(rng.choice(list(board.legal_moves)))
    game = chess.pgn.Game()
    game.headers["White"], game.headers["Black"] = "Mover", "Other"
    game.setup(board)
    node: chess.pgn.GameNode = game
    seats = {color: fit(board, color)[0] for color in chess.COLORS}
    while len(board.move_stack) < 26 and not board.is_game_over():
        position = seats[board.turn]
        reply = solver.solve(Request(position.table, Level.SUPER_BLITZ))
        move = helpful(board, position, reply.move, reply.candidates).move
        assert move is not None
        seats = {color: track_promotion(seats[color], board, move)[0] for color in chess.COLORS}
        node = node.add_variation(move)
        board.push(move)
    return f"{game}\n\n"


@pytest.mark.slow
def test_it_finds_weights_that_choose_as_another_formula_did() -> None:
    """In games it has not seen as well, and far more often than 1976's."""
    games = [READ(GameText(number, 1, played_by(OTHER, number))) for number in range(14)]
    found = tune(games)
    assert tune(games[::-1]).formula == found.formula != tune(games, 2).formula
    assert found.games_held_out == 3
    assert found.made_of.moves > 150
    assert found.held_out.moves > 40
    assert found.held_out.tuned > 0.8
    assert found.held_out.in_1976 < found.held_out.tuned - 0.2
    assert 0.02 < found.held_out.by_chance < 0.1
    others = [READ(GameText(number, 1, played_by(OTHER, number))) for number in (100, 101)]
    choices = [choice for one in others for choice in one.choices]
    assert agreement(choices, OTHER).tuned > 0.95
    assert agreement(choices, found.formula).tuned > 0.8


def test_a_formula_agrees_with_its_own_games() -> None:
    """Unless the arbiter chose: nearly always."""
    game = READ(GameText(1, 1, played_by(IN_1976, 5)))
    assert agreement(game.choices, IN_1976).tuned > 0.95
    assert game.moves >= len(game.choices) > 15


def test_moves_that_weights_cannot_decide_are_no_choices() -> None:
    """Castling, and all moves beside a mate; the king left to be taken is no candidate."""
    text = '[White "Me"]\n[Black "You"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Qf6 5. a3 *\n'
    mine = ChoiceReader(Level.SUPER_BLITZ, "me")(GameText(1, 1, text))
    assert (mine.moves, len(mine.choices)) == (5, 4)
    assert mine.choices[0].counters[0][WCAP0] == 0
    assert ChoiceReader(Level.SUPER_BLITZ, "them")(GameText(1, 1, text)).moves == 0
    mated = '[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]\n\n1. g3 g6 *\n'
    assert [len(ChoiceReader(Level.NORMAL)(GameText(1, 1, mated)).choices)] == [1]


def test_the_command_writes_weights_and_tells_what_they_are_worth(tmp_path: Path) -> None:
    source, out = tmp_path / "games.pgn", tmp_path / "best.toml"
    games = "".join(played_by(OTHER, number) for number in range(4))
    source.write_text(f"{games}1. e4 e5 2. Ke3 *\n", encoding="utf-8")
    asked = ["tune", source, "--level", "super-blitz", "--out", out]
    code, shown, told = run(*asked)
    assert (code, "4 games, 63 moves; weights decide about " in shown) == (0, True)
    assert "1 game held out: " in shown
    assert told == f"{source}: game 5: line 49, move 2. Ke3: no legal move; left out\n"
    first = out.read_bytes()
    assert read_formula(str(out)).WMOB > 0
    assert run(*asked, "--force", "--jobs", "2")[0] == 0
    assert out.read_bytes() == first
    source.write_text("1. e4 e5 *\n\n1. e4 *\n")
    few = f"{source}: 0 of 2 games with moves to learn from; expected 2 or more"
    assert few in run(*asked, "--force", "--whose", "Bob")[2]
    assert out.read_bytes() == first


def test_without_the_libraries_a_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("microchess.analysis.tune.find_spec", lambda _: None)
    code, _, told = run("tune", "games.pgn", "--out", "best.toml")
    assert (code, "tune needs numpy and scipy: pip install '.[lab]'" in told) == (1, True)
