"""How a thought ends: done, out of cycles or time, with a mate asked for; and whole games."""

import random
from dataclasses import replace

import chess
import chess.engine
import pytest

from microchess.engine import pausing
from microchess.game.centipawns import centipawns
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
from tests.cases import cases
from tests.gui import COMMAND

HARD = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
NORMAL = Settings(level=Level.NORMAL, player="rom")
QUICK = replace(NORMAL, level=Level.SUPER_BLITZ)
ALL_ALIVE = "8/P7/7k/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"
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
    ("player", "fen", "calls"),
    [("python", HARD, 2), ("literal", "8/8/8/2k5/8/3r4/5PP1/6K1 w - - 0 1", 20)],
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


def test_when_the_budget_is_spent_the_best_so_far_is_played_and_the_game_goes_on() -> None:
    lines: list[str] = []
    thinker = Thinker(lines.append, 1_500_000)
    move = thinker.answer(job(HARD))
    last = [line for line in lines if line.startswith("info depth")][-1]
    assert last.split(" pv ")[1].split()[0] == str(move)
    assert "stopped after" in lines[-1]
    assert "the budget of 1,500,000 cycles is spent" in lines[-1]
    assert thinker.answer(job(HARD, QUICK)) == answer(HARD, Limits(), QUICK)[0]


@pytest.mark.parametrize(
    ("go", "budget", "told"),
    [
        ("infinite", 1_000, "no candidate was judged"),
        ("wtime 20 btime 20", 10**9, "stopped after 0 candidates"),
        ("wtime 0 btime 0", 10**9, "stopped after 1 candidates"),
    ],
)
def test_with_no_budget_or_time_a_legal_move_is_played(go: str, budget: int, told: str) -> None:
    """A clock below the overhead is answered at once, one that has run out with a candidate."""
    move, lines = answer(HARD, read_go(go.split()), budget=budget)
    assert move is not None
    assert chess.Board(HARD).is_legal(move)
    assert told in lines[-1]
    assert "resigns" not in lines[-1]


@pytest.mark.parametrize("player", ["rom", "python"])
def test_go_mate_plays_the_mate_that_the_program_itself_would_miss(player: str) -> None:
    settings = Settings(level=Level.NORMAL, player=player)
    board = chess.Board(STALEMATE_FIRST)
    move, lines = answer(STALEMATE_FIRST, read_go(["mate", "1"]), settings)
    assert move is not None
    assert answer(STALEMATE_FIRST, read_go(["mate", "5"]), settings)[0] == move
    board.push(move)
    assert board.is_checkmate(), lines
    assert answer(STALEMATE_FIRST, Limits(), settings)[0] != move
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    assert answer(fen, read_go(["mate", "3"]))[0] == answer(fen, Limits())[0], "no mate is near"


@pytest.mark.parametrize(("fen", "go", "best", "line", "told"), cases("mates_and_queens"))
def test_mates_stalemates_and_queens_are_told_as_what_they_are(
    fen: str, go: str, best: str, line: str, told: str
) -> None:
    move, lines = answer(fen, read_go(go.split()))
    assert str(move) == best
    assert told in lines[int(line)]


MOST_PLIES = 300


def test_python_chess_plays_a_whole_game_with_it() -> None:
    dice = random.Random("super-blitz")
    games = (
        (chess.WHITE, {"Level": "super-blitz"}, MOST_PLIES),
        (chess.BLACK, {"Level": "blitz", "Player": "python"}, 80),
    )
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        for computer, options, plies in games:
            engine.configure(options)
            board = chess.Board()
            while not board.is_game_over() and board.ply() < plies:
                if board.turn == computer:
                    result = engine.play(
                        board, chess.engine.Limit(), game=computer, info=chess.engine.INFO_ALL
                    )
                    assert result.move is not None
                    assert board.is_legal(result.move)
                    assert computer == chess.BLACK or "1 MHz" in result.info["string"]
                    board.push(result.move)
                else:
                    board.push(dice.choice(list(board.legal_moves)))
            assert board.ply() > 10
        engine.quit()


def test_python_chess_analyses_with_it() -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    reply = ask(board, Level.BLITZ, "python")
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        engine.configure({"Level": "blitz", "Player": "python"})
        found = engine.analyse(board, chess.engine.Limit(), multipv=40)
        engine.quit()
    values = sorted((one.value for one in reply.candidates), reverse=True)
    assert [info["score"].relative.score() for info in found] == list(map(centipawns, values))
    assert {info["pv"][0] for info in found} == set(board.legal_moves)
    assert any(len(info["pv"]) == 2 for info in found)
