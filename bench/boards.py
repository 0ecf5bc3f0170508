"""The boards of the gallery measured: cells read and written, and speed as ratios within one run.

``python -m bench.boards [--counters] [--check FILE]``. The counters do not depend on Python, on the
machine or on the day; the speeds do, so each round gives every board and python-chess its turn, and
only their ratio is worth reading.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from statistics import mean, median

import chess

from bench.figures import parser, report
from microchess.boards.board_game import BoardGame
from microchess.boards.perft import POSITIONS, perft
from microchess.boards.questions import ask
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import EXHIBITS, Exhibit

QUESTIONS_FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
QUESTIONS = (
    "what is on f7",
    "where is my king",
    "where are my men",
    "how many rooks have I",
    "who attacks f7",
    "who wins on f7",
    "where can d8 go",
    "what are my moves",
)
ENDING = "8/8/8/4k3/8/8/1R6/4K3 w - - 0 1"
PLIES, ROUNDS = 15, 5
MEMORIES = tuple({one.memory: one for one in reversed(EXHIBITS)}.values())[::-1]
"""One exhibit of each memory: a variant that differs in its rules only reads and writes alike."""


def questions_table() -> Iterator[str]:
    """The reads each board needs for each question, as a Markdown table."""
    board = chess.Board(QUESTIONS_FEN)
    yield f"| board | {' | '.join(QUESTIONS)} |"
    yield "| --- |" + " ---: |" * len(QUESTIONS)
    for one in MEMORIES:
        answers = [ask(one, board, question) for question in QUESTIONS]
        cells = [f"{a.reads:,}" + ("*" if a.writes else "") for a in answers]
        yield f"| {one.key} | {' | '.join(cells)} |"


@dataclass
class CellTally:
    """Cells read and written, a number for every generation, test for check, and move."""

    generation: list[int] = field(default_factory=list)
    check: list[int] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)
    writes: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)

    def count(self, game: BoardGame, recorder: CellRecorder) -> None:
        """Generate, and make, test and unmake every pseudo-legal move."""
        recorder.clear()
        moves = game.pseudo_legal()
        self.generation.append(recorder.reads)
        for move in moves:
            if game.refused(move):
                continue
            recorder.clear()
            before = game.men.raw()
            game.make(move)
            self.changed.append(_changed(before, game.men.raw()))
            made = len(recorder.accesses)
            king = game.men.king(not game.turn)
            game.men.attacked(king, game.turn)
            self.check.append(sum(not access.written for access in recorder.accesses[made:]))
            del recorder.accesses[made:]
            game.unmake()
            self.reads.append(recorder.reads)
            self.writes.append(recorder.writes)

    def row(self, one: Exhibit) -> str:
        """A line of the table."""
        cells = sum(len(bank.raw) for bank in one.memory().banks.values())
        return (
            f"| {one.key} | {mean(self.generation):,.0f} | {mean(self.check):,.0f} "
            f"| {mean(self.reads):.1f} / {mean(self.writes):.1f} "
            f"| {mean(self.changed):.1f} / {max(self.changed)} | {cells} |"
        )


def counters(one: Exhibit) -> str:
    """Random games from all six positions, counted at every ply."""
    tally = CellTally()
    for position in POSITIONS:
        recorder = CellRecorder()
        game = one.game(position.board, recorder)
        chance = random.Random(1)
        for _ in range(PLIES):
            tally.count(game, recorder)
            with recorder.paused():
                legal = game.legal()
            if not legal:
                break
            game.play(chance.choice(sorted(legal, key=lambda move: game.chess_move(move).uci())))
    return tally.row(one)


def _changed(before: dict[str, tuple[int, ...]], after: dict[str, tuple[int, ...]]) -> int:
    return sum(
        old != new for name in before for old, new in zip(before[name], after[name], strict=True)
    )


def counters_table() -> Iterator[str]:
    """What moves cost on each board."""
    yield (
        "| board | reads to generate | reads to see check | reads / writes to make and unmake "
        "| cells changed, mean / most | cells |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    yield from map(counters, MEMORIES)


def python_chess(board: chess.Board, depth: int) -> int:
    """Perft by python-chess, every leaf made and unmade."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += python_chess(board, depth - 1)
        board.pop()
    return nodes


Work = Callable[[], int]


def perft_work(one: Exhibit | None) -> Work:
    """The six positions to their quick depths; None is python-chess."""
    if one is None:
        return lambda: sum(python_chess(p.board, p.quick) for p in POSITIONS)
    return lambda: sum(perft(one.game(p.board), p.quick) for p in POSITIONS)


def ending_work(one: Exhibit | None) -> Work:
    """King and rook against king: what becomes of it with few men."""
    if one is None:
        return lambda: python_chess(chess.Board(ENDING), 3)
    return lambda: perft(one.game(chess.Board(ENDING)), 3)


def attackers_work(one: Exhibit | None) -> Work:
    """Who attacks each of the 64 squares, both colours: what evaluations ask."""
    boards = [position.board for position in POSITIONS]
    if one is None:
        return lambda: sum(
            len(board.attackers(color, square))
            for board in boards
            for square in chess.SQUARES
            for color in chess.COLORS
        )
    games = [one.game(board) for board in boards if not one.memory().misfits(board)]
    return lambda: sum(_attackers(game) for game in games)


def _attackers(game: BoardGame) -> int:
    return sum(
        len(list(game.men.attackers(number, color)))
        for number in game.men.numbering.of
        for color in chess.COLORS
    )


def seconds(work: Work) -> float:
    """Processor time of one go."""
    start = time.process_time()
    work()
    return time.process_time() - start


def speeds(make: Callable[[Exhibit | None], Work]) -> dict[str, tuple[float, float]]:
    """Best and median speed of each board, python-chess being 1 in every round."""
    works = {one.key: make(one) for one in EXHIBITS}
    counts = {key: work() for key, work in works.items()}
    reference = make(None)
    reference_count = reference()
    ratios: dict[str, list[float]] = {key: [] for key in works}
    gc.disable()
    for _ in range(ROUNDS):
        base = seconds(reference) / reference_count
        for key, work in works.items():
            ratios[key].append(base / (seconds(work) / counts[key]))
    gc.enable()
    return {key: (max(found), median(found)) for key, found in ratios.items()}


def speed_table() -> Iterator[str]:
    """Three workloads side by side."""
    found = [speeds(make) for make in (perft_work, ending_work, attackers_work)]
    yield f"speed / python-chess in the same round, best and median of {ROUNDS} rounds"
    yield "| board | perft, six positions | perft, rook ending | attackers of all squares |"
    yield "| --- | ---: | ---: | ---: |"
    for one in sorted(EXHIBITS, key=lambda one: -found[0][one.key][0]):
        cells = (f"{best:.2f} ({middle:.2f})" for best, middle in (f[one.key] for f in found))
        yield f"| {one.key} | {' | '.join(cells)} |"


def main() -> int:
    """Print the tables, or check a page that shows what does not depend on the machine."""
    options = parser(__doc__)
    options.add_argument("--counters", action="store_true", help="no speeds")
    asked = options.parse_args()
    wrong = report(chain(questions_table(), counters_table()), asked.check)
    if not (asked.counters or asked.check):
        report(speed_table(), None)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
