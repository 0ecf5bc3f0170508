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
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from statistics import mean, median

import chess

from bench.figures import parser, report
from microchess.boards.board_game import BoardGame
from microchess.boards.export import POSITIONS
from microchess.boards.perft import perft
from microchess.boards.questions import ask
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import SHOWN, Exhibit

QUESTIONS_FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
QUESTIONS = (
    "what is on f7",
    "where is my king",
    "who attacks f7",
    "who wins on f7",
    "what are my moves",
)
PLIES, ROUNDS = 15, 5
STANDARD = tuple(zip((fen for _, fen, _ in POSITIONS), (3, 2, 3, 3, 2, 2), strict=False))
"""The six standard positions of perft, and how deep each is searched."""
MEMORIES = tuple({one.memory: one for one in reversed(SHOWN)}.values())[::-1]
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

    def count(self, game: BoardGame, recorder: CellRecorder) -> None:
        """Generate, and make, test and unmake every pseudo-legal move."""
        recorder.clear()
        moves = game.pseudo_legal()
        self.generation.append(recorder.reads)
        for move in moves:
            if game.refused(move):
                continue
            recorder.clear()
            game.make(move)
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
            f"| {mean(self.reads):.1f}/{mean(self.writes):.1f} | {cells} |"
        )


def counters(one: Exhibit) -> str:
    """Random games from all six positions, counted at every ply."""
    tally = CellTally()
    for fen, _ in STANDARD:
        recorder = CellRecorder()
        game = one.game(chess.Board(fen), recorder)
        chance = random.Random(1)
        for _ in range(PLIES):
            tally.count(game, recorder)
            with recorder.paused():
                legal = game.legal()
            if not legal:
                break
            game.play(chance.choice(sorted(legal, key=lambda move: game.chess_move(move).uci())))
    return tally.row(one)


def counters_table() -> Iterator[str]:
    """What moves cost on each board."""
    yield (
        "| board | reads to generate | reads to see check | reads/writes to make and unmake "
        "| cells |"
    )
    yield "| --- | ---: | ---: | ---: | ---: |"
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


def rate(one: Exhibit | None) -> float:
    """Nodes a second of processor time, the six positions to their quick depths; None is
    python-chess.
    """
    start, nodes = time.process_time(), 0
    for fen, depth in STANDARD:
        board = chess.Board(fen)
        nodes += python_chess(board, depth) if one is None else perft(one.game(board), depth)
    return nodes / (time.process_time() - start)


def speed_table() -> Iterator[str]:
    """Perft on each board, python-chess being 1 in every round."""
    ratios: dict[str, list[float]] = {one.key: [] for one in SHOWN}
    gc.disable()
    for _ in range(ROUNDS):
        base = rate(None)
        for one in SHOWN:
            ratios[one.key].append(rate(one) / base)
    gc.enable()
    yield f"| board | perft / python-chess, best and median of {ROUNDS} rounds |"
    yield "| --- | ---: |"
    for key, found in sorted(ratios.items(), key=lambda row: -max(row[1])):
        yield f"| {key} | {max(found):.2f} ({median(found):.2f}) |"


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
