"""How a thought ends: done, out of cycles, out of time, or with a mate that was asked for."""

import chess
import pytest

from microchess.engine import pausing
from microchess.game.game_line import GameLine
from microchess.machine.choose import choose
from microchess.machine.computer import switch_on
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK_CLOSED
from microchess.shortcuts.asking import ask
from microchess.uci.job import Job
from microchess.uci.options import Settings
from microchess.uci.protocol import Limits, read_go
from microchess.uci.thinker import Thinker

HARD = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
NORMAL = Settings(level=Level.NORMAL, player="rom")
STALEMATE_FIRST = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"
"""The program judges a stalemate before the mate, and values both $FF."""


def job(fen: str, settings: Settings = NORMAL, limits: Limits | None = None) -> Job:
    """A ``go`` whose clock runs."""
    job = Job(GameLine.read(fen), settings, limits or Limits())
    job.release.set()
    return job


def answer(
    fen: str, limits: Limits, settings: Settings = NORMAL, budget: int = 1_000_000_000
) -> tuple[chess.Move | None, list[str]]:
    lines: list[str] = []
    return Thinker(lines.append, budget).answer(job(fen, settings, limits)), lines


def test_when_the_budget_is_spent_the_best_candidate_so_far_is_played() -> None:
    move, lines = answer(HARD, Limits(), budget=1_500_000)
    last = [line for line in lines if line.startswith("info depth")][-1]
    assert last.split(" pv ")[1].split()[0] == str(move)
    assert "stopped after" in lines[-1]
    assert "the budget of 1,500,000 cycles is spent" in lines[-1]
    assert "resigns" not in lines[-1]


def test_when_the_budget_is_spent_before_a_candidate_a_legal_move_is_played() -> None:
    move, lines = answer(HARD, Limits(), budget=1_000)
    assert move is not None
    assert chess.Board(HARD).is_legal(move)
    assert "no candidate was judged" in lines[-1]
    assert "resigns" not in lines[-1]


def test_after_a_spent_budget_the_game_goes_on() -> None:
    thinker = Thinker(list[str]().append, 1_500_000)
    first = thinker.answer(job(HARD))
    quick = Settings(level=Level.SUPER_BLITZ, player="rom")
    again = thinker.answer(job(HARD, quick))
    assert first is not None
    assert again == answer(HARD, Limits(), quick)[0]


def test_a_clock_with_less_than_the_overhead_is_answered_at_once() -> None:
    move, lines = answer(HARD, read_go(["wtime", "20", "btime", "20"]))
    assert move is not None
    assert chess.Board(HARD).is_legal(move)
    assert "stopped after 0 candidates" in lines[-1]


def test_a_clock_that_has_run_out_is_answered_with_a_candidate() -> None:
    move, lines = answer(HARD, read_go(["wtime", "0", "btime", "0"]))
    assert move is not None
    assert "no candidate was judged" not in lines[-1]


@pytest.mark.parametrize("player", ["rom", "python"])
@pytest.mark.parametrize("go", ["mate 1", "mate 5"])
def test_go_mate_plays_the_mate_that_the_program_itself_would_miss(player: str, go: str) -> None:
    settings = Settings(level=Level.NORMAL, player=player)
    board = chess.Board(STALEMATE_FIRST)
    move, lines = answer(STALEMATE_FIRST, read_go(go.split()), settings)
    assert move is not None
    board.push(move)
    assert board.is_checkmate(), lines
    assert answer(STALEMATE_FIRST, Limits(), settings)[0] != move


def test_go_mate_plays_the_programs_choice_where_no_mate_is_near() -> None:
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    assert answer(fen, read_go(["mate", "3"]))[0] == answer(fen, Limits())[0]


def test_it_promotes_while_nothing_is_lost_yet() -> None:
    fen = "8/P7/7k/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"
    move, lines = answer(fen, Limits(searchmoves=("a7a8q",)))
    assert move == chess.Move.from_uci("a7a8q")
    assert "its pawn is made a queen" in lines[-1]


@pytest.mark.parametrize(
    ("fen", "best", "score"),
    [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "mate 1"),
        (STALEMATE_FIRST, "b1a2", "cp 588"),
    ],
)
def test_a_mate_is_told_as_mate_and_a_stalemate_with_the_same_value_is_not(
    fen: str, best: str, score: str
) -> None:
    move, lines = answer(fen, Limits())
    assert str(move) == best
    assert f" score {score} " in lines[-2]


@pytest.mark.parametrize("fen", ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "k7/8/1Q6/8/8/8/8/K7 b - - 0 1"])
def test_mate_and_stalemate_have_no_move(fen: str) -> None:
    assert answer(fen, Limits()) == (None, ["info string there is no legal move"])


def test_with_a_second_queen_it_plays_what_is_legal() -> None:
    fen = "k7/8/8/8/8/8/8/K4QQ1 w - - 0 1"
    move, lines = answer(fen, Limits())
    assert move is not None
    assert chess.Board(fen).is_legal(move)
    assert "a rook stands in" in lines[0]


def test_another_opening_is_played_from_the_next_thought_on() -> None:
    thinker, line = Thinker(list[str]().append), GameLine.read("startpos", ["e2e4"])
    for opening, reply in (("giuoco-piano", "e7e5"), ("french-defence", "e7e6")):
        settings = Settings(player="python", opening=opening)
        assert str(thinker.answer(Job(line, settings))) == reply


@pytest.mark.parametrize("player", ["python", "literal"])
def test_a_python_player_is_stopped_at_the_best_so_far(player: str) -> None:
    asked = job(HARD, Settings(player=player))
    asked.stop.set()
    lines: list[str] = []
    move = Thinker(lines.append).answer(asked)
    assert "stopped after 1 candidates" in lines[-1]
    told = [line.split(" pv ")[1].split()[0] for line in lines if " pv " in line]
    assert told == [str(move)]


@pytest.mark.parametrize(
    ("player", "fen", "calls"), [("python", HARD, 2), ("literal", chess.STARTING_FEN, 500)]
)
def test_a_thought_that_was_let_go_within_a_candidate_leaves_no_trace(
    player: str, fen: str, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pausing, "CALLS", calls)
    computer = switch_on(choose(player))
    computer.cells.table = GameLine.read(fen).position.table
    computer.cells.omove = BOOK_CLOSED
    before, table = computer.snapshot(), computer.cells.table
    for _ in zip(range(3), computer.think(), strict=False):
        pass
    computer.restore(before)
    assert computer.cells.table == table, "it has not moved yet"
    found = list(computer.think())
    assert tuple(filter(None, found)) == ask(fen, player=player).candidates
    assert None in found


def test_a_thought_too_short_for_a_pause_is_told_to_its_end() -> None:
    computer = switch_on(choose("python"))
    computer.cells.level = Level.SUPER_BLITZ
    computer.press("C")
    computer.cells.omove = BOOK_CLOSED
    before = computer.snapshot()
    for _ in range(20):
        assert len(list(filter(None, computer.think()))) == 20
        computer.restore(before)
